"""Coordinates and pictures of boards."""

import sys
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

SIX = ("solve", "n-queens", "--board", "6")
FOUR = ("solve", "placement", "--piece", "queen", "--board", "4", "--coordinates")


def test_squares_have_chess_names_unless_numbers_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    for given in ("0,1", "b6"):
        result = rookery(*SIX, "--fix", given, "--coordinates", "--svg", str(file))
        assert result.lines[0] == "  abcdef"
        assert "c</text>" in file.read_text()
    assert rookery(*SIX, "--numbers", "--svg", str(file)).lines[:2] == ["  012345", "0 .Q...."]
    assert "c</text>" not in file.read_text()
    crowded = (*SIX, "--fix", "a6", "--fix", "a5", "--why")
    assert "- a queen is fixed on a5" in rookery(*crowded).lines
    assert "- a queen is fixed on 1,0" in rookery(*crowded, "--numbers").lines
    hint = rookery("hint", "n-queens", "--board", "6", "--fix", "b6", "--numbers").lines
    assert hint[0] == "  012345"
    assert "- a queen is fixed on a5" in rookery(*crowded).lines  # once more: the next call is not changed


def test_boards_have_coordinates() -> None:
    assert rookery(*FOUR).lines[:5] == ["  abcd", "4 .Q..", "3 ...Q", "2 Q...", "1 ..Q."]
    assert rookery(*FOUR, "--format", "unicode").lines[:2] == ["  a b c d", "4 · ♕ · ·"]
    lines = rookery("pieces", "show", "CC", "--board", "3x10", "--from", "0,0", "--numbers").lines
    assert lines[:4] == ["  0123456789", "0 C.........", "1 ...x......", "2 ......x..."]


def test_picture_beside_own_pieces_has_numbers(tmp_path: Path) -> None:
    svg = tmp_path / "board.svg"
    rookery("pieces", "show", "rook", "--board", "5", "--from", "e1", "--fix", "e3", "--numbers", "--svg", str(svg))
    assert "<title>rook on 4,4" in svg.read_text(encoding="utf-8")


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
