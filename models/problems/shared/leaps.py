"""Who attacks whom by leaps on a large rectangle, as arrays: a board of 1000x1000 has four million pairs of kings."""

from typing import TYPE_CHECKING, TypeGuard

from rookery.models.board import Board, Step, is_straight
from rookery.models.ground.protocol import Ground
from rookery.models.pieces.piece import Piece
from rookery.models.problems.shared.attacks import ride_axes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = tuple[NDArray[np.int64], NDArray[np.int32]]

LARGE = 20_000  # squares: a board of 141x141; a smaller one is declared sooner than numpy is imported


def leap_pairs(piece: Piece, board: Ground) -> "Table | None":
    """The pairs of squares a leap apart: where each begins in a list of square numbers, and this list.

    None for a piece that rides, and for a board that is small, joined, or has
    holes: `cliques` has their pairs.
    """
    if not _is_large_rectangle(board) or any(reach != 1 for _, reach in piece.rides):
        return None
    import numpy as np

    steps = sorted(axis.step for axis in ride_axes(piece))
    member = np.concatenate([np.empty(0, np.int32), *(_pairs(step, board) for step in steps)])
    return np.arange(0, member.size + 1, 2), member


def leap_guards(piece: Piece, board: Ground) -> "Table | None":
    """Each square with those from which a piece attacks it, ascending after it: where each begins, and the squares.

    None where `leap_pairs` has none.
    """
    if not _is_large_rectangle(board) or any(reach != 1 for _, reach in piece.rides):
        return None
    import numpy as np

    back = sorted(Step(-step.rows, -step.columns) for step, _ in piece.rides)
    row, column = np.divmod(np.arange(len(board), dtype=np.int32)[:, None], np.int32(board.columns))
    rows, columns = (np.array([(0, *ats)], np.int32) for ats in zip(*back, strict=True))
    row, column = row + rows, column + columns
    there = (row >= 0) & (row < board.rows) & (column >= 0) & (column < board.columns)
    first = np.concatenate(([0], np.cumsum(there.sum(axis=1))))
    return first, (row * np.int32(board.columns) + column)[there]


def _is_large_rectangle(board: Ground) -> TypeGuard[Board]:
    return len(board) >= LARGE and is_straight(board) and not board.holes and not any(board.joined)


def _pairs(step: Step, board: Board) -> "NDArray[np.int32]":
    """Each square from which a step stays on the board, before the square that it leads to."""
    import numpy as np

    numbers = np.arange(len(board), dtype=np.int32).reshape(board.rows, board.columns)
    starts = numbers[_from(step.rows), _from(step.columns)]
    return np.stack((starts, starts + step.rows * board.columns + step.columns), axis=-1).ravel().astype(np.int32)


def _from(step: int) -> slice:
    """Where on one axis a step begins that ends on the board."""
    return slice(None, -step or None) if step >= 0 else slice(-step, None)
