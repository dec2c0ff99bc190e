"""The Sphinx extension of these pages: examples that run, the reference from the code, the page to play on."""

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from rookery_docs import examples, play_page, reference

LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]+)\]\((?P<target>(?!\w+:)[^)#\s]+)(?P<anchor>#[^)]*)?\)")
DOCS = Path(__file__).parents[2]


def lead_links(text: str, source: Path, page: Path) -> str:
    """Return the text of a file with its links as they lead from a page; a link out of docs/ names the file instead."""
    stubs = find_stubs()

    def lead(found: re.Match[str]) -> str:
        target = (source.parent / found["target"]).resolve()
        target = stubs.get(target, stubs.get(target / "README.md", target))
        if target.is_relative_to(DOCS):
            return f"[{found['text']}]({os.path.relpath(target, page.parent)}{found['anchor'] or ''})"
        path = target.relative_to(DOCS.parent).as_posix()
        return found["text"] if path in found["text"] else f"{found['text']} (`{path}` in the repository)"

    return LINK.sub(lead, text)


@cache
def find_stubs() -> dict[Path, Path]:
    """Return the page that includes each file out of docs/."""
    stubs = DOCS.glob("project/*.md")
    return {(each.parent / match[1]).resolve(): each for each in stubs if (match := _included(each))}


def _included(page: Path) -> re.Match[str] | None:
    return re.search(r"^```\{include\} (\S+)", page.read_text(encoding="utf-8"), re.M)


def read_source(app: Sphinx, name: str, source: list[str]) -> None:
    """Lead the links of a page, or of the file out of docs/ that it includes."""
    page = DOCS / f"{name}.md"
    file = page
    if page.parent.name == "project" and (found := _included(page)):
        file = (page.parent / found[1]).resolve()
        source[0] = file.read_text(encoding="utf-8")
    source[0] = lead_links(source[0], file, page)


def drop_unset(app: Sphinx, context: Any, lines: list[str]) -> None:
    """Leave out what sphinx-click 6.2 takes for a default: click's mark of an option without one."""
    lines[:] = [line for line in lines if "Sentinel.UNSET" not in line]


def setup(app: Sphinx) -> dict[str, bool]:
    """Set up the parts."""
    app.add_directive("generated", reference.Generated)
    app.add_role("attacks", reference.Attacks())
    app.add_transform(examples.ShowPrinted)
    app.connect("config-inited", lambda app, config: play_page.write_page(DOCS / "_made"))
    app.connect("source-read", read_source)
    app.connect("sphinx-click-process-options", drop_unset)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
