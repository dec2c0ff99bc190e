"""The constraints outside the rows of a covering: what they decide, and the directions in which they bind."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from rookery.backends.presolve.reductions.reduced import move
from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, AtMost, Exactly, Linear
from rookery.models.model.constraints import Constraint, Literal, Term, over_variables, variable

Values = Mapping[int, bool]


class Unsolvable(Exception):
    """A constraint cannot be met: the search finds that as well, and says it in its own way."""


class Sides:
    """The constraints of a model that are no rows; those of a variable are found once one is decided."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.constraints = constraints
        self._of: dict[int, list[Constraint]] | None = None

    def of(self, variables: Iterable[int]) -> Iterator[Constraint]:
        """Yield the constraints on some variables."""
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
    """Yield the literals that are true wherever a constraint holds and the variables have these values."""
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
    """Return each literal, and whether its variable being true makes the sum larger."""
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
            terms.append((weight, move(literal, place)))
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
