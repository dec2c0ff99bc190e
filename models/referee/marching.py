"""Attacks walked anew for the referee on large boards: many pieces take their steps together, as arrays.

It is the walk of `Board.walk` and no other: step by step along each ride, until it leaves the board, ends at a hole, is
back where it began, or has no further step.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, TypeGuard

from rookery.models.board import MOST_SQUARES, Board
from rookery.models.ground.protocol import Ground, Place
from rookery.models.pieces.piece import Piece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Cells = NDArray[np.int64]  # a row times the number of columns, plus a column
    Marks = NDArray[np.bool_]  # one for each cell

FEWEST_STEPS = 10_000  # pieces times squares of a side: fewer are walked sooner one by one than numpy is imported
MOST_STEPS = 1 << 22  # whose cells are kept at once


def is_vast(board: Ground, pieces: Mapping[Place, Piece]) -> TypeGuard[Board]:
    """Whether the pieces are to be walked together: many on a large board whose ways are those of `Board.walk`."""
    return (
        isinstance(board, Board)
        and type(board).walk is Board.walk
        and len(pieces) * max(board.rows, board.columns) > FEWEST_STEPS
        and all(abs(far) <= MOST_SQUARES for piece in {*pieces.values()} for step, _ in piece.rides for far in step)
    )


def march_meetings(pieces: Mapping[Place, Piece], board: Board) -> Iterator[tuple[Place, Place]]:
    """Who attacks whom, through whatever stands between."""
    for pairs in _attacks(pieces, board, _mark(pieces, board)):
        for start, there in zip(*(each.tolist() for each in pairs), strict=True):
            yield board.place(*divmod(start, board.columns)), board.place(*divmod(there, board.columns))


def march_guards(pieces: Mapping[Place, Piece], board: Board) -> list[int]:
    """By how many pieces each square is attacked, in their order."""
    import numpy as np

    size = board.rows * board.columns
    found = np.zeros(size, np.int64)
    for _, cells in _attacks(pieces, board, np.ones(size, np.bool_)):
        found += np.bincount(cells, minlength=size)
    numbers: list[int] = found[~_mark(board.holes, board)].tolist()
    return numbers


def _attacks(pieces: Mapping[Place, Piece], board: Board, wanted: "Marks") -> Iterator[tuple["Cells", "Cells"]]:
    """Which pieces attack which wanted cells, each once although two rides may lead there: their cells, those cells."""
    import numpy as np

    size, side = board.rows * board.columns, max(board.rows, board.columns)
    for piece, squares in _sort(pieces).items():
        many = max(1, MOST_STEPS // (side * max(1, len(piece.rides))))
        for first in range(0, len(squares), many):
            steps = _march(piece, _number(squares[first : first + many], board), board)
            hits = [(starts * size + cells)[wanted[cells]] for starts, cells in steps]
            if hits:
                yield np.divmod(np.unique(np.concatenate(hits)), size)


def _sort(pieces: Mapping[Place, Piece]) -> dict[Piece, list[Place]]:
    """The squares of each sort of piece."""
    sorts: dict[Piece, list[Place]] = {}
    for square, piece in pieces.items():
        sorts.setdefault(piece, []).append(square)
    return sorts


def _number(squares: Sequence[Place], board: Board) -> "Cells":
    """The numbers of some cells."""
    import numpy as np

    return np.array([row * board.columns + column for row, column in squares], np.int64)


def _mark(squares: Collection[Place], board: Board) -> "Marks":
    """For each cell whether it is one of some squares."""
    import numpy as np

    marked = np.zeros(board.rows * board.columns, np.bool_)
    marked[_number([*squares], board)] = True
    return marked


def _march(piece: Piece, starts: "Cells", board: Board) -> Iterator[tuple["Cells", "Cells"]]:
    """After each step where the walkers that are still on their way began, and where they are."""
    import numpy as np

    rides, holes = (
        [(*step, min(reach or MOST_SQUARES, MOST_SQUARES)) for step, reach in piece.rides],
        _mark(board.holes, board),
    )
    down, right, last = np.tile(np.array(rides, np.int64).reshape(-1, 3), (len(starts), 1)).T
    begin = np.repeat(starts, len(rides))
    row, column = np.divmod(begin, board.columns)
    for steps in count(1):
        row, column = board.wrap(row + down, column + right)
        here = (row >= 0) & (row < board.rows) & (column >= 0) & (column < board.columns) & (steps <= last)
        cell = np.where(here, row * board.columns + column, begin)
        here &= (cell != begin) & ~holes[cell]
        if not here.all():
            begin, row, column, cell, down, right, last = (
                each[here] for each in (begin, row, column, cell, down, right, last)
            )
        if not len(begin):
            return
        yield begin, cell
