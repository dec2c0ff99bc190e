"""Reduces a covering whose rows are arrays, without a thing for each: a board of 1000x1000 has a million of them.

Sets of numbers as a table, a line each, so that it is asked of many at once which others contain them.

Reductions of a covering that was declared as arrays: by the rules of `workspace`, for many rows and columns at once.

A round compares rows, or columns, as they are when it begins. What goes has one that says why; where that goes in the
same round, so does another one that stays: of equal ones the first.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions.reduced import Reduced, find_costs, make_reduced
from rookery.backends.presolve.reductions.workspace import Sides, Unsolvable
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.deadline import check_deadline
from rookery.core.values import dataclass
from rookery.models import AtLeast, Model
from rookery.models.model.constraints import ConstraintArray
from rookery.models.model.model import Constraint

Words = NDArray[np.uint64]
Matrix = NDArray[np.int32]
GOLDEN, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(58)  # scatter numbers over the bits of a signature
BLOCK = 1 << 15  # sets that are looked at together
MAX_COUNT = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Sets:
    """Sets of the numbers below `beyond`; each number has a separate set, of those it stands in.

    `of` (sets + 1, width) lists the members of each, with `beyond` in empty places; the last set is empty. `size`
    counts them. A member has its bit of `bits` (beyond + 1) in the `signature`: a set that lacks one contains no set
    that has it.
    """

    of: Matrix
    size: Ints
    signature: Words
    bits: Words

    @classmethod
    def cut_out(cls, groups: Incidence) -> "Sets":
        """The sets that some groups are."""
        size, beyond = np.append(groups.sizes, 0).astype(np.int64), groups.columns
        of = np.full((len(size), int(size.max())), beyond, np.int32)
        of[np.arange(of.shape[1]) < size[:, None]] = groups.flat
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
        counts = np.where(lists == self.beyond, MAX_COUNT, holders.size[lists])
        others = holders.of[lists[np.arange(len(sets)), counts.argmin(axis=1)]]
        likely = (others != sets[:, None]) & (self.size[others] >= self.size[sets][:, None])
        likely &= (self.signature[sets][:, None] & ~self.signature[others]) == 0
        one, place = np.nonzero(likely)
        other = others[one, place]
        sure = [self._contain(other[some], lists[one[some]]) for some in in_blocks(np.arange(len(one)))]
        kept = np.concatenate([np.empty(0, np.bool_), *sure])
        return sets[one[kept]], other[kept].astype(np.int64)

    def _contain(self, sets: NDArray[Any], lists: Matrix) -> NDArray[np.bool_]:
        """Return whether each set contains a list, member by member."""
        there = (lists[:, :, None] == self.of[sets][:, None, :]).any(axis=2)
        found: NDArray[np.bool_] = (there | (lists == self.beyond)).all(axis=1)
        return found


def distinct(numbers: NDArray[Any]) -> NDArray[Any]:
    """Numbers in order, each once; `numpy.unique` hashes them, which takes ten times as long."""
    ordered = np.sort(numbers)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def in_blocks(numbers: Ints) -> Iterator[Ints]:
    """Split numbers into blocks."""
    return (numbers[at : at + BLOCK] for at in range(0, len(numbers), BLOCK))


class Rounds:
    """Rows to be hit by columns, each of which costs something: what is left of them while they are reduced.

    `chosen` and `dropped` (columns) are those that were decided, `open` (rows) the rows that are still to be hit.
    """

    def __init__(self, first: Ints, member: NDArray[np.int32], costs: Ints) -> None:
        self._costs = costs
        by_row = Incidence(member.astype(np.int64), first, len(costs))
        self.rows, self.columns = Sets.cut_out(by_row), Sets.cut_out(by_row.transpose())
        self.open = np.ones(len(first) - 1, np.bool_)
        self.chosen, self.dropped = np.zeros(len(costs), np.bool_), np.zeros(len(costs), np.bool_)
        self._due_rows = Due(len(self.open))
        self._due_columns = Due(len(costs))

    @property
    def decided(self) -> NDArray[np.bool_]:
        """The columns that were chosen or dropped."""
        return self.chosen | self.dropped

    def reduce(self, switches: Switches) -> None:
        """Apply the rules until none of them applies; raises `Unsolvable` for a row that nothing hits."""
        while self._due_rows or self._due_columns:
            check_deadline()
            if self._due_rows:
                self._look_at_rows(self._due_rows.pop(), switches)
            else:
                columns = self._due_columns.pop()
                if switches.columns:
                    self._look_at_columns(columns)

    def _look_at_rows(self, rows: Ints, switches: Switches) -> None:
        """Choose what a row cannot do without, and drop the rows that are hit whenever one of these is."""
        rows = rows[self.open[rows]]
        if not self.rows.size[rows].all():
            raise Unsolvable
        if switches.forced:
            single = self.rows.size[rows] == 1
            self.choose(self.rows.members(rows[single]))
            rows = rows[self.open[rows]]
        if switches.rows and len(rows):
            within, around = self.rows.find_containing(rows, self.columns)
            equal = self.rows.size[within] == self.rows.size[around]
            self._drop_rows(distinct(np.where(equal, np.maximum(within, around), around)))

    def _look_at_columns(self, columns: Ints) -> None:
        """Drop the columns that some best solution does without: see `Workspace`."""
        free = ~self.chosen[columns] & ~self.dropped[columns] & (self._costs[columns] >= 0)
        idle = free & (self.columns.size[columns] == 0)
        self.dropped[columns[idle]] = True
        columns = columns[free & ~idle]
        if len(columns):
            one, better = self.columns.find_containing(columns, self.rows)
            cheap = self._costs[better] <= self._costs[one]
            one, better = one[cheap], better[cheap]
            same = (self.columns.size[one] == self.columns.size[better]) & (self._costs[one] == self._costs[better])
            self.drop(distinct(np.where(same, np.maximum(one, better), one)))

    def choose(self, columns: Ints) -> None:
        """Let some columns be chosen: their rows are hit."""
        self.chosen[columns] = True
        self._drop_rows(self.columns.members(columns))

    def drop(self, columns: Ints) -> None:
        """Let some columns never be chosen."""
        self.dropped[columns] = True
        self._due_rows.add(self.rows.take_out(columns, self.columns))

    def _drop_rows(self, rows: Ints) -> None:
        self.open[rows] = False
        self._due_columns.add(self.columns.take_out(rows, self.rows))


class Due:
    """Numbers that are to be looked at, at first all below `size`; those that came last are taken first."""

    def __init__(self, size: int) -> None:
        self._waiting = [np.arange(at, min(size, at + BLOCK)) for at in range(0, size, BLOCK)]

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, numbers: Ints) -> None:
        """Let some more be looked at."""
        if len(numbers):
            self._waiting.append(numbers)

    def pop(self) -> Ints:
        """Some of them, each once, ascending."""
        taken = [self._waiting.pop()]
        while self._waiting and sum(map(len, taken)) + len(self._waiting[-1]) <= BLOCK:
            taken.append(self._waiting.pop())
        return distinct(np.concatenate(taken))


MAX_WIDTH = 64  # members of a row, or rows of a column: all lines of a table are as long as the longest
MAX_MEMBERS = 1 << 62


def find_rows(
    model: Model, arrays: Sequence[ConstraintArray[Constraint]], others: Sequence[Constraint]
) -> ConstraintArray[Constraint] | None:
    """The clauses of a covering as one array, where all else is given; None for any other model."""
    if len(arrays) != 1 or any(len(each.literals) != 1 for each in others):
        return None
    (rows,) = arrays
    if rows.make is not AtLeast or rows.bound != 1 or max(map(abs, find_costs(model)), default=0) >= MAX_MEMBERS:
        return None
    lengths = np.diff(rows.first), np.bincount(rows.member)
    return rows if max(int(each.max(initial=0)) for each in lengths) <= MAX_WIDTH else None


def reduce_rows(
    model: Model, rows: ConstraintArray[Constraint], others: Sequence[Constraint], switches: Switches
) -> Reduced | None:
    """The smaller model; None if nothing is to be reduced. Raises `Unsolvable` for a row that nothing hits."""
    covering = Rounds(rows.first, rows.member, np.array(find_costs(model), np.int64))
    values = dict[int, bool]()
    Sides(others).decide(values)
    covering.choose(_list_numbers(each for each, value in values.items() if value))
    covering.drop(_list_numbers(each for each, value in values.items() if not value))
    covering.reduce(switches)
    if covering.open.all() and not covering.decided.any():
        return None
    values = dict(
        zip(np.flatnonzero(covering.decided).tolist(), covering.chosen[covering.decided].tolist(), strict=True)
    )
    return make_reduced(model, values, lambda place: _left_rows(covering))


def _list_numbers(variables: Iterable[int]) -> Ints:
    return np.array(sorted(variables), np.int64)


def _left_rows(covering: Rounds) -> ConstraintArray[Constraint]:
    """The rows that are still to be hit, in their order, by the remaining columns, renumbered."""
    rows, free = covering.rows, ~covering.decided
    left = np.flatnonzero(covering.open)
    place: NDArray[np.int32] = (np.cumsum(free) - 1).astype(np.int32)
    lists = rows.of[left]
    first = np.append(0, np.cumsum(rows.size[left]))
    return ConstraintArray(AtLeast, 1, first, place[lists[lists < rows.beyond]])
