"""Cylinders, compared with a walk on a strip of copies of the board."""

from collections.abc import Iterator
from itertools import combinations

import pytest

import rookery as rk
from rookery.models.pieces.piece import Piece
from rookery.models.problems.shared.attacks import attackers, attacks, cliques
from rookery.models.problems.shared.sight import paths
from rookery.models.referee.walking import reach

FORWARD = Piece("forward", "F", rides=[rk.Ride(rk.Step(-1, 1)), rk.Ride(rk.Step(0, 1), 2)])
PIECES = (rk.QUEEN, rk.BISHOP, rk.KNIGHT, rk.KING, FORWARD)
BOARDS = (
    rk.Board(1, cylinder=True),
    rk.Board(3, cylinder=True),
    rk.Board(2, 5, cylinder=True),
    rk.Board(5, 2, cylinder=True),
    rk.Board(4, 3, holes=[(1, 1), (2, 0)], cylinder=True),
)


def hit(piece: Piece, board: rk.Board, start: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Walk on a strip of many copies of the board, side by side."""
    for (down, across), limit in piece.rides:
        row, column = start
        for _ in range(limit or 50):
            row, column = row + down, column + across
            cell = row, column % board.columns
            if not 0 <= row < board.rows or cell in board.holes or cell == start:
                break
            yield cell


@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_attacks_on_a_cylinder_are_those_of_a_strip(piece: Piece) -> None:
    for board in BOARDS:
        squares = list(board)
        expected = [set(hit(piece, board, square)) for square in squares]
        assert [{squares[at] for at in each} for each in attacks(piece, board)] == expected
        assert [set(reach(piece, square, board)) for square in board] == expected
        assert [set(each) for each in attackers(piece, board)] == [
            {at for at, each in enumerate(expected) if square in each} for square in board
        ]
        pairs = {(squares[at], cell) for at, each in enumerate(expected) for cell in each}
        assert {(squares[way.source], squares[way.target]) for way in paths(piece, board)} == pairs
        meeting = {frozenset(map(board.index, pair)) for pair in pairs}
        assert {frozenset(two) for clique in cliques(piece, board) for two in combinations(clique, 2)} == meeting


def test_cylinder_turns_by_half() -> None:
    board = rk.Board(4, cylinder=True)
    with pytest.raises(rk.BadInput, match="no quarter turn"):
        rk.Placement(board, {}).rotated()
    assert list(rk.Placement(board, {(0, 1): rk.QUEEN}).rotated(2)) == [(3, 2)]
