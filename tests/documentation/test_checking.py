"""The check of the pages that were made finds what leads nowhere and what a network would be needed for."""

from pathlib import Path

import pytest
from rookery_docs import checking
from rookery_docs.checking import faults
from rookery_docs.examples import DOCS

PAGE = '<html><body id="top"><a class="x" href="{}">b</a></body></html>'


@pytest.mark.parametrize(
    "to", ["b.html", "b.html?q=1#place", "#top", "", "https://example.org", "tcp://a:1", "mailto:a@b"]
)
def test_a_link_that_leads_somewhere_is_no_fault(tmp_path: Path, to: str) -> None:
    (tmp_path / "a.html").write_text(PAGE.format(to), encoding="utf-8")
    (tmp_path / "b.html").write_text('<h1 id="place"></h1>', encoding="utf-8")
    assert list(faults(tmp_path)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PAGE.format("c.html"), "a.html: c.html: there is no such file"),
        (PAGE.format("#bottom"), "a.html: #bottom: there is no such place in it"),
        ('<script src="https://cdn.example/a.js">', "a.html: https://cdn.example/a.js: it loads from a network"),
        ('<link rel="stylesheet" href="//fonts.example">', "a.html: //fonts.example: it loads from a network"),
        ('<img alt="" src="b.png">', "a.html: b.png: there is no such file"),
    ],
)
def test_other_links_are(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "a.html").write_text(text, encoding="utf-8")
    assert list(faults(tmp_path)) == [said]


def test_a_style_that_loads_from_a_network_is(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@font-face { src: url(https://fonts.example/a.woff) }", encoding="utf-8")
    assert list(faults(tmp_path)) == ["a.css: it loads from a network"]


def test_a_search_that_leads_elsewhere_is_found() -> None:
    pages = sorted(set(checking.FIRST.values()))
    right = {words: [[pages.index(page), "index-0", True]] for words, page in checking.FIRST.items()}
    index = {"docnames": [*pages, "tried"], "indexentries": right}
    assert list(checking.misled(index)) == []
    wrong = {**right, "n queens": [[len(pages), "index-0", True]], "8 queens": [[0, "index-0", False]]}
    assert list(checking.misled({**index, "indexentries": wrong})) == [
        "a search for 'n queens' leads to tried, not to first-board",
        "a search for '8 queens' leads to no entry of the index, not to first-board",
    ]


@pytest.mark.parametrize("words", checking.FIRST)
def test_each_page_that_a_search_leads_to_has_the_words_as_a_main_entry(words: str) -> None:
    page = checking.FIRST[words].replace("reference/families/index", "families")
    assert f"! {words}" in (DOCS / f"{page}.md").read_text(encoding="utf-8")


def test_the_sidebar_opens_the_part_of_its_page_alone() -> None:
    context = {"toctree": lambda **how: how}
    checking.shorten_contents(None, "files", "page.html", context, None)  # type: ignore[arg-type]
    assert context["toctree"](collapse=False, maxdepth=-1) == {"collapse": True, "maxdepth": -1}
