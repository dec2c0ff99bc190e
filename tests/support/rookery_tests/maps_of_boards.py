"""The maps of a board onto itself, tried out one by one."""

from collections.abc import Iterator
from itertools import product

from rookery.models import Board, Square

Map = dict[Square, Square]


def every_map(board: Board) -> Iterator[Map]:
    """Every transposition, flip and shift that takes the squares of a board to squares."""
    rows, columns = (
        side if joined else 1 for side, joined in zip((board.rows, board.columns), board.joined, strict=True)
    )
    shifts = product(range(rows), range(columns))
    for (down, right), turned, over, mirrored in product(shifts, (False, True), (False, True), (False, True)):
        if turned and (board.rows != board.columns or board.kind == "cylinder"):
            continue
        image = {}
        for square in board:
            row, column = (square.column, square.row) if turned else square
            row = board.rows - 1 - row if over else row
            column = board.columns - 1 - column if mirrored else column
            image[square] = Square((row + down) % board.rows, (column + right) % board.columns)
        if set(image.values()) == set(board):
            yield image
