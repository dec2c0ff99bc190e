"""Titles of problems in plain English: boards with their sides, plurals, one title for each family."""

import pytest

from rookery import domination, placement
from rookery.backends import solve
from rookery.backends.contract.answer import sentence
from rookery.core.words import join_words, pluralize
from rookery.models import Board, Piece, Problem
from rookery.models.pieces.files import piece_of
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.catalogue import (
    armies,
    cheapest_domination,
    coverage,
    k_fold_domination,
    sighted_placement,
)
from rookery.models.problems.family import a_board
from rookery.models.problems.plain import plain_piece, read_piece
from rookery.models.problems.registry import describe

FOUR = Board(4)
TITLES: list[tuple[Problem, str]] = [
    (placement(QUEEN, Board(8), 8), "8 queens on an 8x8 board"),
    (placement({QUEEN: 2, ROOK: None}, FOUR), "2 queens and as many rooks as possible on a 4x4 board"),
    (domination(KNIGHT, FOUR, "independent"), "Independent domination of a 4x4 board with knights"),
    (k_fold_domination(KING, FOUR, 3, closed=True), "3-tuple domination of a 4x4 board with kings"),
    (domination(QUEEN, FOUR, allowed="border"), "Dominating a 4x4 board with queens on its border"),
    (sighted_placement({QUEEN: 3}, FOUR, 1), "3 queens and 1 pawn on a 4x4 board, none in sight of another"),
    (
        cheapest_domination({QUEEN: 9, BISHOP: 3}, FOUR),
        "Cheapest domination of a 4x4 board with queens (9) and bishops (3)",
    ),
    (coverage(QUEEN, FOUR, 2), "Most squares attacked or occupied by 2 queens on a 4x4 board"),
    (armies((QUEEN, QUEEN), FOUR), "Largest two peaceable queen armies on a 4x4 board"),
]


@pytest.mark.parametrize(("problem", "title"), TITLES, ids=[title for _, title in TITLES])
def test_title_of_a_problem(problem: Problem, title: str) -> None:
    assert problem.title == title
    assert problem.asked is not None
    phrase = describe(problem.asked).phrase
    assert "x" not in phrase.replace("maximal", "")  # reports add the board


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (Board(1), "a 1x1 board"),
        (Board(8, 3), "an 8x3 board"),
        (Board(18), "an 18x18 board"),
        (Board(81, 2), "an 81x2 board"),
        (Board(12), "a 12x12 board"),
        (Board(111, 1), "a 111x1 board"),
        (Board(3, holes=[(0, 0)]), "a 3x3 board without 0,0"),
        (Board(3, holes=[(0, 1), (0, 0)]), "a 3x3 board without 0,0 and 0,1"),
        (Board(3, torus=True, holes=[(0, at) for at in range(3)] + [(1, 0), (1, 1)]), "a 3x3 torus with 5 holes"),
    ],
)
def test_board_has_its_article(board: Board, words: str) -> None:
    assert a_board(board) == words


@pytest.mark.parametrize(
    ("one", "several"),
    [("queen", "queens"), ("phoenix", "phoenixes"), ("harpy", "harpies"), ("monkey", "monkeys"), ("ferz", "ferzes"),
     ("witch", "witches"), ("y", "ys"), ("princess", "princesses")],
)  # fmt: skip
def test_plurals(one: str, several: str) -> None:
    assert pluralize(one) == several
    assert Piece(one, "X", leaps=[(1, 0)]).plural == several


def test_piece_may_have_a_plural_of_its_own() -> None:
    ox = Piece("ox", "O", leaps=[(1, 0)], plural="oxen")
    assert placement(ox, Board(3), 2).title == "2 oxen on a 3x3 board"
    assert placement(ox, Board(3), 1).title == "1 ox on a 3x3 board"
    assert read_piece(plain_piece(ox)).plural == "oxen"
    assert "plural" not in plain_piece(Piece("ox", "O", leaps=[(1, 0)]))  # else old stores would hold another piece
    assert piece_of("ox", {"betza": "W", "plural": "oxen"}).plural == "oxen"
    assert ox == Piece("ox", "O", leaps=[(1, 0)])


@pytest.mark.parametrize(
    ("words", "joined"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_join_words(words: list[str], joined: str) -> None:
    assert join_words(words) == joined


def test_sentence_of_an_answer() -> None:
    eight = placement(QUEEN, Board(8), 8)
    assert sentence(solve(eight)) == "8 queens on an 8x8 board: solved"
    orbits = solve(eight, want="all", up_to_symmetry=True)
    assert sentence(orbits).endswith(": 12 solutions up to symmetry (92 in total), complete")
    assert sentence(solve(eight, want="all", limit=1)).endswith(": 1 solution found, stopped by the solution limit")
    assert sentence(solve(domination(QUEEN, Board(5)))) == "Dominating a 5x5 board with queens: 3 (optimal)"
    assert sentence(solve(placement(QUEEN, Board(3), 3))) == "3 queens on a 3x3 board: no solution"
