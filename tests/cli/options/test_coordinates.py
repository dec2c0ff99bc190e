"""Coordinates, pictures, and where to look when there is no solution."""

import sys
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

SIX = ("solve", "n-queens", "--board", "6")


@pytest.mark.parametrize(("fix", "head"), [("0,1", "  012345"), ("b6", "  abcdef")])
def test_coordinates_match_the_notation_of_the_squares(fix: str, head: str, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    result = rookery(*SIX, "--fix", fix, "--coordinates", "--svg", str(file))
    assert result.out.splitlines()[0] == head
    assert ("c</text>" in file.read_text()) is (fix == "b6")


def test_no_solution_names_why() -> None:
    three = ("solve", "n-queens", "--board", "3")
    assert "--why names the rules that exclude each other" in rookery(*three).out
    assert "--why" not in rookery(*three, "--why").out


def test_a_missing_extra_for_png_leaves_the_svg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    result = rookery(*SIX, "--svg", str(svg), "--png", str(png))
    assert result.code == 2
    assert "rookery-cp[png]" in result.err
    assert svg.read_text().startswith("<svg")
    assert not png.exists()
    alone = rookery(*SIX, "--png", str(png))
    assert (alone.code, alone.out) == (2, "")


def test_a_trace_of_another_family_says_what_can_be_traced() -> None:
    result = rookery("trace", "domination", "--piece", "queen", "--board", "5", "--out", "x.html")
    assert result.code == 2
    assert "domination: a trace plays `rookery trace placement` alone, one piece a row" in result.err


def test_a_file_that_is_not_there_is_said_so_before_its_ending() -> None:
    assert "cannot read nofile: No such file" in rookery("solve", "model", "nofile").err
