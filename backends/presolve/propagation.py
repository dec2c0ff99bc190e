"""Propagation of bounds on sums: what decided variables force, and what they leave of a constraint."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import assert_never

from rookery.backends.presolve.reductions.reduced import Place, move
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Exactly, Linear, Literal, Term, variable

Values = Mapping[int, bool]


class Unsolvable(Exception):
    """A constraint cannot be met."""


class Propagation:
    """The `values` that constraints force on variables; raises `Unsolvable` if one of them cannot be met.

    Each constraint has two counters: how much its sum may still rise, and how much it may still fall (Chai and
    Kuehlmann 2003). A decided variable takes one step for each of its constraints; the literals of a constraint are
    looked at only when a counter is smaller than its largest weight.
    """

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.values: dict[int, bool] = {}
        self._constraints, self._waiting = constraints, list[Literal]()
        self._rise, self._fall, self._largest = list[int](), list[int](), list[int]()
        for number, constraint in enumerate(checking_deadline(constraints)):
            rise, fall, largest = _measure(constraint)
            self._rise.append(rise)
            self._fall.append(fall)
            self._largest.append(largest)
            if rise < largest or fall < largest:
                self._list_forced(number, rise, rising=True)
                self._list_forced(number, fall, rising=False)
        self.decide(())

    def decide(self, literals: Iterable[Literal]) -> None:
        """Let some literals be true, and follow what they force; raises `Unsolvable`."""
        self._waiting.extend(literals)
        while self._waiting:
            check_deadline()
            literal = self._waiting.pop()
            if variable(literal) in self.values:
                if self.values[variable(literal)] != (literal >= 0):
                    raise Unsolvable
                continue
            self.values[variable(literal)] = literal >= 0
            for room, counted in ((self._rise, literal), (self._fall, ~literal)):
                for number, weight in self._of.get(counted, ()):
                    room[number] -= weight
                    if room[number] < self._largest[number]:
                        self._list_forced(number, room[number], rising=room is self._rise)

    def _list_forced(self, number: int, room: int, rising: bool) -> None:
        """Note the undecided literals of a constraint whose weight exceeds the room on one side."""
        if room < 0:
            raise Unsolvable
        for weight, literal in _positive_terms(self._constraints[number]):
            if weight > room and variable(literal) not in self.values:
                self._waiting.append(~literal if rising else literal)

    @cached_property
    def _of(self) -> dict[Literal, list[tuple[int, int]]]:
        """The constraints of each literal by their numbers, and its weight there; most models never need them."""
        found: dict[Literal, list[tuple[int, int]]] = defaultdict(list)
        for number, constraint in enumerate(checking_deadline(self._constraints)):
            if isinstance(constraint, Linear):
                for weight, literal in _positive_terms(constraint):
                    found[literal].append((number, weight))
            else:
                entry = number, 1  # one for all literals: lines may be long
                for literal in constraint.literals:
                    found[literal].append(entry)
        return found


def _measure(constraint: Constraint) -> tuple[int, int, int]:
    """Return how far the sum of a constraint may rise and fall, and its largest weight."""
    least, most, largest = 0, len(constraint.literals), 1
    if isinstance(constraint, Linear):
        least = sum(weight for weight in constraint.weights if weight < 0)
        most = sum(weight for weight in constraint.weights if weight > 0)
        largest = max(map(abs, constraint.weights), default=0)
    # a side without a bound has room for all
    rise = most - least + largest if constraint.upper is None else constraint.upper - least
    fall = most - least + largest if constraint.lower is None else most - constraint.lower
    return rise, fall, largest


def _positive_terms(constraint: Constraint) -> Iterable[Term]:
    """Return the terms of a constraint with positive weights: w * x is w + -w * ~x."""
    if not isinstance(constraint, Linear):
        return constraint.terms()
    return ((weight, literal) if weight > 0 else (-weight, ~literal) for weight, literal in constraint.terms())


def rewrite(constraint: Constraint, values: Values, place: Place) -> Constraint | None:
    """Return a constraint on the variables without a value, in their new places; None if it always holds.

    Raises `Unsolvable` if it cannot be met.
    """
    terms, known = list[Term](), 0
    for weight, literal in constraint.terms():
        value = values.get(variable(literal))
        if value is None:
            terms.append((weight, move(literal, place)))
        elif value == (literal >= 0):
            known += weight
    lower = None if constraint.lower is None else constraint.lower - known
    upper = None if constraint.upper is None else constraint.upper - known
    least, most = 0, len(terms)
    if isinstance(constraint, Linear):
        least, most = sum(min(weight, 0) for weight, _ in terms), sum(max(weight, 0) for weight, _ in terms)
    if (lower is not None and most < lower) or (upper is not None and least > upper):
        raise Unsolvable
    if (lower is None or lower <= least) and (upper is None or most <= upper):
        return None
    return _within(constraint, terms, lower, upper)


def _within(constraint: Constraint, terms: Sequence[Term], lower: int | None, upper: int | None) -> Constraint:
    """Return a constraint of the same kind on other terms, with other bounds."""
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
