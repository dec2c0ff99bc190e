"""Incidences of variables and groups in compressed sparse rows: the basis of bitsets, components and images."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rookery.core.deadline import check_deadline, checking_deadline

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
WORD = 64  # bits of a word


DENSE = 1 << 24  # bytes of a dense part of a table
Dense = NDArray[np.bool_]


@dataclass(frozen=True)
class Incidence:
    """Groups of numbers below `columns`, one after the other in `flat`; `first` (groups + 1) says where each begins.

    The numbers have 64 bits, or 32 if `flat` was made so.
    """

    flat: NDArray[Any]
    first: Ints
    columns: int

    @classmethod
    def of(cls, groups: Sequence[Sequence[int]], columns: int) -> "Incidence":
        """Return the incidence of some groups."""
        first = np.zeros(len(groups) + 1, np.int64)
        first[1:] = np.cumsum(np.fromiter(map(len, groups), np.int64, len(groups)))
        flat = np.fromiter(chain.from_iterable(checking_deadline(groups)), np.int64, int(first[-1]))
        return cls(flat, first, columns)

    def __len__(self) -> int:
        return len(self.first) - 1

    def __iter__(self) -> Iterator[list[int]]:
        """Return each group as a list."""
        flat, first = self.flat.tolist(), self.first.tolist()
        return (flat[start:end] for start, end in pairwise(first))

    @property
    def sizes(self) -> Ints:
        """The size of each group."""
        return np.diff(self.first)

    @property
    def owner(self) -> NDArray[Any]:
        """The group of each place in `flat`."""
        return np.repeat(np.arange(len(self), dtype=self.flat.dtype), self.sizes)

    def transpose(self) -> "Incidence":
        """Return the groups that hold each number, ascending."""
        # a stable sort by number leaves the groups of one number in their order
        order = np.argsort(self.flat, kind="stable")
        first = np.zeros(self.columns + 1, np.int64)
        first[1:] = np.cumsum(np.bincount(self.flat, minlength=self.columns))
        return Incidence(self.owner[order], first, len(self))

    def part(self, start: int, stop: int) -> "Incidence":
        """Return the groups from `start` on, and before `stop`."""
        first = self.first[start : stop + 1]
        return Incidence(self.flat[first[0] : first[-1]], first - first[0], self.columns)

    def renumbered(self, place: Ints, columns: int) -> "Incidence":
        """Return the same groups of other numbers."""
        return Incidence(place[self.flat], self.first, columns)

    def dense(self) -> Iterator[tuple[slice, Dense]]:
        """Yield the table of groups and numbers in dense parts of some groups, a multiple of a word of them each."""
        step = WORD * max(1, DENSE // (WORD * max(1, self.columns)))
        for start in range(0, len(self), step):
            check_deadline()
            part = slice(start, min(start + step, len(self)))
            ends = self.first[part.start : part.stop + 1]
            table = np.zeros((part.stop - part.start, self.columns), np.bool_)
            rows = np.repeat(np.arange(len(table)), np.diff(ends))
            table[rows, self.flat[ends[0] : ends[-1]]] = True
            yield part, table

    def sums(self, weights: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the sum of the weights of each group's numbers, modulo 2 ** 64."""
        bare = self.sizes == 0
        found = np.add.reduceat(np.append(weights[self.flat], np.uint64(0)), self.first[:-1])
        found[bare] = 0
        return found


def pack_rows(table: Dense, words: int) -> Words:
    """Return the rows of a dense table as bitsets of `words` words."""
    packed_bytes = np.zeros((len(table), 8 * words), np.uint8)
    found = np.packbits(table, axis=1, bitorder="little")
    packed_bytes[:, : found.shape[1]] = found
    return packed_bytes.view("<u8").astype(np.uint64, copy=False)
