"""The Sphinx extension that looks at the pages as they were made: links and searches lead somewhere.

Sphinx checks the links that it makes; these are all that a browser would follow or load, with the places within pages.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LINK = re.compile(r'<(?P<tag>\w+)\b[^>]*?\s(?P<kind>href|src)="(?P<to>[^"]*)"')
PLACE = re.compile(r'\bid="([^"]*)"')
LOADED = re.compile(r"""url\(["']?https?:|@import\s+["']?https?:""")
FOLLOWED = ("a", "form")  # what a reader follows may lead out of the site
# What a search for these words must lead to first, by an entry `! words` of the index on that page; and what is not
# searched: pages for those who work on Rookery, and tables of numbers.
FIRST = {
    "n queens": "first-board",
    "8 queens": "first-board",
    "no solution": "how-to/ask-again",
    "time limit": "command-line",
    "star battle": "how-to/puzzles",
    "covering": "reference/families/index",
}
NOT_SEARCHED = re.compile(r"house/|decisions$|tried$|isolation$|certificate-format$|changes-|results/records$")
NO_PAGE = ("mailto:", "data:", "javascript:")


def faults(folder: Path) -> Iterator[str]:
    """What is wrong with the links of the pages in a folder, a line each."""
    texts = {page: page.read_text(encoding="utf-8") for page in sorted(folder.rglob("*.html"))}
    places = {page: set(PLACE.findall(text)) for page, text in texts.items()}
    for page, text in texts.items():
        for found in LINK.finditer(text):
            if fault := _fault(found["tag"], found["to"], page, places):
                yield f"{page.relative_to(folder)}: {found['to']}: {fault}"
    for sheet in sorted(folder.rglob("*.css")):
        if LOADED.search(sheet.read_text(encoding="utf-8")):
            yield f"{sheet.relative_to(folder)}: it loads from a network"


def _fault(tag: str, to: str, page: Path, places: Mapping[Path, set[str]]) -> str:
    if re.match(r"(\w+:)?//", to):
        return "" if tag in FOLLOWED else "it loads from a network"
    if to.startswith(NO_PAGE):
        return ""
    name, _, place = unquote(to).partition("#")
    target = (page.parent / name.partition("?")[0]).resolve() if name else page
    if not target.exists():
        return "there is no such file"
    return "" if not place or target not in places or place in places[target] else "there is no such place in it"


def misled(index: Mapping[str, Any]) -> Iterator[str]:
    """Which searches do not lead to the page that they should, a line each, from Sphinx's index of the search.

    A main entry of the index that is the whole query counts 100, the most that anything does.
    """
    for words, page in FIRST.items():
        entries = index["indexentries"].get(words, [])
        found = {index["docnames"][number] for number, _, is_main in entries if is_main}
        if found != {page}:
            there = ", ".join(sorted(found)) or "no entry of the index"
            yield f"a search for {words!r} leads to {there}, not to {page}"


def leave_out_of_search(app: "Sphinx", env: Any) -> None:
    """Mark the pages that are not searched."""
    for name in filter(NOT_SEARCHED.match, env.found_docs):
        env.metadata[name]["nosearch"] = "true"


def shorten_contents(app: "Sphinx", page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Let the sidebar open the part of the page alone: all others, on each page, were a third of the site."""
    if whole := context.get("toctree"):
        context["toctree"] = lambda **how: whole(**(how | {"collapse": True}))


def check_pages(app: "Sphinx", error: Exception | None) -> None:
    """End the build with an error where a page has a fault."""
    from sphinx.errors import ExtensionError

    if error:
        return
    folder = Path(app.outdir).resolve()
    index = (folder / "searchindex.js").read_text(encoding="utf-8").removeprefix("Search.setIndex(").rstrip(")")
    # the index of a build that goes on from the last one has the entries of the changed pages alone
    found = [*faults(folder), *(misled(json.loads(index)) if app.fresh_env_used else ())]
    if found:
        raise ExtensionError("links or searches that lead nowhere\n" + "\n".join(found))


def setup(app: "Sphinx") -> dict[str, bool]:
    """Let Sphinx check what it has made."""
    app.connect("env-updated", leave_out_of_search)
    app.connect("html-page-context", shorten_contents, priority=100)  # before the theme asks for them
    app.connect("build-finished", check_pages, priority=900)  # after all that others still copy then
    return {"parallel_read_safe": True, "parallel_write_safe": True}
