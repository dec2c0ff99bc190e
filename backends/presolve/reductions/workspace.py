"""Reductions of a covering, in sets, with lists of rows and columns that have shrunk and are to be examined again.

A row that contains another one is hit with it. A column that hits no more than another one, and costs no less, is not
needed in some best solution. Each rule compares only sets that share the scarcest member, so that a sparse covering
takes time in proportion to its size (Alber, Fellows, Niedermeier 2004 for dominating sets; Garfinkel and Nemhauser
1972).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rookery.backends.presolve.propagation import Unsolvable
from rookery.core.deadline import check_deadline, checking_deadline

OFTEN = 1024


@dataclass(frozen=True, slots=True)
class Freedom:
    """Freedom of the columns outside the rows: the cost of each, and the ways in which all other constraints bind it.

    One of `raisable` may be chosen, and one of `lowerable` left out, in any solution without breaking another
    constraint than a row.
    """

    costs: Sequence[int]
    raisable: Sequence[bool]
    lowerable: Sequence[bool]


class Workspace:
    """Rows to be hit by columns, some of them `demands` times: what is left of them while they are reduced.

    A row that is gone demands 0. `chosen` and `dropped` are the columns that were decided.
    """

    def __init__(self, rows: Sequence[Iterable[int]], demands: Sequence[int], columns: int) -> None:
        self.rows = [set(row) for row in rows]
        self.demands = list(demands)
        self.columns: list[set[int]] = [set() for _ in range(columns)]
        for number, row in enumerate(self.rows):
            for column in row:
                self.columns[column].add(number)
        self.chosen, self.dropped = set[int](), set[int]()
        self._due_rows, self._due_columns = dict.fromkeys(range(len(self.rows))), dict.fromkeys(range(columns))
        self._steps = 0

    def reduce(self, freedom: Freedom | None) -> None:
        """Apply the rules until none of them applies; raises `Unsolvable` for a row that asks for too many.

        Columns are dropped only where `freedom` is given: one best solution is wanted.
        """
        # Columns come first: what they leave are often the edges of a graph, and so rows that are all as long
        while self._due_columns:
            self._look_at_column(self._due_columns.popitem()[0], freedom)
        looks, together = 0, 1
        while self._due_rows or self._due_columns:
            while self._due_rows:
                looks += 1
                if looks == together:  # ever more seldom, as it looks at all rows
                    together *= 2
                    self._drop_equal_rows()
                else:
                    self._look_at_row(self._due_rows.popitem()[0])
            if self._due_columns:
                self._look_at_column(self._due_columns.popitem()[0], freedom)

    def _drop_equal_rows(self) -> None:
        """Look at all rows at once if they are as long: one contains another just where both are equal."""
        length = next((len(self.rows[row]) for row in reversed(self._due_rows) if self.demands[row]), 0)
        if not length or any(len(row) != length for row, demand in zip(self.rows, self.demands, strict=True) if demand):
            return
        left = sorted((row for row, demand in enumerate(self.demands) if demand), key=self.demands.__getitem__)
        kept = {frozenset(self.rows[row]): row for row in checking_deadline(left)}  # that which demands most
        for row in {*left} - {*kept.values()}:
            self._drop_row(row)
        self._due_rows = {row: None for row in self._due_rows if self.demands[row] >= length}

    def _look_at_row(self, row: int) -> None:
        """Choose what a row cannot do without, or drop the rows that are hit whenever it is."""
        self._look_at_clock()
        demand, members = self.demands[row], self.rows[row]
        if not demand:
            return
        if len(members) < demand:
            raise Unsolvable
        if len(members) == demand:
            for column in tuple(members):
                self.choose(column)
        else:
            for other in _list_common(members, self.columns):
                if other != row and self.demands[other] <= demand:
                    self._drop_row(other)

    def _look_at_column(self, column: int, freedom: Freedom | None) -> None:
        """Drop a column that some best solution does without."""
        if freedom is not None and self._is_dominated(column, freedom):
            self.drop(column)

    def _is_dominated(self, column: int, freedom: Freedom) -> bool:
        """Return whether some best solution does without a column.

        It hits nothing; or another one hits all that it hits: chosen in its place that one costs no more and breaks
        nothing, and where both are chosen, each row of the first has the second, which is enough for rows that demand
        one. A row that demands more may need both, so its columns stay.
        """
        self._look_at_clock()
        rows, cost = self.columns[column], freedom.costs[column]
        if cost < 0 or not freedom.lowerable[column] or column in self.chosen or column in self.dropped:
            return False
        if not rows:
            return True
        if any(self.demands[row] > 1 for row in rows):
            return False
        return any(
            freedom.raisable[other] and freedom.costs[other] <= cost
            for other in _list_common(rows, self.rows)
            if other != column
        )

    def _look_at_clock(self) -> None:
        self._steps += 1
        if self._steps % OFTEN == 0:
            check_deadline()

    def choose(self, column: int) -> None:
        """Let a column be chosen: its rows demand one less."""
        self.chosen.add(column)
        for row in tuple(self.columns[column]):
            self.demands[row] -= 1
            if not self.demands[row]:
                self._drop_row(row)
                continue
            self._shrink(row, column)
            for other in self.rows[row]:  # rows within it may imply it now
                self._due_rows.update(dict.fromkeys(self.columns[other]))
        self.columns[column] = set()

    def drop(self, column: int) -> None:
        """Let a column never be chosen."""
        self.dropped.add(column)
        for row in self.columns[column]:
            self._shrink(row, column)
        self.columns[column] = set()

    def _shrink(self, row: int, column: int) -> None:
        self.rows[row].discard(column)
        self._due_rows[row] = None

    def _drop_row(self, row: int) -> None:
        self.demands[row] = 0
        for column in self.rows[row]:
            self.columns[column].discard(row)
            self._due_columns[column] = None
        self.rows[row] = set()


def _list_common(members: set[int], holders: Sequence[set[int]]) -> set[int]:
    """Holders of all members: holders of the scarcest one that the others leave, usually one after a few of them."""
    found = scarcest = min((holders[member] for member in members), key=len)
    for member in members:
        if holders[member] is not scarcest:
            found = found & holders[member]
            if len(found) == 1:
                break
    return found if found is not scarcest else found.copy()
