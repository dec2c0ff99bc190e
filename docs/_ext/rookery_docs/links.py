"""Links of the pages to files outside of docs/: to their page of the site where they have one, else to nothing.

ARCHITECTURE.md and other pages that stand elsewhere in the project are copied to docs/house; they stay the one source.
"""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from rookery_docs.examples import DOCS, ROOT
from rookery_docs.markdown import write

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HOUSE = DOCS / "house"
# Pages of the project that stand outside of docs/, by the name of their page of the site.
ELSEWHERE = {
    "architecture": ROOT / "ARCHITECTURE.md",
    "contributing": ROOT / "CONTRIBUTING.md",
    "changes": ROOT / "CHANGELOG.md",
    "engine": ROOT / "backends" / "engine" / "README.md",
    "comparing-rooms": ROOT / "compare" / "README.md",
    **{f"example-{page.parent.name}": page for page in sorted((ROOT / "examples").glob("*/README.md"))},
}
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]+)\]\((?P<target>(?!\w+:)[^)#\s]+)(?P<anchor>#[^)]*)?\)")
PATTERN = re.compile(r"^(?P<pattern>[\w/-]+\*)\n", re.M)  # in a table of contents: all pages whose names begin so


def copy_house() -> None:
    """Copy the pages that stand outside of docs/."""
    for name, source in ELSEWHERE.items():
        page = HOUSE / f"{name}.md"
        write(page, lead_links(source.read_text(encoding="utf-8"), source, page))


def lead_links(text: str, source: Path, page: Path) -> str:
    """The text of a file as a page of the site, each link to a file as it leads from there."""

    def lead(found: re.Match[str]) -> str:
        return _lead(found, (source.parent / found["target"]).resolve(), page)

    return LINK.sub(lead, text)


def _lead(found: re.Match[str], target: Path, page: Path) -> str:
    name, anchor = found["text"], found["anchor"] or ""
    own = {source: HOUSE / f"{each}.md" for each, source in ELSEWHERE.items()}
    target = own.get(target / "README.md", own.get(target, target))
    if target == ROOT / "README.md":
        target = DOCS / "index.md"
    if not target.is_relative_to(DOCS):
        path = target.relative_to(ROOT).as_posix()
        return name if path in name else f"{name} (`{path}` in the repository)"
    where = os.path.relpath(target, page.parent)
    return f'<a href="{where}">{name}</a>' if target.suffix == ".html" else f"[{name}]({where}{anchor})"


def _lead_source(app: "Sphinx", name: str, source: list[str]) -> None:
    page = DOCS / f"{name}.md"
    if page.exists():
        source[0] = lead_links(drop_empty_patterns(source[0], page.parent), page, page)


def drop_empty_patterns(text: str, folder: Path) -> str:
    """A page whose contents name no pattern that no page has: Sphinx would warn of it."""
    return PATTERN.sub(lambda found: found[0] if any(folder.glob(f"{found['pattern']}.md")) else "", text)


def setup(app: "Sphinx") -> dict[str, bool]:
    """Let Sphinx read pages with links as they lead in the site."""
    app.connect("source-read", _lead_source)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
