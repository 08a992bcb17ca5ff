"""Modules that stand in for other tools: the same names, the same results."""
