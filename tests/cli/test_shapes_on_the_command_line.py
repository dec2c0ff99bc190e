"""Boards of other shapes on the command line and in Python: named, drawn, kept, checked, and refused in one line."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.models.problems.plain import declare_plain, plain

SPECS = ["5:moebius", "4x5:klein", "hex:3", "triangle:4", "rhombus:3", "2x3x4"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_board_is_read_written_and_kept(spec: str) -> None:
    board = rk.board(spec)
    assert board.spec == spec
    assert rk.board(board.spec) == board
    last = board.square(len(board) - 1)
    problem = rk.domination("queen", board, fixed=[last], forbidden=[board.square(0)])
    again = declare_plain(json.loads(json.dumps(plain(problem))))
    assert (again.board, again.fixed, again.forbidden) == (board, problem.fixed, problem.forbidden)
    assert again.title == problem.title


@pytest.mark.parametrize("spec", SPECS)
def test_a_board_is_drawn(spec: str) -> None:
    """Each cell once, as text and as SVG; arrows where pieces attack each other; marks on joined edges."""
    board = rk.board(spec)
    placement = rk.Placement(board, dict.fromkeys(list(board)[:2], rk.QUEEN))
    assert str(placement).count("Q") == 2
    assert str(placement).count(".") == len(board) - 2
    assert f"{placement:unicode}".count("♕") == 2
    svg = placement.svg(coordinates=True, attacked=True, conflicts=True)
    ElementTree.fromstring(svg)
    assert svg.count('class="piece"') == 2
    assert 'class="conflict"' in svg
    assert svg.count('class="seam"') == {"5:moebius": 1, "4x5:klein": 2}.get(spec, 0)


def test_an_answer_is_checked_and_certified(tmp_path: Path) -> None:
    asked = ("domination", "--piece", "rook", "--board", "2x2x3")
    said = rookery("solve", *asked, "--json", "--proof", str(tmp_path / "proof"))
    assert json.loads(said.out)["objective"] == 3
    (tmp_path / "answer.json").write_text(said.out)
    assert rookery("check", *asked, "--placement", str(tmp_path / "answer.json")).code == 0
    assert rookery("verify", str(tmp_path / "proof")).code == 0


@pytest.mark.parametrize(
    ("board", "piece", "said"),
    [
        ("hex:0", "queen", "a hexagonal board of side 0: the side must be at least 1"),
        ("hex:99999", "queen", "at most 4,000,000 are accepted"),
        ("3x0x3", "queen", "a board of 3x0x3: all sides must be at least 1"),
        ("999x9999x9999", "queen", "at most 4,000,000 are accepted"),
        ("5:mobius", "queen", "expected a size such as 8"),
        ("hex:3", "camel", "a board of hexagons has no camel"),
        ("8", "unicorn", "an 8x8 board has no unicorn: it moves in three dimensions"),
        ("5:klein", "unicorn", "a 5x5 Klein bottle has no unicorn"),
    ],
)
def test_what_no_board_is_gets_one_line(board: str, piece: str, said: str) -> None:
    answer = rookery("solve", "placement", "--piece", piece, "--board", board)
    assert answer.code == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(("board", "cell"), [("hex:3", "4,4"), ("2x2x2", "0,0,2"), ("2x2x2", "a1"), ("hex:3", "e1")])
def test_a_cell_that_is_none_of_the_board_is_refused(board: str, cell: str) -> None:
    answer = rookery("solve", "placement", "--piece", "rook", "--board", board, "--fix", cell)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
