"""A model in one form: weighted sums over positive variables, with what follows at once from single rows drawn.

The clock that python-constraint's callbacks look at: the library itself knows no limit.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rookery.backends.presolve.cost import Cost
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models import Model
from rookery.models.model.constraints import Constraint, Exactly, Weights, over_variables


class OutOfSteps(Exception):
    """A search took more steps than it was allowed."""


class Clock:
    """Counts steps, and looks at the deadline at regular intervals."""

    def __init__(self, deadline: Deadline, steps: int | None = None) -> None:
        self._deadline, self._steps, self._taken = deadline, steps, 0

    @property
    def steps(self) -> int:
        """The number of steps that were counted."""
        return self._taken

    def tick(self) -> None:
        """Count a step; raises `OutOfTime` and `OutOfSteps`."""
        self._taken += 1
        if self._taken & 7 == 0 and self._deadline.passed():
            raise OutOfTime
        if self._taken == self._steps:
            raise OutOfSteps


class Contradiction(Exception):
    """A row that nothing can satisfy."""


@dataclass(frozen=True, slots=True)
class SettledRow:
    """A weighted sum of variables that lies within [lower, upper]; `choice` marks a group that the model names."""

    weights: Weights
    lower: int
    upper: int
    choice: bool = False

    def limits(self) -> tuple[int, int]:
        """The smallest and the largest sum that there is."""
        low = sum(weight for weight in self.weights.values() if weight < 0)
        return low, sum(self.weights.values()) - low

    @property
    def implied(self) -> bool:
        """Return whether every assignment satisfies it."""
        low, high = self.limits()
        return self.lower <= low and high <= self.upper

    @property
    def counts(self) -> bool:
        """Return whether it counts variables: all weights are 1."""
        return all(weight == 1 for weight in self.weights.values())

    @property
    def at_most_one(self) -> bool:
        """Return whether at most one of its variables is true."""
        return self.counts and self.upper == 1

    @property
    def exactly_one(self) -> bool:
        """Return whether exactly one of its variables is true."""
        return self.at_most_one and self.lower == 1

    @property
    def clause(self) -> bool:
        """Return if it asks for at least one of its variables, with or without further bounds."""
        return self.counts and self.lower == 1


@dataclass(frozen=True, slots=True)
class SettledModel:
    """A model whose rows are what is left to decide, over the `free` variables; `true` are those that must be true."""

    rows: tuple[SettledRow, ...]
    free: tuple[int, ...]
    true: frozenset[int]
    cost: Cost | None


def settle(model: Model, clock: Clock) -> SettledModel:
    """The rows of a model after unit propagation; raises `Contradiction` if a row cannot be satisfied."""
    fixed: dict[int, bool] = {}
    rows = []
    for constraint in model.constraints:
        clock.tick()
        rows.append(_row(constraint))
    rows = _propagate(rows, fixed, clock)
    free = tuple(v for v in range(model.variables) if v not in fixed)
    true = frozenset(v for v, value in fixed.items() if value)
    return SettledModel(tuple(row for row in rows if not row.implied), free, true, _remaining_cost(model, fixed))


def _row(constraint: Constraint) -> SettledRow:
    weights, constant = over_variables(constraint.terms())
    low, high = SettledRow(weights, 0, 0).limits()
    lower = low if constraint.lower is None else constraint.lower - constant
    upper = high if constraint.upper is None else constraint.upper - constant
    choice = isinstance(constraint, Exactly) and constraint.choice is not None
    if weights and high <= 0:  # all weights negative: the same row the other way round
        return SettledRow({v: -weight for v, weight in weights.items()}, -upper, -lower, choice)
    return SettledRow(weights, lower, upper, choice)


def _remaining_cost(model: Model, fixed: Mapping[int, bool]) -> Cost | None:
    """The goal as a sum over the free variables to be made small."""
    cost = Cost.of(model)
    if cost is None:
        return None
    weights, constant = over_variables(cost.terms())
    rest = _take_out(SettledRow(weights, 0, 0), fixed)
    return Cost(cost.sign, cost.constant + constant - rest.lower, rest.weights)


def _propagate(rows: list[SettledRow], fixed: dict[int, bool], clock: Clock) -> list[SettledRow]:
    """Draw what single rows force, until nothing more follows; note it in `fixed`, give the rows without it."""
    where: dict[int, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for variable in row.weights:
            where[variable].append(number)
    queue = deque(range(len(rows)))
    queued = set(queue)
    while queue:
        clock.tick()
        number = queue.popleft()
        queued.discard(number)
        rows[number] = _take_out(rows[number], fixed)
        for variable, value in _forced_values(rows[number]):
            fixed[variable] = value
            again = [other for other in where[variable] if other not in queued]
            queued.update(again)
            queue.extend(again)
    return rows


def _take_out(row: SettledRow, fixed: Mapping[int, bool]) -> SettledRow:
    """A row without the variables that are fixed, their weights taken into its bounds."""
    if fixed.keys().isdisjoint(row.weights):
        return row
    taken = sum(weight for v, weight in row.weights.items() if fixed.get(v))
    rest = {v: weight for v, weight in row.weights.items() if v not in fixed}
    return SettledRow(rest, row.lower - taken, row.upper - taken, row.choice)


def _forced_values(row: SettledRow) -> Iterator[tuple[int, bool]]:
    """The variables that have one value alone within the bounds of a row."""
    low, high = row.limits()
    if low > row.upper or high < row.lower:
        raise Contradiction
    for variable, weight in row.weights.items():
        if low + abs(weight) > row.upper:  # must be as in the smallest sum
            yield variable, weight < 0
        elif high - abs(weight) < row.lower:
            yield variable, weight > 0
