"""Tables: the value of each entry, and how sure it is."""

from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.brute_force import BruteForce

from rookery import domination, placement
from rookery.backends import Answer, Question, Reason, Status, Want, solve
from rookery.compare.table import Entry, Row, ValueTable, solve_table
from rookery.models import BadInput, Board, Problem
from rookery.models.boards.base import AbstractBoard
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK

FEWEST = solve(domination(KNIGHT, Board(3)), BruteForce())
MOST = solve(placement(KNIGHT, Board(3)), BruteForce())
COUNTED = solve(placement(ROOK, Board(2), count=2), BruteForce(), "count")
CUT: dict[str, Any] = {"status": Status.SATISFIED, "complete": False, "end": Reason.TIME, "bound": None}


@pytest.mark.parametrize(
    ("answer", "text", "value"),
    [
        (FEWEST, "4", 4),
        (replace(FEWEST, **CUT), "<=4", 4),
        (MOST, "5", 5),
        (replace(MOST, **CUT), ">=5", 5),
        (replace(COUNTED, **CUT), ">=2", 2),
        (replace(FEWEST, want=Want.COUNT, count=7, complete=False), ">=7", 7),
        (replace(FEWEST, **CUT, want=Want.COUNT, count=1), "?", None),
        (solve(domination(KING, Board(1), "total"), BruteForce()), "-", None),
        (solve(placement(QUEEN, Board(3), count=3), BruteForce(), "count"), "0", 0),
    ],
)
def test_entry_of_a_table_says_how_sure_it_is(answer: Answer, text: str, value: int | None) -> None:
    entry = Entry("knight", Board(3), answer)
    assert (entry.text, entry.value) == (text, value)
    assert entry.as_dict()["value"] == value


def test_cut_table_is_not_complete() -> None:
    found = Entry("knight", Board(3), replace(FEWEST, **CUT))
    table = ValueTable(("knight", "king"), (Board(3),), (found,))
    assert (table.size, table.unproven, table.complete) == (2, (found,), False)
    assert table.to_csv().splitlines()[1].startswith("knight,3,4,false,satisfied,,time limit,")


def declare_unless_small(board: AbstractBoard) -> Problem:
    if board.side == 1:
        raise BadInput("too small")
    return domination(KING, board)


def test_board_without_a_problem_leaves_its_row() -> None:
    rows, boards = [Row("king", declare_unless_small)], (Board(1), Board(2))
    entries = tuple(solve_table(rows, boards, BruteForce(), Question()))
    assert [(entry.reason, entry.text) for entry in entries] == [("too small", "-"), ("", "1")]
    table = ValueTable(("king",), boards, entries)
    assert table.complete
    assert table.to_bfile("kings") == "# kings, king; n is the side of the board\n# 1: no value: too small\n2 1\n"
    assert table.to_csv().splitlines()[1] == "king,1,,true,no problem,,,,too small"
    with pytest.raises(BadInput, match="too small"):
        tuple(solve_table(rows, [Board(1)], BruteForce(), Question()))


def test_b_file_ends_before_an_unproven_value() -> None:
    entries = [Entry("knight", Board(side), FEWEST) for side in (2, 4)]
    cut = Entry("knight", Board(3), replace(FEWEST, **CUT))
    boards = tuple(entry.board for entry in (*entries, cut))
    lines = ValueTable(("knight",), boards, (*entries, cut)).to_bfile("knights").splitlines()
    assert lines[1:] == ["2 4", "# 3 and on: not proven, <=4"]
    assert ValueTable(("knight",), boards, (entries[0],)).to_bfile("knights").splitlines()[1:] == [
        "2 4",
        "# 3 and on: not proven",
    ]


@pytest.mark.parametrize(
    ("rows", "boards", "fault"),
    [
        (("king", "queen"), (Board(2),), "one sequence, here are 2: king, queen"),
        (("king",), (Board(2, 3),), "a 2x3 board has no place"),
        (("king",), (Board(2), Board(2, torus=True)), "boards 2 and 2:torus have one place"),
    ],
)
def test_b_file_holds_one_sequence_by_sides(rows: tuple[str, ...], boards: tuple[Board, ...], fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        ValueTable(rows, boards, ()).to_bfile("")
