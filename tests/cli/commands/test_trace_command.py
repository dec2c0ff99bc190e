"""`rookery trace`: the page it writes, read without a browser."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import Result, rookery


def trace(folder: Path, *more: str, side: int = 4) -> tuple[Result, str]:
    """Return the result of the command and the page."""
    path = folder / "trace.html"
    result = rookery("trace", "placement", "--piece", "queen", "--board", str(side), "--out", str(path), *more)
    return result, path.read_text(encoding="utf-8")


def read_data(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def read_steps(page: str) -> list[str]:
    return re.findall(r"<li>(.*?)</li>", page.split('<details class="words"')[1])


def test_trace_is_a_page_that_reads_without_scripts_and_network(tmp_path: Path) -> None:
    (code, out, err), page = trace(tmp_path, "--numbers")
    assert (code, out) == (0, "")
    assert re.fullmatch(r"wrote .*trace\.html \(\d+ KiB\)\n", err)
    assert "<h1>4 queens on 4×4</h1>" in page
    assert "138 steps, 60 tries, 44 conflicts, 16 pieces placed, 2 solutions" in page
    assert len(read_data(page)["steps"]) == 138
    assert read_steps(page)[:2] == ["Try 0,0.", "No conflict on 0,0: place the queen."]
    assert len(read_steps(page)) == 60
    assert re.findall(r'(?:src|href)="(?!data:)', page) == []
    assert "default-src 'none'" in page


@pytest.mark.parametrize(
    ("more", "clash"),
    [([], "a3 clashes with the queen on a4"), (["--fix", "0,0"], "b2 clashes with the queen on c3")],
)
def test_trace_names_squares_by_files_and_ranks(more: list[str], clash: str, tmp_path: Path) -> None:
    _, page = trace(tmp_path, *more)
    assert f"Conflict: {clash}." in read_steps(page)
    assert "row,column" not in page
    assert read_data(page)["names"][:5] == ["a4", "b4", "c4", "d4", "a3"]


def test_long_trace_is_cut(tmp_path: Path) -> None:
    (code, _, err), page = trace(tmp_path, "--steps", "50")
    assert (code, len(read_data(page)["steps"]), read_data(page)["cut"]) == (0, 50, True)
    assert "--steps" in err
    (code, _, _), page = trace(tmp_path, side=20)
    assert code == 0
    assert len(page) < 500_000


def test_trace_keeps_fixed_and_forbidden_squares(tmp_path: Path) -> None:
    (code, _, _), page = trace(tmp_path, "--fix", "0,1", "--forbid", "2,0", side=6)
    assert (code, read_data(page)["forced"]) == (0, [1])
    assert all(step[1] != 12 for step in read_data(page)["steps"])
