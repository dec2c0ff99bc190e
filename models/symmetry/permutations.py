"""Symmetries as permutations of variables, and canonical forms and orbits under them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from itertools import permutations as arrangements
from math import factorial, prod
from typing import TYPE_CHECKING, Any, overload

from rookery.models.board import is_straight
from rookery.models.ground.protocol import Ground, Place
from rookery.models.model import Permutation
from rookery.models.pieces.piece import Piece
from rookery.models.symmetry.maps import keeping_maps
from rookery.models.symmetry.moves import blocks, move_cells, symmetries

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int64]

FEW_ROWS = 16  # that are compared sooner as lists than column by column
MOST_KEPT = 1 << 20  # numbers of a table that is kept, rather than made anew for each question


class Permutations(Sequence[Permutation]):
    """The symmetries of a board as permutations of a layer of variables a piece, found when they are asked for.

    They keep what the pieces attack (with `sight`, also what shields them) and each set of `invariant` squares.
    Where some sorts of layers are `alike`, they may be exchanged: all symmetries of the board with each exchange.
    `images` gives any part of the table as an array; the whole of it is kept only where it is small.
    """

    def __init__(
        self,
        board: Ground,
        pieces: Sequence[Piece],
        invariant: Sequence[Iterable[Place]] = (),
        sight: bool = False,
        alike: Sequence[Sequence[int]] = (),
    ) -> None:
        self.board, self.pieces, self.alike = board, pieces, alike
        self._sets, self._sight = (*invariant,), sight
        self.size = len(board) * len(pieces)

    @cached_property
    def moves(self) -> "Table":
        """The symmetries of the board (see `symmetries`); of a ground without steps, where each takes every cell."""
        if is_straight(self.board):
            return symmetries(self.board, self.pieces, self._sets, self._sight)
        return keeping_maps(self.board, self.pieces, self._sets, self._sight)

    @cached_property
    def orders(self) -> list[list[int]]:
        """To which layer each goes, by every exchange; as they stand comes first."""
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
        for part in blocks(len(self), self.size):
            yield from map(tuple, self.images(range(self.size), part).tolist())

    @overload
    def __getitem__(self, at: int) -> Permutation: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Permutation]: ...
    def __getitem__(self, at: int | slice) -> Permutation | Sequence[Permutation]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        place = range(len(self))[at]
        return tuple(self.images(range(self.size), slice(place, place + 1))[0].tolist())

    def images(self, variables: Any, part: slice = slice(None)) -> "Table":
        """Where some of the permutations (all, or those of a slice) take some variables: a row a permutation."""
        return self._kept_table[part][:, variables] if self._kept_table is not None else self._images(variables, part)

    @cached_property
    def _kept_table(self) -> "Table | None":
        return self._images(range(self.size), slice(None)) if len(self) * self.size <= MOST_KEPT else None

    def _images(self, variables: Any, part: slice) -> "Table":
        import numpy as np

        order, move = np.divmod(np.arange(len(self))[part], len(self.moves))
        layer, square = np.divmod(np.asarray(variables, np.int64), max(1, len(self.board)))
        there = self._move(move, square)
        images: Table = np.array(self.orders, np.int64)[order][:, layer] * len(self.board) + there
        return images

    def _move(self, move: "Table", square: "Table") -> "Table":
        """Where some symmetries take some squares, by their numbers."""
        if not is_straight(self.board):
            return self.moves[move][:, square]
        return self._numbers[move_cells(self.board, self.moves[move], self._cells[square])]

    @cached_property
    def _cells(self) -> "Table":
        """Of each square its cell: its row times the number of columns, plus its column."""
        import numpy as np

        assert is_straight(self.board)
        every = np.arange(self.board.rows * self.board.columns)
        return np.delete(every, [row * self.board.columns + column for row, column in self.board.holes])

    @cached_property
    def _numbers(self) -> "Table":
        """Of each cell the number of its square, -1 for a hole."""
        import numpy as np

        assert is_straight(self.board)
        numbers = np.full(self.board.rows * self.board.columns, -1, np.int64)
        numbers[self._cells] = np.arange(len(self._cells))
        return numbers


def table(permutations: Sequence[Permutation], variables: int, most: int | None = None) -> "Table":
    """The first `most` permutations as an array, a row each: `table[p, v]` is the image of variable v."""
    import numpy as np

    if isinstance(permutations, Permutations):
        return permutations.images(range(variables), slice(most))
    return np.array(list(islice(permutations, most)), np.int64).reshape(-1, variables or 1)[:, :variables]


def images(chosen: Sequence[int], permutations: Sequence[Permutation]) -> "Table":
    """The images of a set of variables, each ascending: a row a permutation."""
    import numpy as np

    if isinstance(permutations, Permutations):
        found = permutations.images(list(chosen))
    else:
        found = np.array([[p[v] for v in chosen] for p in permutations], np.int64).reshape(
            len(permutations), len(chosen)
        )
    return np.sort(found, axis=1)


def canonical(chosen: Iterable[int], permutations: Sequence[Permutation]) -> tuple[int, ...]:
    """The least image of a set of variables, each image as an ascending tuple: the same for the whole orbit."""
    members = sorted(chosen)
    if not len(permutations):
        return tuple(members)
    return least(images(members, permutations))


def least(rows: "Table") -> tuple[int, ...]:
    """The lexicographically least of some rows of numbers."""
    for column in range(rows.shape[1]):  # those that are least so far
        if len(rows) <= FEW_ROWS:
            break
        rows = rows[rows[:, column] == rows[:, column].min()]
    return tuple(min(rows.tolist()))


def orbit(chosen: Iterable[int], permutations: Sequence[Permutation]) -> frozenset[frozenset[int]]:
    """All images of a set of variables, itself included."""
    members = sorted(chosen)
    return frozenset(map(frozenset, images(members, permutations).tolist())) | {frozenset(members)}
