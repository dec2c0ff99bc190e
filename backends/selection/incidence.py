"""Which variables stand in which groups, as arrays: what bitsets, components and images of groups are made from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from rookery.backends.selection.words import WORD, Ints, Words
from rookery.models.base.deadline import look, look_between

DENSE = 1 << 24  # bytes of a dense part of a table
Dense = NDArray[np.bool_]


@dataclass(frozen=True)
class Incidence:
    """Groups of numbers below `columns`, one after the other in `flat`; `first` (groups + 1) says where each begins."""

    flat: Ints
    first: Ints
    columns: int

    @classmethod
    def of(cls, groups: Sequence[Sequence[int]], columns: int) -> "Incidence":
        """The incidence of some groups."""
        first = np.zeros(len(groups) + 1, np.int64)
        first[1:] = np.cumsum(np.fromiter(map(len, groups), np.int64, len(groups)))
        flat = np.fromiter(chain.from_iterable(look_between(groups)), np.int64, int(first[-1]))
        return cls(flat, first, columns)

    def __len__(self) -> int:
        return len(self.first) - 1

    @property
    def sizes(self) -> Ints:
        """How many numbers each group has."""
        return np.diff(self.first)

    @property
    def owner(self) -> Ints:
        """The group of each place in `flat`."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def renumbered(self, place: Ints, columns: int) -> "Incidence":
        """The same groups of other numbers."""
        return Incidence(place[self.flat], self.first, columns)

    def dense(self) -> Iterator[tuple[slice, Dense]]:
        """The table of groups and numbers in dense parts of some groups, a multiple of a word of them each."""
        step = WORD * max(1, DENSE // (WORD * max(1, self.columns)))
        for start in range(0, len(self), step):
            look()
            part = slice(start, min(start + step, len(self)))
            ends = self.first[part.start : part.stop + 1]
            table = np.zeros((part.stop - part.start, self.columns), np.bool_)
            rows = np.repeat(np.arange(len(table)), np.diff(ends))
            table[rows, self.flat[ends[0] : ends[-1]]] = True
            yield part, table

    def sums(self, weights: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """For each group the sum of the weights of its numbers, modulo 2 ** 64."""
        bare = self.sizes == 0
        found = np.add.reduceat(np.append(weights[self.flat], np.uint64(0)), self.first[:-1])
        found[bare] = 0
        return found


def packed(table: Dense, words: int) -> Words:
    """The rows of a dense table as bitsets of so many words."""
    packed_bytes = np.zeros((len(table), 8 * words), np.uint8)
    found = np.packbits(table, axis=1, bitorder="little")
    packed_bytes[:, : found.shape[1]] = found
    return packed_bytes.view("<u8").astype(np.uint64, copy=False)


def joined(*incidences: Incidence) -> Ints:
    """For each number the least of those that groups join it with, by however many steps."""
    root = np.arange(incidences[0].columns)
    before = np.full_like(root, -1)
    while not np.array_equal(root, before):
        before = root.copy()
        for incidence in incidences:
            look()
            held = incidence.sizes > 0
            if held.any():
                roots = root[incidence.flat]
                least = np.minimum.reduceat(roots, incidence.first[:-1][held])
                np.minimum.at(root, roots, np.repeat(least, incidence.sizes[held]))
        while not np.array_equal(root, root[root]):
            root = root[root]
    return root
