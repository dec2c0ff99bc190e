"""A model in one form: weighted sums over positive variables, with what follows at once from single rows drawn."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from rookery.backends.python_constraint.clock import Clock
from rookery.models import Model, Satisfy
from rookery.models.model import AtLeast, AtMost, Constraint, Exactly, Linear, Literal, Maximize

Weights = Mapping[int, int]


class Infeasible(Exception):
    """A row that nothing can satisfy."""


@dataclass(frozen=True, slots=True)
class Row:
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
        """Whether every assignment satisfies it."""
        low, high = self.limits()
        return self.lower <= low and high <= self.upper

    @property
    def counts(self) -> bool:
        """Whether it counts variables: all weights are 1."""
        return all(weight == 1 for weight in self.weights.values())

    @property
    def at_most_one(self) -> bool:
        """Whether at most one of its variables is true."""
        return self.counts and self.upper == 1

    @property
    def exactly_one(self) -> bool:
        """Whether exactly one of its variables is true."""
        return self.at_most_one and self.lower == 1

    @property
    def clause(self) -> bool:
        """Whether it asks for at least one of its variables, whatever else it asks."""
        return self.counts and self.lower == 1


@dataclass(frozen=True, slots=True)
class Aim:
    """A goal as a sum to make small: the objective is `sign` times (constant + weighted sum)."""

    weights: Weights
    constant: int
    sign: int

    def objective(self, total: int) -> int:
        """The model's objective for a weighted sum."""
        return self.sign * (self.constant + total)


@dataclass(frozen=True, slots=True)
class Settled:
    """A model whose rows are what is left to decide, over the `free` variables; `true` are those that must be true."""

    rows: tuple[Row, ...]
    free: tuple[int, ...]
    true: frozenset[int]
    aim: Aim | None


def settle(model: Model, clock: Clock) -> Settled:
    """The rows of a model after unit propagation; raises `Infeasible` where a row cannot be satisfied."""
    fixed: dict[int, bool] = {}
    rows = []
    for constraint in model.constraints:
        clock.tick()
        rows.append(_row(constraint))
    rows = _propagated(rows, fixed, clock)
    free = tuple(v for v in range(model.variables) if v not in fixed)
    true = frozenset(v for v, value in fixed.items() if value)
    return Settled(tuple(row for row in rows if not row.implied), free, true, _aim(model, fixed))


def _sum(terms: Iterable[tuple[int, Literal]]) -> tuple[dict[int, int], int]:
    """A weighted sum of literals as weights of variables and a constant: a weight of ~v is that weight less v's."""
    weights: dict[int, int] = {}
    constant = 0
    for weight, literal in terms:
        if literal < 0:
            constant, weight, literal = constant + weight, -weight, ~literal
        if weight:
            weights[literal] = weight
    return weights, constant


def _row(constraint: Constraint) -> Row:
    lower: int | None = None
    upper: int | None = None
    choice, factors = False, (1,) * len(constraint.literals)
    match constraint:
        case AtMost(bound):
            upper = bound
        case AtLeast(bound):
            lower = bound
        case Exactly(bound, _, name):
            lower, upper, choice = bound, bound, name is not None
        case Linear(weights, _, lower, upper):
            factors = weights
        case _:
            assert_never(constraint)
    sums, constant = _sum(zip(factors, constraint.literals, strict=True))
    low, high = Row(sums, 0, 0).limits()
    below = low if lower is None else lower - constant
    above = high if upper is None else upper - constant
    if sums and high <= 0:  # all weights negative: the same row the other way round
        return Row({v: -weight for v, weight in sums.items()}, -above, -below, choice)
    return Row(sums, below, above, choice)


def _aim(model: Model, fixed: Mapping[int, bool]) -> Aim | None:
    if isinstance(model.goal, Satisfy):
        return None
    sign = -1 if isinstance(model.goal, Maximize) else 1
    weights, constant = _sum((sign * weight, literal) for weight, literal in model.goal.terms())
    rest = _without(Row(weights, 0, 0), fixed)
    return Aim(rest.weights, constant - rest.lower, sign)


def _propagated(rows: list[Row], fixed: dict[int, bool], clock: Clock) -> list[Row]:
    """Draw what single rows force, until nothing more follows; note it in `fixed`, give the rows without it."""
    where: dict[int, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for variable in row.weights:
            where[variable].append(number)
    waiting = deque(range(len(rows)))
    queued = set(waiting)
    while waiting:
        clock.tick()
        number = waiting.popleft()
        queued.discard(number)
        rows[number] = _without(rows[number], fixed)
        for variable, value in _forced(rows[number]):
            fixed[variable] = value
            again = [other for other in where[variable] if other not in queued]
            queued.update(again)
            waiting.extend(again)
    return rows


def _without(row: Row, fixed: Mapping[int, bool]) -> Row:
    """A row without the variables that are fixed, their weights taken into its bounds."""
    if fixed.keys().isdisjoint(row.weights):
        return row
    taken = sum(weight for v, weight in row.weights.items() if fixed.get(v))
    rest = {v: weight for v, weight in row.weights.items() if v not in fixed}
    return Row(rest, row.lower - taken, row.upper - taken, row.choice)


def _forced(row: Row) -> Iterator[tuple[int, bool]]:
    """The variables that have one value alone within the bounds of a row."""
    low, high = row.limits()
    if low > row.upper or high < row.lower:
        raise Infeasible
    for variable, weight in row.weights.items():
        if low + abs(weight) > row.upper:  # must be as in the smallest sum
            yield variable, weight < 0
        elif high - abs(weight) < row.lower:
            yield variable, weight > 0
