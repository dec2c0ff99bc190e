"""Reductions of a covering that was declared as arrays: by the rules of `workspace`, for many rows and columns at once.

A round compares rows, or columns, as they are when it begins. What goes has one that says why; where that goes in the
same round, so does another one that stays: of equal ones the first.
"""

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract.reductions import Switches
from rookery.backends.reductions.tables import BLOCK, Ints, Sets, distinct, transpose
from rookery.backends.reductions.workspace import Unsolvable
from rookery.models.base.deadline import look


class Rounds:
    """Rows to be hit by columns, each of which costs something: what is left of them while they are reduced.

    `chosen` and `dropped` (columns) are those that were decided, `open` (rows) the rows that are still to be hit.
    """

    def __init__(self, first: Ints, member: NDArray[np.int32], costs: Ints) -> None:
        self._costs = costs
        self.rows = Sets.cut_out(first, member, len(costs))
        self.columns = transpose(first, member, len(costs))
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
            look()
            if self._due_rows:
                self._look_at_rows(self._due_rows.take(), switches)
            else:
                columns = self._due_columns.take()
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

    def take(self) -> Ints:
        """Some of them, each once, ascending."""
        taken = [self._waiting.pop()]
        while self._waiting and sum(map(len, taken)) + len(self._waiting[-1]) <= BLOCK:
            taken.append(self._waiting.pop())
        return distinct(np.concatenate(taken))
