"""The Sphinx extension of these pages: it runs their examples, writes the reference from the code, and checks links."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PARTS = ("making", "docstrings", "shown", "links", "checking")


def setup(app: "Sphinx") -> dict[str, bool]:
    """Set up each part, a separate extension; tests import single modules where there is no Sphinx."""
    for part in PARTS:
        app.setup_extension(f"{__name__}.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
