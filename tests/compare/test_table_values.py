"""Tables: the value of each entry, and how sure it is."""

from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.brute_force import BruteForce

from rookery.backends import Answer, End, Question, Status, Want, solve
from rookery.compare.table import Entry, ValueTable, solve_table
from rookery.models import Board, Piece, Problem, domination, placement
from rookery.models.boards.ground import Ground
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK

FEWEST = solve(domination(KNIGHT, Board(3)), BruteForce())
MOST = solve(placement(KNIGHT, Board(3)), BruteForce())
COUNTED = solve(placement(ROOK, Board(2), count=2), BruteForce(), "count")
CUT: dict[str, Any] = {"status": Status.SATISFIED, "complete": False, "end": End.TIME, "bound": None}
NOTHING: dict[str, Any] = {**CUT, "status": Status.UNKNOWN, "objective": None, "count": 0}


@pytest.mark.parametrize(
    ("answer", "text", "value"),
    [
        (FEWEST, "4", 4),
        (replace(FEWEST, **CUT), "<=4", 4),
        (replace(FEWEST, **NOTHING), "?", None),
        (MOST, "5", 5),
        (replace(MOST, **CUT), ">=5", 5),
        (COUNTED, "2", 2),
        (replace(COUNTED, **CUT), ">=2", 2),
        (replace(COUNTED, **NOTHING), "?", None),
        (replace(FEWEST, want=Want.COUNT, count=7), "7", 7),
        (replace(FEWEST, want=Want.COUNT, count=7, complete=False), ">=7", 7),
        (replace(FEWEST, **CUT, want=Want.COUNT, count=1), "?", None),
        (solve(domination(KING, Board(1), "total"), BruteForce()), "-", None),
        (solve(placement(QUEEN, Board(3), count=3), BruteForce(), "count"), "0", 0),
    ],
)
def test_an_entry_says_how_sure_it_is(answer: Answer, text: str, value: int | None) -> None:
    entry = Entry(KNIGHT, Board(3), answer)
    assert (entry.text, entry.value) == (text, value)
    assert entry.as_dict()["value"] == value


def fewest(piece: Piece, board: Ground) -> Problem:
    return domination(piece, board)


def test_entries_come_piece_by_piece() -> None:
    boards = (Board(2), Board(2, 3))
    entries = tuple(solve_table((KING, QUEEN), boards, fewest, BruteForce(), Question()))
    assert [(entry.piece.name, entry.board.spec, entry.text) for entry in entries] == [
        ("king", "2", "1"),
        ("king", "2x3", "1"),
        ("queen", "2", "1"),
        ("queen", "2x3", "1"),
    ]
    table = ValueTable((KING, QUEEN), boards, entries)
    assert table.complete
    assert table.entry(QUEEN, Board(2)) == entries[2]


def test_a_table_that_was_cut_short_is_not_complete() -> None:
    found = Entry(KNIGHT, Board(3), replace(FEWEST, **CUT))
    table = ValueTable((KNIGHT, KING), (Board(3),), (found,))
    assert (table.size, table.unproven, table.complete) == (2, (found,), False)
    assert table.entry(KING, Board(3)) is None
