"""Titles of problems in plain English: boards with their sides, plurals, one title for each family."""

import pytest

import rookery as rk
from rookery.core.words import pluralize
from rookery.models import Board, Piece, Problem
from rookery.models.pieces.files import piece_of
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.reading.given import plain_piece, take_piece

FOUR = Board(4)
TITLES: list[tuple[Problem, str]] = [
    (rk.placement(QUEEN, 8, 8), "8 queens on an 8x8 board"),
    (rk.placement({QUEEN: 2, ROOK: None}, FOUR), "2 queens and as many rooks as possible on a 4x4 board"),
    (rk.placement(KING, FOUR, "any", forbidden=["a4", "b4"]),
     "Any number of kings on a 4x4 board, with a4 and b4 forbidden"),
    (rk.placement(QUEEN, Board(4, holes=[(0, 0)]), 2, forbidden=["a3", "b3", "c3", "d3", "a2"]),
     "2 queens on a 4x4 board without a4, with 5 forbidden squares"),
    (rk.domination(KNIGHT, FOUR, "independent"), "Independent domination by knights on a 4x4 board"),
    (rk.k_fold(KING, FOUR, 3, closed=True), "3-tuple domination by kings on a 4x4 board"),
    (rk.domination(QUEEN, 3, allowed="border"), "Border domination by queens on a 3x3 board, with b2 forbidden"),
    (rk.sighted({QUEEN: 3}, FOUR, 1), "3 queens and 1 pawn, none in sight of another, on a 4x4 board"),
    (rk.guards([QUEEN, BISHOP], FOUR, costs=[9, 3]),
     "Cheapest domination by queens (9) and bishops (3) on a 4x4 board"),
    (rk.guards({KING: 1, QUEEN: 2, KNIGHT: 5}, 8),
     "Domination by 1 king, 2 queens and 5 knights on an 8x8 board"),
    (rk.coverage(QUEEN, FOUR, 2), "Most squares attacked or occupied by 2 queens on a 4x4 board"),
    (rk.coverage({QUEEN: 1, KNIGHT: 2}, FOUR, kind="independent", goal="fewest"),
     "Fewest squares attacked or occupied by 1 non-attacking queen and 2 non-attacking knights on a 4x4 board"),
    (rk.armies((QUEEN, QUEEN), FOUR), "Largest two peaceable queen armies on a 4x4 board"),
    (rk.placement(Piece("ox", "O", leaps=[(1, 0)], plural="oxen"), 3, 2), "2 oxen on a 3x3 board"),
    (rk.placement(Piece("ox", "O", leaps=[(1, 0)], plural="oxen"), 3, 1), "1 ox on a 3x3 board"),
]  # fmt: skip


@pytest.mark.parametrize(("problem", "title"), TITLES, ids=[title for _, title in TITLES])
def test_title_of_a_problem(problem: Problem, title: str) -> None:
    assert problem.title == title
    assert "board" not in problem.phrase  # reports add it


def test_plurals() -> None:
    several = "queens", "phoenixes", "harpies", "monkeys", "ferzes", "witches", "ys", "princesses"
    for one, many in zip(
        ("queen", "phoenix", "harpy", "monkey", "ferz", "witch", "y", "princess"), several, strict=True
    ):
        assert pluralize(one) == Piece(one, "X", leaps=[(1, 0)]).plural == many


def test_piece_may_have_a_plural_of_its_own() -> None:
    ox = Piece("ox", "O", leaps=[(1, 0)], plural="oxen")
    assert take_piece(plain_piece(ox)).plural == "oxen"
    assert piece_of("ox", {"betza": "W", "plural": "oxen"}).plural == "oxen"
    assert ox == Piece("ox", "O", leaps=[(1, 0)])


def test_sentence_of_an_answer() -> None:
    eight = rk.placement(QUEEN, 8, 8)
    assert str(rk.solve(eight)) == "8 queens on an 8x8 board: solved"
    orbits = rk.solve(eight, want="all", up_to_symmetry=True)
    assert str(orbits).endswith(": 12 solutions up to symmetry (92 in total), complete")
    assert str(rk.solve(eight, want="all", limit=1)).endswith(": 1 solution found, stopped by the solution limit")
    assert str(rk.solve(rk.domination(QUEEN, 5))) == "Domination by queens on a 5x5 board: 3 (optimal)"
    assert str(rk.solve(rk.placement(QUEEN, 3, 3))) == "3 queens on a 3x3 board: no solution"
