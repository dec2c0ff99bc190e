"""The check of the made pages finds links that lead nowhere and whatever loads from a network."""

from pathlib import Path

import pytest
from rookery_docs.checking import faults

LINK = '<a class="x" href="{}">b</a>'


@pytest.mark.parametrize("to", ["b.html", "b.html?q=1#place", "#top", "", "https://example.org", "mailto:a@b"])
def test_link_that_leads_somewhere_is_no_fault(to: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(f'<body id="top">{LINK.format(to)}</body>', encoding="utf-8")
    (tmp_path / "b.html").write_text('<h1 id="place"></h1>', encoding="utf-8")
    assert list(faults(tmp_path)) == []


@pytest.mark.parametrize(
    ("name", "text", "keyword"),
    [
        ("a.html", LINK.format("c.html"), "no such file"),
        ("a.html", LINK.format("#bottom"), "no such place"),
        ("a.html", '<script src="https://cdn.example/a.js">', "network"),
        ("a.html", '<link rel="stylesheet" href="//fonts.example">', "network"),
        ("a.css", "@font-face { src: url(https://fonts.example/a.woff) }", "network"),
    ],
)
def test_other_links_are_faults(name: str, text: str, keyword: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    (fault,) = faults(tmp_path)
    assert keyword in fault
