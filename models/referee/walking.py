"""Attacks walked anew, for the referee of chess: square by square, with nothing but `Board` and `Piece`."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rookery.models.board import Board, Square
from rookery.models.pieces.piece import Piece

Pieces = Mapping[Square, Piece]


def meetings(pieces: Pieces, board: Board) -> Iterator[tuple[Square, Square]]:
    """Who attacks whom, through whatever stands between."""
    for square, piece in pieces.items():
        for target in reach(piece, square, board):
            if target in pieces:
                yield square, target


def sightings(pieces: Pieces, board: Board) -> Iterator[tuple[Square, Square]]:
    """Who attacks whom in a line of sight."""
    for square, piece in pieces.items():
        for target in sight(piece, square, pieces, board):
            if target in pieces:
                yield square, target


def sight(piece: Piece, start: Square, pieces: Pieces, board: Board) -> set[Square]:
    """The squares that a piece attacks from `start` when a ride ends at the first piece that it meets."""
    seen: set[Square] = set()
    for (rows, columns), limit in piece.rides:
        row, column, steps = *start, 0
        while limit is None or steps < limit:
            row, column, steps = row + rows, column + columns, steps + 1
            if board.torus:
                row, column = row % board.rows, column % board.columns
            if (row, column) not in board or (row, column) == start:
                break
            seen.add(Square(row, column))
            if (row, column) in pieces:
                break
    return seen


@lru_cache(maxsize=1 << 16)
def reach(piece: Piece, start: Square, board: Board) -> frozenset[Square]:
    """The squares that a piece attacks from `start` on the empty board."""
    attacked: set[Square] = set()
    for (rows, columns), limit in piece.rides:
        row, column = start
        for _ in range(limit or board.rows * board.columns):
            row, column = row + rows, column + columns
            if board.torus:
                row, column = row % board.rows, column % board.columns
            if (row, column) not in board or (row, column) == start:
                break
            attacked.add(Square(row, column))
    return frozenset(attacked)
