"""Sets of numbers as a table, a line each, so that it is asked of many at once which others contain them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Matrix = NDArray[np.int32]
GOLDEN, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(58)  # scatter numbers over the bits of a signature
BLOCK = 1 << 15  # sets that are looked at together
MOST = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Sets:
    """Sets of the numbers below `beyond`; each number has a set of its own, of those it stands in.

    `of` (sets + 1, width) lists the members of each, with `beyond` in empty places; the last set is empty. `size`
    counts them. A member has its bit of `bits` (beyond + 1) in the `signature`: a set that lacks one contains no set
    that has it.
    """

    of: Matrix
    size: Ints
    signature: Words
    bits: Words

    @classmethod
    def cut_out(cls, first: Ints, member: NDArray[Any], beyond: int) -> "Sets":
        """The sets that `first` (sets + 1) cuts out of a list of members."""
        size = np.append(np.diff(first), 0).astype(np.int64)
        of = np.full((len(size), int(size.max())), beyond, np.int32)
        of[np.arange(of.shape[1]) < size[:, None]] = member
        bits = np.uint64(1) << ((np.arange(beyond + 1, dtype=np.uint64) * GOLDEN) >> SHIFT)
        bits[beyond] = 0
        found = cls(of, size, np.zeros(len(size), np.uint64), bits)
        for some in in_blocks(np.arange(len(size))):
            found._sign(some)
        return found

    @property
    def beyond(self) -> int:
        """The number that is no member of any set."""
        return len(self.bits) - 1

    def _sign(self, sets: Ints) -> None:
        self.signature[sets] = np.bitwise_or.reduce(self.bits[self.of[sets]], axis=1)

    def members(self, sets: Ints) -> Ints:
        """The members of some sets together, ascending."""
        found = distinct(self.of[sets].ravel())
        return found[found < self.beyond].astype(np.int64)

    def take_out(self, numbers: Ints, holders: "Sets") -> Ints:
        """Take some numbers out of all sets; returns those that had one of them. `holders` are the sets of a number."""
        touched = [np.empty(0, np.int64)]
        for some in in_blocks(numbers):
            sets = holders.of[some]
            one, place, at = np.nonzero(self.of[sets] == some[:, None, None])
            held = sets[one, place].astype(np.int64)
            self.of[held, at] = self.beyond
            np.subtract.at(self.size, held, 1)
            touched.append(distinct(held))
            self._sign(touched[-1])
            holders.of[some], holders.size[some], holders.signature[some] = holders.beyond, 0, 0
        return distinct(np.concatenate(touched))

    def find_containing(self, sets: Ints, holders: "Sets") -> tuple[Ints, Ints]:
        """All pairs of one of these sets, none of which is empty, and another set that contains it.

        Only the sets of its scarcest member are compared.
        """
        lists = self.of[sets]
        counts = np.where(lists == self.beyond, MOST, holders.size[lists])
        others = holders.of[lists[np.arange(len(sets)), counts.argmin(axis=1)]]
        likely = (others != sets[:, None]) & (self.size[others] >= self.size[sets][:, None])
        likely &= (self.signature[sets][:, None] & ~self.signature[others]) == 0
        one, place = np.nonzero(likely)
        other = others[one, place]
        sure = [self._contain(other[some], lists[one[some]]) for some in in_blocks(np.arange(len(one)))]
        kept = np.concatenate([np.empty(0, np.bool_), *sure])
        return sets[one[kept]], other[kept].astype(np.int64)

    def _contain(self, sets: NDArray[Any], lists: Matrix) -> NDArray[np.bool_]:
        """Whether each set contains a list, member by member."""
        there = (lists[:, :, None] == self.of[sets][:, None, :]).any(axis=2)
        found: NDArray[np.bool_] = (there | (lists == self.beyond)).all(axis=1)
        return found


def distinct(numbers: NDArray[Any]) -> NDArray[Any]:
    """Numbers in order, each once; `numpy.unique` hashes them, which takes ten times as long."""
    ordered = np.sort(numbers)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def in_blocks(numbers: Ints) -> Iterator[Ints]:
    """Some numbers, so many at a time."""
    return (numbers[at : at + BLOCK] for at in range(0, len(numbers), BLOCK))


def transpose(first: Ints, member: NDArray[Any], beyond: int) -> Sets:
    """For each number the sets that it stands in."""
    order = np.argsort(member, kind="stable")
    owner = np.repeat(np.arange(len(first) - 1, dtype=np.int32), np.diff(first))[order]
    return Sets.cut_out(np.append(0, np.cumsum(np.bincount(member, minlength=beyond))), owner, len(first) - 1)
