"""Attacks of placed pieces, walked step by step for the referee.

The declarations of problems list attacks in other code, so that a fault in one is found by the other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain

from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.pieces.piece import Piece

MAX_KEPT = 4_096  # squares of a board whose attacks are kept for the next placement
MANY_STEPS = 10_000  # pieces times the longer side, from which on lines are searched instead of walked
PIECE, HOLE = 1, 2  # what a cell of a large board holds


class Walked:
    """A placement whose attacks are walked again: `pieces` on the cells of a `board`."""

    def __init__(self, board: AbstractBoard, pieces: Mapping[Cell, Piece]) -> None:
        self.board = board
        self.pieces = dict(pieces)

    def meetings(self, sighted: bool = False) -> Iterator[tuple[Cell, Cell]]:
        """Yield the cells of two pieces for each attack of the first one on the second.

        Pieces attack through others; if `sighted`, a ride ends at the first piece that it meets.
        """
        if not sighted and isinstance(self.board, Board) and self._takes_seconds(self.board):
            yield from self._search_lines(self.board)
            return
        for start in self.pieces:
            for target in self._targets(start, sighted) & self.pieces.keys():
                yield start, target

    def guards(self, sighted: bool = False) -> Iterator[tuple[Cell, int]]:
        """Yield each cell with the number of pieces that attack it; `sighted` as in `meetings`."""
        numbers = Counter(chain.from_iterable(self._targets(start, sighted) for start in self.pieces))
        return ((cell, numbers[cell]) for cell in self.board)

    def _targets(self, start: Cell, sighted: bool) -> frozenset[Cell]:
        piece = self.pieces[start]
        return sight(piece, start, self.pieces, self.board) if sighted else reach(piece, start, self.board)

    def _takes_seconds(self, board: Board) -> bool:
        return len(self.pieces) * max(board.rows, board.columns) > MANY_STEPS and not any(board.joined)

    def _search_lines(self, board: Board) -> Iterator[tuple[Cell, Cell]]:
        """Yield the attacks of `meetings` on a board without joined edges, where walking takes seconds.

        A ride is a slice of the table of all cells, in which pieces and holes are found at the speed of C.
        """
        table = bytearray(board.rows * board.columns)
        for mark, squares in ((PIECE, self.pieces), (HOLE, board.holes)):
            for row, column in squares:
                table[row * board.columns + column] = mark
        for start, piece in self.pieces.items():
            first, targets = start[0] * board.columns + start[1], set[int]()
            for (down, right), limit in piece.rides:
                sides = (start[0], down, board.rows), (start[1], right, board.columns)
                steps = min((size - 1 - at if by > 0 else at) // abs(by) for at, by, size in sides if by)
                steps, by = min(steps, limit or steps), down * board.columns + right
                # Every cell on the way has a number from 0, so a slice to below 0 ends at the last of them
                end = first + by * (steps + 1)
                line = table[first + by : end if end >= 0 else None : by] if steps else bytearray()
                line = line[: line.index(HOLE)] if HOLE in line else line
                if PIECE in line:
                    targets.update(first + by * (at + 1) for at, mark in enumerate(line) if mark)
            yield from ((start, board.cell_type(*divmod(target, board.columns))) for target in targets)


def reach(piece: Piece, start: Cell, board: AbstractBoard) -> frozenset[Cell]:
    """Return the cells that a piece attacks from `start` on the empty board."""
    if len(board) > MAX_KEPT:
        return frozenset(chain.from_iterable(board.walk(piece, start)))
    kept = _keep(piece, board)
    if start not in kept:
        kept[start] = frozenset(chain.from_iterable(board.walk(piece, start)))
    return kept[start]


@lru_cache(maxsize=64)
def _keep(piece: Piece, board: AbstractBoard) -> dict[Cell, frozenset[Cell]]:
    """Return the attacks of a piece that are known so far; `reach` adds to them."""
    return {}


def sight(piece: Piece, start: Cell, pieces: Mapping[Cell, Piece], board: AbstractBoard) -> frozenset[Cell]:
    """Return the cells that a piece attacks from `start` if each ride ends at the first of `pieces` that it meets."""
    seen: set[Cell] = set()
    for way in board.walk(piece, start):
        for cell in way:
            seen.add(cell)
            if cell in pieces:
                break
    return frozenset(seen)
