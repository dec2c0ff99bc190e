"""Row and column domination in a covering, repeated for rows and columns that have shrunk.

A row that contains another row is hit with it. A column that hits no more than another one, and costs no less, is not
needed in some best solution (Garfinkel and Nemhauser 1972; Alber, Fellows and Niedermeier 2004 for dominating sets).
Each rule compares only sets that share the scarcest member, so a sparse covering takes time in proportion to its size.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rookery.backends.presolve.propagation import Unsolvable
from rookery.core.deadline import check_deadline, checking_deadline

OFTEN = 1024


@dataclass(frozen=True, slots=True)
class Freedom:
    """What domination must know of each column: its cost, and whether the constraints that are no rows leave it free.

    In any solution, a `raisable` column may be chosen, and a `lowerable` one left out, without breaking such a
    constraint.
    """

    costs: Sequence[int]
    raisable: Sequence[bool]
    lowerable: Sequence[bool]


class Workspace:
    """Rows that columns must hit `demands` times, while they are reduced.

    A row that was dropped demands 0. `chosen` and `dropped` are the decided columns.
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
        """Apply the rules until none applies; raises `Unsolvable` for a row with too few columns.

        Columns are dropped only if `freedom` is given, since this loses solutions and keeps one of the best.
        """
        # Columns come first: they often leave the edges of a graph, rows of one length, which are compared at once
        while self._due_columns:
            self._look_at_column(self._due_columns.popitem()[0], freedom)
        looks, together = 0, 1
        while self._due_rows or self._due_columns:
            while self._due_rows:
                looks += 1
                if looks == together:  # at doubling intervals, since it looks at all rows
                    together *= 2
                    self._drop_equal_rows()
                else:
                    self._look_at_row(self._due_rows.popitem()[0])
            if self._due_columns:
                self._look_at_column(self._due_columns.popitem()[0], freedom)

    def _drop_equal_rows(self) -> None:
        """Compare all rows at once if they have one length: then only equal rows contain each other."""
        length = next((len(self.rows[row]) for row in reversed(self._due_rows) if self.demands[row]), 0)
        if not length or any(len(row) != length for row, demand in zip(self.rows, self.demands, strict=True) if demand):
            return
        left = sorted((row for row, demand in enumerate(self.demands) if demand), key=self.demands.__getitem__)
        kept = {frozenset(self.rows[row]): row for row in checking_deadline(left)}  # the last one demands most
        for row in {*left} - {*kept.values()}:
            self._drop_row(row)
        self._due_rows = {row: None for row in self._due_rows if self.demands[row] >= length}

    def _look_at_row(self, row: int) -> None:
        """Choose all columns of a row that has none to spare, or drop the rows that contain the row."""
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

        Either the column hits nothing, or another column hits all its rows. Chosen instead, the other one costs no more
        and breaks nothing; where both are chosen, the other one is enough for rows that demand one. A row that demands
        more may need both, so its columns stay.
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
        """Choose a column: its rows demand one less."""
        self.chosen.add(column)
        for row in tuple(self.columns[column]):
            self.demands[row] -= 1
            if not self.demands[row]:
                self._drop_row(row)
                continue
            self._shrink(row, column)
            for other in self.rows[row]:  # rows that it contains may imply it now
                self._due_rows.update(dict.fromkeys(self.columns[other]))
        self.columns[column] = set()

    def drop(self, column: int) -> None:
        """Exclude a column."""
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
    """Return the holders of all members, found among those of the scarcest member; often one after a few steps."""
    found = scarcest = min((holders[member] for member in members), key=len)
    for member in members:
        if holders[member] is not scarcest:
            found = found & holders[member]
            if len(found) == 1:
                break
    return found if found is not scarcest else found.copy()
