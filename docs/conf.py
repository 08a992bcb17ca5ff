"""The site of the documentation: `make site`."""

# ruff: noqa: INP001, A001 (not a package; the names are Sphinx's)

import rtreceval

project = "rtreceval"
author = "The rtreceval developers"
copyright = f"2026, {author}"
version = release = rtreceval.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_heading_anchors = 3
default_role = "code"
autodoc_member_order = "bysource"
# What the compiled module has of signatures; the stub beside it has the types.
autodoc_typehints = "none"
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = f"rtreceval {release}"
html_copy_source = False
