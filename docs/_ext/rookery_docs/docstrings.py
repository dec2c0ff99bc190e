"""The section Args of a docstring as fields, which reStructuredText knows."""

import re
from typing import Any

from sphinx.application import Sphinx

ITEM = re.compile(r" {4}(\w+): (.*)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Have each docstring rewritten before it is shown."""
    app.connect("autodoc-process-docstring", list_arguments)
    return {"parallel_read_safe": True}


def list_arguments(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Replace the section in place."""
    if "Args:" not in lines:
        return
    at, fields = lines.index("Args:"), list[str]()
    for line in lines[at + 1 :]:
        item = ITEM.fullmatch(line)
        fields.append(f":param {item[1]}: {item[2]}" if item else line.removeprefix("    "))
    lines[at:] = fields
