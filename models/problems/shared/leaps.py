"""Who attacks whom by leaps on a large rectangle, as arrays: a board of 1000x1000 has four million pairs of kings."""

from typing import TYPE_CHECKING

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
    if len(board) < LARGE or not is_straight(board) or board.holes or any(board.joined):
        return None
    axes = sorted(ride_axes(piece))
    if any(axis.reach != 1 for axis in axes):
        return None
    import numpy as np

    member = np.concatenate([np.empty(0, np.int32), *(_pairs(axis.step, board) for axis in axes)])
    return np.arange(0, member.size + 1, 2), member


def _pairs(step: Step, board: Board) -> "NDArray[np.int32]":
    """Each square from which a step stays on the board, before the square that it leads to."""
    import numpy as np

    numbers = np.arange(len(board), dtype=np.int32).reshape(board.rows, board.columns)
    starts = numbers[_from(step.rows), _from(step.columns)]
    return np.stack((starts, starts + step.rows * board.columns + step.columns), axis=-1).ravel().astype(np.int32)


def _from(step: int) -> slice:
    """Where on one axis a step begins that ends on the board."""
    return slice(None, -step or None) if step >= 0 else slice(-step, None)
