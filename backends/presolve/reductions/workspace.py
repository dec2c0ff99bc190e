"""Reductions of a covering, in sets, with lists of rows and columns that have shrunk and are to be examined again.

A row that contains another one is hit with it. A column that hits no more than another one, and costs no less, is not
needed in some best solution. Each rule compares only sets that share the scarcest member, so that a sparse covering
takes time in proportion to its size (Alber, Fellows, Niedermeier 2004 for dominating sets; Garfinkel and Nemhauser
1972).

The constraints outside the rows of a covering: the variables that they decide, and the directions in which they bind
others.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from rookery.backends.presolve.switches import Switches
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.models import AtLeast, AtMost, Exactly, Linear
from rookery.models.model.constraints import Constraint, Literal, Term, over_variables, variable

OFTEN = 1024


class Unsolvable(Exception):
    """A constraint cannot be met: the search finds that as well, and says it in its own way."""


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

    def reduce(self, switches: Switches, freedom: Freedom) -> None:
        """Apply the rules until none of them applies; raises `Unsolvable` for a row that asks for too many."""
        # Columns come first: what they leave are often the edges of a graph, and so rows that are all as long
        while self._due_columns:
            self._look_at_column(self._due_columns.popitem()[0], switches, freedom)
        looks, together = 0, 1
        while self._due_rows or self._due_columns:
            while self._due_rows:
                looks += 1
                if looks == together and switches.rows:  # ever more seldom, as it looks at all rows
                    together *= 2
                    self._drop_equal_rows()
                else:
                    self._look_at_row(self._due_rows.popitem()[0], switches)
            if self._due_columns:
                self._look_at_column(self._due_columns.popitem()[0], switches, freedom)

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

    def _look_at_row(self, row: int, switches: Switches) -> None:
        """Choose what a row cannot do without, or drop the rows that are hit whenever it is."""
        self._look_at_clock()
        demand, members = self.demands[row], self.rows[row]
        if not demand:
            return
        if len(members) < demand:
            raise Unsolvable
        if switches.forced and len(members) == demand:
            for column in tuple(members):
                self.choose(column)
        elif switches.rows:
            for other in _list_common(members, self.columns):
                if other != row and self.demands[other] <= demand:
                    self._drop_row(other)

    def _look_at_column(self, column: int, switches: Switches, freedom: Freedom) -> None:
        """Drop a column that some best solution does without."""
        if switches.columns and self._is_dominated(column, freedom):
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


Values = Mapping[int, bool]


class Sides:
    """The constraints of a model that are no rows; those of a variable are found once one is decided."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.constraints = constraints
        self._of: dict[int, list[Constraint]] | None = None

    def of(self, variables: Iterable[int]) -> Iterator[Constraint]:
        """The constraints on some variables."""
        if self._of is None:
            self._of = defaultdict(list)
            for constraint in checking_deadline(self.constraints):
                for literal in constraint.literals:
                    self._of[variable(literal)].append(constraint)
        for each in variables:
            yield from self._of.get(each, ())

    def decide(self, values: dict[int, bool], news: Iterable[int] | None = None) -> None:
        """Add what follows from the values, constraint by constraint; `news` are those that were not looked at yet.

        Raises `Unsolvable` if a constraint cannot be met.
        """
        waiting = [each for each in checking_deadline(self.constraints) if _is_tight(each)] if news is None else []
        waiting.extend(self.of(news or ()))
        while waiting:
            for literal in tuple(follow(waiting.pop(), values)):
                values[variable(literal)] = literal >= 0
                waiting.extend(self.of((variable(literal),)))


def _is_tight(constraint: Constraint) -> bool:
    """Return whether a constraint may leave no choice before anything is decided."""
    if isinstance(constraint, Linear):
        return True
    upper, lower = constraint.upper, constraint.lower
    return (upper is not None and upper <= 0) or (lower is not None and lower >= len(constraint.literals))


def follow(constraint: Constraint, values: Values) -> Iterator[Literal]:
    """The literals that are true wherever a constraint holds and the variables have these values."""
    weights, known = over_variables(constraint.terms())
    known += sum(weight for each, weight in weights.items() if values.get(each))
    free = {each: weight for each, weight in weights.items() if each not in values}
    least = known + sum(weight for weight in free.values() if weight < 0)
    most = known + sum(weight for weight in free.values() if weight > 0)
    above = None if constraint.upper is None else constraint.upper - least
    below = None if constraint.lower is None else most - constraint.lower
    if (above is not None and above < 0) or (below is not None and below < 0):
        raise Unsolvable
    for each, weight in free.items():
        if above is not None and abs(weight) > above:
            yield each if weight < 0 else ~each
        elif below is not None and abs(weight) > below:
            yield each if weight > 0 else ~each


def bound_variables(constraints: Iterable[Constraint]) -> tuple[set[int], set[int]]:
    """The variables that some constraint may keep from being true, and those that it may keep from being false."""
    low, high = set[int](), set[int]()
    for constraint in checking_deadline(constraints):
        up = constraint.upper is not None
        down = constraint.lower is not None
        for literal, rising in _directions(constraint):
            if up if rising else down:
                low.add(variable(literal))
            if down if rising else up:
                high.add(variable(literal))
    return low, high


def _directions(constraint: Constraint) -> Iterator[tuple[Literal, bool]]:
    """Each literal, and whether its variable being true makes the sum larger."""
    if isinstance(constraint, Linear):
        return ((literal, (weight > 0) == (literal >= 0)) for weight, literal in constraint.terms() if weight)
    return ((literal, literal >= 0) for literal in constraint.literals)


def rewrite(constraint: Constraint, values: Values, place: Mapping[int, int]) -> Constraint | None:
    """A constraint on the variables that are left, in their new places; None if it holds for all of their values.

    Raises `Unsolvable` if it cannot be met.
    """
    terms, known = list[Term](), 0
    for weight, literal in constraint.terms():
        value = values.get(variable(literal))
        if value is None:
            terms.append((weight, place[literal] if literal >= 0 else ~place[~literal]))
        elif value == (literal >= 0):
            known += weight
    lower = None if constraint.lower is None else constraint.lower - known
    upper = None if constraint.upper is None else constraint.upper - known
    least, most = sum(min(weight, 0) for weight, _ in terms), sum(max(weight, 0) for weight, _ in terms)
    if (lower is not None and most < lower) or (upper is not None and least > upper):
        raise Unsolvable
    if (lower is None or lower <= least) and (upper is None or most <= upper):
        return None
    return _within(constraint, terms, lower, upper)


def _within(constraint: Constraint, terms: Sequence[Term], lower: int | None, upper: int | None) -> Constraint:
    """A constraint of the same kind on other terms, with other bounds."""
    literals = tuple(literal for _, literal in terms)
    match constraint:
        case AtMost(bound):
            return AtMost(bound if upper is None else upper, literals)
        case AtLeast(bound):
            return AtLeast(bound if lower is None else lower, literals)
        case Exactly(bound, _, choice):
            left = bound if lower is None else lower
            return Exactly(left, literals, choice if left == 1 else None)
        case Linear():
            return Linear(tuple(weight for weight, _ in terms), literals, lower, upper)
        case _:
            assert_never(constraint)
