"""`rookery trace`: the page it writes, and what it refuses."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import Result, rookery


def traced(tmp_path: Path, *more: str, side: int = 4) -> tuple[Result, str]:
    path = tmp_path / "trace.html"
    result = rookery("trace", "placement", "--piece", "queen", "--board", str(side), "--out", str(path), *more)
    return result, path.read_text(encoding="utf-8") if path.exists() else ""


def data(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_writes_a_page_and_says_where(tmp_path: Path) -> None:
    (code, out, err), page = traced(tmp_path)
    assert (code, out) == (0, "")
    assert re.fullmatch(r"wrote .*trace\.html \(\d+ KiB\)\n", err)
    assert "<h1>4 queens on 4×4</h1>" in page
    assert "138 steps, 60 tries, 44 conflicts, 16 pieces placed, 2 solutions" in page
    assert len(data(page)["steps"]) == 138


def test_the_page_reads_without_scripts(tmp_path: Path) -> None:
    _, page = traced(tmp_path, "--numbers")
    lines = re.findall(r"<li>(.*?)</li>", page.split('<details class="words"')[1])
    assert lines[:4] == [
        "Try 0,0.",
        "No conflict on 0,0: place the queen.",
        "Try 1,0.",
        "Conflict: 1,0 clashes with the queen on 0,0.",
    ]
    assert len(lines) == 60
    assert "Squares are row,column" in page
    assert page.split('<g id="pieces">')[1].split("</g>")[0].count("<text") == 4


@pytest.mark.parametrize(
    ("more", "clash"),
    [
        (["--coordinates"], "a3 clashes with the queen on a4"),
        ([], "a3 clashes with the queen on a4"),
        (["--fix", "a4"], "b2 clashes with the queen on c3"),
        (["--fix", "0,0", "--coordinates"], "b2 clashes with the queen on c3"),
    ],
)
def test_squares_have_files_and_ranks_unless_they_are_given_as_numbers(
    more: list[str], clash: str, tmp_path: Path
) -> None:
    _, page = traced(tmp_path, *more)
    lines = re.findall(r"<li>(.*?)</li>", page.split('<details class="words"')[1])
    assert f"Conflict: {clash}." in lines
    assert "row,column" not in page
    assert data(page)["names"][:5] == ["a4", "b4", "c4", "d4", "a3"]
    edge = page.split('<g class="edge">')[1].split("</g>")[0]
    assert re.findall(r">(\w+)</text>", edge) == ["4", "3", "2", "1", "a", "b", "c", "d"]


class Outside(HTMLParser):
    """Collects what a page takes from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href") and value != "data:,"]


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    _, page = traced(tmp_path)
    parser = Outside()
    parser.feed(page)
    assert parser.found == []
    assert "default-src 'none'" in page


def test_a_long_search_is_cut_and_says_so(tmp_path: Path) -> None:
    (code, _, err), page = traced(tmp_path, "--steps", "50")
    assert code == 0
    assert "cut after 50 steps; --steps takes up to 20,000" in err
    assert "then cut: the search goes on beyond this page" in page
    assert len(data(page)["steps"]) == 50
    assert data(page)["cut"] is True


def test_a_large_board_stays_a_small_page(tmp_path: Path) -> None:
    (code, _, _), page = traced(tmp_path, side=20)
    assert code == 0
    assert len(page) < 500_000


def test_fixed_and_forbidden_squares(tmp_path: Path) -> None:
    (code, _, _), page = traced(tmp_path, "--fix", "0,1", "--forbid", "2,0", side=6)
    assert code == 0
    assert data(page)["forced"] == [1]
    assert all(step[1] != 12 for step in data(page)["steps"])
    assert data(page)["names"][:2] == ["0,0", "0,1"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--count", "3"), "3 queens on a 4x4 board: a trace shows a search that places one piece a row"),
        (("--count", "max"), "As many queens as possible on a 4x4 board: a trace shows"),
        (("--numbers", "--coordinates"), "--coordinates and --numbers exclude each other"),
        (("--steps", "0"), "steps 0; a trace has from 1 to 20,000"),
        (("--steps", "20001"), "steps 20001; a trace has"),
        (("--out", "/nowhere/trace.html"), "cannot write /nowhere/trace.html: there is no folder /nowhere"),
        (("--board", "33"), "a board of 33x33 is too large to watch; a trace takes up to 32x32"),
        (("--board", "1"), "there is nothing to trace: the board is decided on sight, with one solution"),
        (("--piece", "dragon"), "unknown piece"),
    ],
)
def test_one_line_for_what_it_cannot_do(tmp_path: Path, more: tuple[str, ...], message: str) -> None:
    (code, out, err), page = traced(tmp_path, *more)
    assert (code, out, page) == (2, "", "")
    assert err.startswith(f"rookery: {message}")
    assert err.count("\n") == 1
