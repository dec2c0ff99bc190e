"""How Sphinx makes the site: `make docs`. Nothing here or in the pages needs a network."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

import rookery as rk  # noqa: E402

project = "Rookery"
author = "The Rookery maintainers"
copyright = author
release = version = rk.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_click", "rookery_docs", "myst_nb"]
exclude_patterns = ["_build", "_ext", "_made"]

# A reference that leads nowhere is an error; names of types that are not public have no page.
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]

myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline"]
myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # its default comes from a network
nb_merge_streams = True

smartquotes_action = "qe"  # quotes and dots alone: `--piece` in the help of an option is no dash
default_role = "code"  # docstrings write code between single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say what is accepted
python_maximum_signature_line_length = 88
add_module_names = False

html_theme = "furo"
html_title = f"Rookery {release}"
html_static_path = ["_static"]
html_css_files = ["rookery.css"]
html_js_files = [("access.js", {"defer": "defer"})]
html_favicon = "_static/queen.svg"
html_extra_path = ["_made"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a4a21", "color-brand-content": "#8a4b12"},
    "dark_css_variables": {"color-brand-primary": "#e3b98a", "color-brand-content": "#e8c08f"},
    "navigation_with_keys": True,
}
# Of accessible-pygments, which the theme requires: each colour stands out on the background of code
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
