"""The group of a board's symmetries, as arrays: 28,800 of a torus of 60 are found at once."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from rookery.models.board import Board, Square
from rookery.models.pieces.piece import Piece
from rookery.models.symmetry.alike import Turn, keeps_differences, keeps_rides, keeps_targets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Moves = NDArray[np.int64]

MOST_AT_ONCE = 1 << 22  # numbers that one array holds on the way
FIRST_SQUARES = 1, 16  # of a set that a move must keep: most moves fail on the first few


def symmetries(
    board: Board, pieces: Iterable[Piece] = (), invariant: Iterable[Iterable[Square]] = (), sight: bool = False
) -> "Moves":
    """The moves of a board that keep its holes, what the pieces attack, and each of the given sets of squares.

    A row each, of five numbers: whether it transposes, whether it then flips rows and columns, and how far it then
    shifts them along joined edges. The identity comes first, and no two move the squares alike: mostly 8 for a square,
    4 for a rectangle, times the number of squares for a torus. With `sight`, what shields pieces is kept too.
    """
    pieces = tuple(pieces)
    moves = _all(board, [turn for turn in _turns(board) if _may_keep(turn, pieces, board, sight)])
    for squares in (board.holes, *invariant):
        moves = _keeping(squares, board, moves)
    moves = _distinct(board, moves)
    return _exact(board, pieces, sight, moves) if board.holes else moves


def move_cells(board: Board, moves: "Moves", cells: Any) -> "Moves":
    """Where each move takes each cell (its row times the number of columns, plus its column): a row a move."""
    import numpy as np

    transpose, flip_rows, flip_columns, down, right = (moves[:, [at]] for at in range(5))
    above, left = np.divmod(np.asarray(cells, np.int64), board.columns)
    row, column = np.where(transpose, left, above), np.where(transpose, above, left)
    row = (np.where(flip_rows, board.rows - 1 - row, row) + down) % board.rows
    column = (np.where(flip_columns, board.columns - 1 - column, column) + right) % board.columns
    found: Moves = row * board.columns + column
    return found


def blocks(moves: int, size: int) -> Iterator[slice]:
    """Slices of so many moves whose images of `size` cells an array can hold."""
    many = max(1, MOST_AT_ONCE // max(1, size))
    return (slice(start, min(start + many, moves)) for start in range(0, moves, many))


def _turns(board: Board) -> Iterator[Turn]:
    for turn in map(Turn._make, product((False, True), repeat=3)):
        if (board.rows == board.columns and board.joined[0] == board.joined[1]) or not turn.transpose:
            yield turn


def _may_keep(turn: Turn, pieces: Sequence[Piece], board: Board, sight: bool) -> bool:
    """Whether a turn keeps what the pieces attack; where holes end rides, that is seen square by square later."""
    return bool(board.holes) or all(
        keeps_rides(turn, piece, board) or keeps_differences(turn, piece, board, sight) for piece in pieces
    )


def _all(board: Board, turns: Sequence[Turn]) -> "Moves":
    """Every shift along joined edges after every turn."""
    import numpy as np

    far = [side if joined else 1 for side, joined in zip((board.rows, board.columns), board.joined, strict=True)]
    shifts = np.indices(far).reshape(2, -1).T
    turned = np.array(turns, np.int64)
    return np.hstack((np.tile(turned, (len(shifts), 1)), np.repeat(shifts, len(turned), axis=0)))


def _keeping(squares: Iterable[Square], board: Board, moves: "Moves") -> "Moves":
    """The moves that take a set of squares onto itself."""
    import numpy as np

    cells = np.array([row * board.columns + column for row, column in squares], np.int64)
    inside = np.zeros(board.rows * board.columns, np.bool_)
    inside[cells] = True
    for most in (*FIRST_SQUARES, len(cells)):
        some = cells[:most]
        kept = [inside[move_cells(board, moves[part], some)].all(axis=1) for part in blocks(len(moves), len(some))]
        moves = moves[np.concatenate(kept)]
    return moves


def _distinct(board: Board, moves: "Moves") -> "Moves":
    """One move of those that move all squares alike, as both flips of a single square do."""
    first, across, down = Square(0, 0), Square(0, min(1, board.columns - 1)), Square(min(1, board.rows - 1), 0)
    deciding = tuple(board) if board.holes else (first, across, down)  # without holes, three squares say where all go
    if not deciding:
        return moves[:1]
    cells = [row * board.columns + column for row, column in deciding]
    places: dict[bytes, int] = {}
    for part in blocks(len(moves), len(cells)):
        for at, image in enumerate(move_cells(board, moves[part], cells), start=part.start):
            places.setdefault(image.tobytes(), at)
    return moves[list(places.values())]


def _exact(board: Board, pieces: Sequence[Piece], sight: bool, moves: "Moves") -> "Moves":
    """The moves of a board with holes that keep what the pieces attack: by their steps, or else square by square."""
    odd = {
        turn: [piece for piece in pieces if not keeps_rides(turn, piece, board)] for turn in _turns(board)
    }  # a move that keeps the holes and the steps keeps what is attacked

    def keeps(move: Sequence[int]) -> bool:
        doubtful = odd[Turn(*map(bool, move[:3]))]
        return not doubtful or all(keeps_targets(_image(board, move), piece, board, sight) for piece in doubtful)

    return moves[[keeps(move) for move in moves.tolist()]]


def _image(board: Board, move: Sequence[int]) -> list[int]:
    """Where a move takes each square of a board with holes, by their numbers."""
    import numpy as np

    cells = [row * board.columns + column for row, column in board]
    there = move_cells(board, np.array([move], np.int64), cells)[0]
    return [board.index(divmod(cell, board.columns)) for cell in there.tolist()]
