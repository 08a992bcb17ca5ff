"""Modules that make other tools use rtreceval. Each is imported by those who want it only."""
