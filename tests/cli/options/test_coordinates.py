"""Coordinates and pictures of boards."""

import sys
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

SIX = ("solve", "n-queens", "--board", "6")
FOUR = ("solve", "placement", "--piece", "queen", "--board", "4", "--coordinates")


@pytest.mark.parametrize(("fix", "head"), [("0,1", "  012345"), ("b6", "  abcdef")])
def test_coordinates_match_the_notation_of_the_squares(fix: str, head: str, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    result = rookery(*SIX, "--fix", fix, "--coordinates", "--svg", str(file))
    assert result.out.splitlines()[0] == head
    assert ("c</text>" in file.read_text()) is (fix == "b6")


def test_boards_have_coordinates() -> None:
    assert rookery(*FOUR).lines[:5] == ["  0123", "0 .Q..", "1 ...Q", "2 Q...", "3 ..Q."]
    assert rookery(*FOUR, "--format", "unicode").lines[:2] == ["  0 1 2 3", "0 · ♕ · ·"]
    lines = rookery("pieces", "show", "CC", "--board", "3x10", "--from", "0,0", "--coordinates").lines
    assert lines[:4] == ["  0123456789", "0 C.........", "1 ...x......", "2 ......x..."]


def test_pictures_are_written(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    for command in (FOUR, ("pieces", "show", "knight", "--coordinates")):
        assert rookery(*command, "--svg", str(svg), "--png", str(png)).code == 0
        assert 'class="coordinates"' in svg.read_text(encoding="utf-8")
        assert png.read_bytes().startswith(b"\x89PNG")


def test_missing_extra_for_png_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = rookery(*SIX, "--svg", str(tmp_path / "a.svg"), "--png", str(tmp_path / "a.png"))
    assert (result.code, "rookery-cp[png]" in result.err) == (2, True)
    assert not (tmp_path / "a.png").exists()
