"""An oracle for small boards, written anew: every subset of the squares at once, as bit masks in numpy arrays.

It shares nothing with the toolkit but `Board` and `Piece` as data; attacks are decided for each pair of squares.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rookery.models import Board, Piece

Masks = NDArray[Any]


def squares(board: Board) -> list[tuple[int, int]]:
    cells = [(row, column) for row in range(board.rows) for column in range(board.columns)]
    return [cell for cell in cells if cell not in set(board.holes)]


def attacks(piece: Piece, board: Board, source: tuple[int, int], target: tuple[int, int]) -> bool:
    """Whether some ride leads from `source` to `target` over squares that are there."""
    return source != target and any(
        _leads(step, reach or board.rows * board.columns, board, source, target) for step, reach in piece.rides
    )


def _leads(step: tuple[int, int], reach: int, board: Board, source: tuple[int, int], target: tuple[int, int]) -> bool:
    there = set(squares(board))
    for times in range(1, reach + 1):
        cell = (source[0] + times * step[0], source[1] + times * step[1])
        if board.torus:
            cell = (cell[0] % board.rows, cell[1] % board.columns)
        if cell == target:
            return True
        if cell not in there or cell == source:
            return False
    return False


def attacked(piece: Piece, board: Board) -> list[int]:
    """For each square the mask of the squares that a piece standing there attacks."""
    cells = squares(board)
    return [sum(1 << bit for bit, to in enumerate(cells) if attacks(piece, board, at, to)) for at in cells]


class Oracle:
    """All subsets of the squares of one board as placements of one piece, with what each attacks."""

    def __init__(self, piece: Piece, board: Board) -> None:
        self.hits = attacked(piece, board)
        self.full = (1 << len(self.hits)) - 1
        self.sets = np.arange(self.full + 1, dtype=np.int64)
        self.sizes = self._grown(lambda sizes, _: sizes + 1)
        self.once, self.twice = self._guards([0] * len(self.hits))
        self.exact, self.more = self._guards([1 << bit for bit in range(len(self.hits))])
        self.peaceful = (self.once & self.sets) == 0

    def _grown(self, add: Any) -> Masks:
        """An array over all subsets, each from the one without its highest square."""
        grown = np.zeros(len(self.sets), dtype=np.int64)
        for bit in range(len(self.hits)):
            grown[1 << bit : 2 << bit] = add(grown[: 1 << bit], bit)
        return grown

    def _guards(self, own: list[int]) -> tuple[Masks, Masks]:
        """The squares guarded at least once and at least twice, a piece guarding what it attacks and its `own`."""
        once = self._grown(lambda before, bit: before | self.hits[bit] | own[bit])
        twice = np.zeros_like(once)
        for bit, hits in enumerate(self.hits):
            low, high = slice(0, 1 << bit), slice(1 << bit, 2 << bit)
            twice[high] = twice[low] | (once[low] & (hits | own[bit]))
        return once, twice

    def dominating(self, kind: str) -> Masks:
        """Which subsets guard the board in the given way."""
        if kind == "total":
            return np.asarray(self.once == self.full)
        guarded = self.exact == self.full
        if kind == "independent":
            return np.asarray(guarded & self.peaceful)
        return np.asarray(guarded & (self.more == 0) if kind == "perfect" else guarded)

    def least(self, accepted: Masks) -> tuple[int | None, set[frozenset[int]]]:
        """The smallest size among the accepted subsets, and those that have it."""
        return self._best(accepted, min)

    def most(self, accepted: Masks) -> tuple[int | None, set[frozenset[int]]]:
        """The largest size among the accepted subsets, and those that have it."""
        return self._best(accepted, max)

    def _best(self, accepted: Masks, best: Any) -> tuple[int | None, set[frozenset[int]]]:
        if not accepted.any():
            return None, set()
        size = int(best(self.sizes[accepted].tolist()))
        return size, self.of_size(accepted, size)

    def of_size(self, accepted: Masks, size: int) -> set[frozenset[int]]:
        """The accepted subsets of one size, as sets of square numbers."""
        return {frozenset(_bits(mask)) for mask in self.sets[accepted & (self.sizes == size)].tolist()}


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)


@lru_cache(maxsize=4)
def oracle(piece: Piece, board: Board) -> Oracle:
    """The oracle of a piece on a board; a few are kept, each some megabytes."""
    return Oracle(piece, board)
