"""What generate.py and compare.py are made of: shapes, text, tools, timing, table."""
