"""Every backend against an oracle that tries all subsets of the squares: every kind of problem on all small boards."""

from typing import Any

import pytest
from oracle.case import asked
from oracle.trying import truth
from rookery_tests.family_cases import check

from rookery.backends import Backend
from rookery.models import Board, Piece, Ride, Step, domination, placement
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import KINDS

SOLDIER = Piece("soldier", "S", leaps=[(-1, 0), (-1, -1), (1, 1)])
SHORT = Piece("short rook", "R", rides=[Ride(Step(0, 1), 2), Ride(Step(0, -1), 2), Ride(Step(1, 0), 3)])
PIECES = [QUEEN, ROOK, BISHOP, KNIGHT, KING, SOLDIER, SHORT]
BOARDS = [
    *(Board(rows, columns) for rows in range(1, 5) for columns in range(1, 5)),
    Board(3, holes=[(1, 1)]),
    Board(4, holes=[(0, 0), (2, 1)]),
    Board(2, 5, holes=[(0, 4), (1, 0)]),
    Board(3, 4, holes=[(1, column) for column in range(4)]),
    Board(3, torus=True),
    Board(2, 4, torus=True),
    Board(3, 4, torus=True, holes=[(2, 2)]),
]
pytestmark = [pytest.mark.nojit, pytest.mark.share(8)]

PAIRS = [(piece, board) for board in BOARDS for piece in PIECES]
QUICK = 6  # squares of the boards that a quick run has time for
TWO_SQUARES = [(piece, board) for piece, board in PAIRS[::3] if len(board) > 1]


def pairs(every: list[tuple[Piece, Board]]) -> pytest.MarkDecorator:
    """Each piece on each board; large boards are slow."""
    cases = [pytest.param(*pair, marks=pytest.mark.slow if len(pair[1]) > QUICK else ()) for pair in every]
    return pytest.mark.parametrize(("piece", "board"), cases, ids=[f"{piece} on {board}" for piece, board in every])


def expect(family: str, piece: Piece, board: Board, **more: Any) -> tuple[int | None, set[frozenset[int]]]:
    return truth(asked(family, [piece], board, **more)).squares


@pairs(PAIRS)
@pytest.mark.part(7)
def test_placements(piece: Piece, board: Board, backend: Backend[Any]) -> None:
    size, most = expect("placement", piece, board, each=(None,))
    assert size is not None
    check(backend, placement(piece, board), (size, most))
    for count in {0, 2, size, size + 1} & set(range(len(board) + 1)):
        check(backend, placement(piece, board, count), expect("placement", piece, board, each=(count,)))


@pairs(PAIRS)
@pytest.mark.part(7)
def test_dominations(piece: Piece, board: Board, backend: Backend[Any]) -> None:
    for kind in KINDS:
        check(backend, domination(piece, board, kind), expect("domination", piece, board, kind=kind))


@pairs(TWO_SQUARES)
@pytest.mark.part(3)
def test_givens(piece: Piece, board: Board, backend: Backend[Any]) -> None:
    """The first square is fixed, the last one forbidden."""
    first, last = board.square(0), board.square(len(board) - 1)
    given = {"fixed": ((*first, 0),), "forbidden": (tuple(last),)}
    for count in (2, None):
        expected = expect("placement", piece, board, each=(count,), **given)
        check(backend, placement(piece, board, count, [first], [last]), expected)
    for kind in KINDS:
        expected = expect("domination", piece, board, kind=kind, **given)
        check(backend, domination(piece, board, kind, [first], [last]), expected)
