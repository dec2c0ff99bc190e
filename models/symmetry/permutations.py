"""Symmetries as permutations of variables, and canonical forms and orbits under them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from itertools import permutations as arrangements
from math import factorial, prod
from typing import TYPE_CHECKING, Any, overload

from rookery.core.deadline import checking_deadline
from rookery.core.runtime import has_numpy
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import is_uniform
from rookery.models.model.model import Permutation
from rookery.models.pieces.piece import Piece
from rookery.models.symmetry.maps import keeping_maps, move_square, symmetries

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int64]

FEW_ROWS = 64  # that are compared sooner as lists than column by column
MAX_PLAIN = 1 << 14  # numbers of a table that is made sooner as lists than by numpy, and does without it
MAX_KEPT = 1 << 20  # numbers of a table that is kept, rather than made again for each question
MAX_AT_ONCE = 1 << 22  # numbers that one array holds on the way


class Permutations(Sequence[Permutation]):
    """The symmetries of a board as permutations of the variables, a layer per piece, found on demand.

    They keep what the pieces attack (with `sight`, also the shielding) and each set of `invariant` squares. Layers of
    one sort in `alike` may be exchanged: all symmetries of the board with each exchange. `images` gives any part of the
    table as an array; the whole of it is kept only if it is small. A smaller one is made without numpy.
    """

    def __init__(
        self,
        board: AbstractBoard,
        pieces: Sequence[Piece],
        invariant: Sequence[Iterable[Cell]] = (),
        sight: bool = False,
        alike: Sequence[Sequence[int]] = (),
    ) -> None:
        self.board, self.pieces, self.alike = board, pieces, alike
        self._sets, self._sight = (*invariant,), sight
        self.size = len(board) * len(pieces)

    @cached_property
    def moves(self) -> Sequence[tuple[int, ...]]:
        """The symmetries of the board (see `symmetries`); of a board without steps, where each takes every cell."""
        if is_uniform(self.board):
            return symmetries(self.board, self.pieces, self._sets, self._sight)
        return keeping_maps(self.board, self.pieces, self._sets, self._sight)

    @cached_property
    def orders(self) -> list[list[int]]:
        """The layer to which each layer goes, by every exchange; the identity comes first."""
        found = []
        for exchange in product(*map(arrangements, self.alike)):
            order = list(range(len(self.pieces)))
            for layers, there in zip(self.alike, exchange, strict=True):
                for layer, to in zip(layers, there, strict=True):
                    order[layer] = to
            found.append(order)
        return found

    def __len__(self) -> int:
        return len(self.moves) * prod(factorial(len(layers)) for layers in self.alike)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Permutation]:
        if self._is_plain:
            yield from self._rows
            return
        many = max(1, MAX_AT_ONCE // max(1, self.size))
        for start in range(0, len(self), many):
            yield from map(tuple, self.images(range(self.size), slice(start, start + many)).tolist())

    @overload
    def __getitem__(self, at: int) -> Permutation: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Permutation]: ...
    def __getitem__(self, at: int | slice) -> Permutation | Sequence[Permutation]:
        if self._is_plain:
            return self._rows[at]
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        place = range(len(self))[at]
        return tuple(self.images(range(self.size), slice(place, place + 1))[0].tolist())

    @cached_property
    def _is_plain(self) -> bool:
        return len(self) * self.size <= MAX_PLAIN or not has_numpy()

    @cached_property
    def _rows(self) -> list[Permutation]:
        """All permutations, one after the other as lists."""
        board, moved = self.board, self.moves
        if is_uniform(board):
            moved = [
                tuple(board.index(move_square(board, move, square)) for square in board)  # type: ignore[arg-type]
                for move in checking_deadline(moved, 1)
            ]
        return [
            tuple(layer * len(board) + there for layer in order for there in move)
            for order in self.orders
            for move in moved
        ]

    def images(self, variables: Any, part: slice = slice(None)) -> "Table":
        """The images of some variables under the permutations (all, or those of a slice): a row per permutation."""
        return self._kept_table[part][:, variables] if self._kept_table is not None else self._images(variables, part)

    @cached_property
    def _kept_table(self) -> "Table | None":
        import numpy as np

        if self._is_plain:
            return np.array(self._rows, np.int64).reshape(len(self._rows), self.size)
        return self._images(range(self.size), slice(None)) if len(self) * self.size <= MAX_KEPT else None

    def _images(self, variables: Any, part: slice) -> "Table":
        import numpy as np

        order, move = np.divmod(np.arange(len(self))[part], len(self.moves))
        layer, square = np.divmod(np.asarray(variables, np.int64), max(1, len(self.board)))
        there = self._move(move, square)
        images: Table = np.array(self.orders, np.int64)[order][:, layer] * len(self.board) + there
        return images

    def _move(self, move: "Table", square: "Table") -> "Table":
        """The images of some squares under some symmetries, by their numbers."""
        import numpy as np

        moves = np.array(self.moves, np.int64)[move]
        if not is_uniform(self.board):
            return moves[:, square]
        rows, columns = self.board.rows, self.board.columns
        transpose, flip_rows, flip_columns, down, right = (moves[:, [at]] for at in range(5))
        above, left = np.divmod(self._cells[square], columns)
        row, column = np.where(transpose, left, above), np.where(transpose, above, left)
        row = (np.where(flip_rows, rows - 1 - row, row) + down) % rows
        column = (np.where(flip_columns, columns - 1 - column, column) + right) % columns
        there: Table = self._numbers[row * columns + column]
        return there

    @cached_property
    def _cells(self) -> "Table":
        """The cell of each square: its row times the number of columns, plus its column."""
        import numpy as np

        assert is_uniform(self.board)
        every = np.arange(self.board.rows * self.board.columns)
        return np.delete(every, [row * self.board.columns + column for row, column in self.board.holes])

    @cached_property
    def _numbers(self) -> "Table":
        """The number of the square in each cell, -1 for a hole."""
        import numpy as np

        assert is_uniform(self.board)
        numbers = np.full(self.board.rows * self.board.columns, -1, np.int64)
        numbers[self._cells] = np.arange(len(self._cells))
        return numbers


def tabulate(permutations: Sequence[Permutation], variables: int, most: int | None = None) -> "Table":
    """The first `most` permutations as an array, a row each: entry `[p, v]` is the image of variable v."""
    import numpy as np

    if isinstance(permutations, Permutations):
        return permutations.images(range(variables), slice(most))
    return np.array(list(islice(permutations, most)), np.int64).reshape(-1, variables or 1)[:, :variables]


def list_rows(permutations: Sequence[Permutation], variables: int, most: int | None = None) -> list[Permutation]:
    """The first `most` permutations, each with the images of the first variables alone."""
    return [tuple(each[:variables]) for each in islice(permutations, most)]


def find_images(chosen: Sequence[int], permutations: Sequence[Permutation]) -> "list[list[int]] | Table":
    """The images of a set of variables, each ascending: a row per permutation, in an array where those are many."""
    if len(permutations) <= FEW_ROWS or not isinstance(permutations, Permutations) or not has_numpy():
        return [sorted(map(each.__getitem__, chosen)) for each in permutations]
    import numpy as np

    return np.sort(permutations.images(list(chosen)), axis=1)


def find_canonical(chosen: Iterable[int], permutations: Sequence[Permutation]) -> tuple[int, ...]:
    """The least image of a set of variables, each image as an ascending tuple: the same for the whole orbit."""
    members = sorted(chosen)
    if not len(permutations):
        return tuple(members)
    return find_least_row(find_images(members, permutations))


def find_least_row(rows: "list[list[int]] | Table") -> tuple[int, ...]:
    """The lexicographically least of some rows of numbers."""
    if isinstance(rows, list):
        return tuple(min(rows))
    least, column = rows, 0  # those that are least so far
    while column < rows.shape[1] and len(least) > FEW_ROWS:
        least, column = least[least[:, column] == least[:, column].min()], column + 1
    return tuple(min(least.tolist()))


def orbit(chosen: Iterable[int], permutations: Sequence[Permutation]) -> frozenset[frozenset[int]]:
    """All images of a set of variables, itself included."""
    members = sorted(chosen)
    return frozenset(frozenset(map(int, each)) for each in find_images(members, permutations)) | {frozenset(members)}
