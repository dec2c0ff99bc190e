"""A model as clauses whose auxiliary variables are all determined by the model's own.

So the clauses have as many solutions as the model, which a counter of models can check. The backend `sat` has encodings
of its own that leave auxiliary variables free.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from sys import maxsize
from typing import assert_never

from rookery.core.deadline import checking_deadline
from rookery.core.errors import RookeryError
from rookery.models.model.constraints import (
    AtLeast,
    AtMost,
    Constraint,
    Exactly,
    Linear,
    Literal,
    pick,
    with_positive_weights,
)
from rookery.models.model.model import Model
from rookery.models.model.weighted_sums import Clause, ClauseList, encode_sum

NEVER = AtLeast(1, ())
MAX_IN_PAIRS = 5
MAX_NODES = 200_000  # of the diagram of a sum


@dataclass(frozen=True, slots=True)
class Partition:
    """Disjoint groups of variables of which exactly one each is true, such as the rows of n queens.

    `owner` is the group of each variable, -1 if it is in none.
    """

    owner: Sequence[int]
    sizes: Sequence[int]

    @classmethod
    def of(cls, model: Model) -> "Partition":
        """Return the groups that a model declares; of two that overlap the first."""
        owner, sizes = [-1] * model.variables, list[int]()
        for group in checking_deadline(model.constraints):
            is_choice = isinstance(group, Exactly) and group.bound == 1 and min(group.literals, default=-1) >= 0
            if is_choice and {*pick(owner, group.literals)} == {-1}:
                for variable in group.literals:
                    owner[variable] = len(sizes)
                sizes.append(len(group.literals))
        return cls(owner, sizes)

    def count(self, literals: Sequence[Literal]) -> int | None:
        """Return the number of literals that are true in every solution, or None if the groups do not tell."""
        if min(literals, default=-1) < 0:
            return None
        groups = {*pick(self.owner, literals)}
        covered = -1 not in groups and sum(self.sizes[group] for group in groups) == len(literals)
        return len(groups) if covered else None

    def loose(self) -> list[int]:
        """Return the variables that are in no group."""
        return [variable for variable, group in enumerate(self.owner) if group < 0]


def normalise(model: Model, partition: Partition) -> Iterator[Constraint]:
    """Yield the constraints of a model in normal form, without those that its exactly-one groups imply.

    - `AtLeast(1, ...)`, a clause; without literals it is false
    - `AtMost(b, ...)` and `Exactly(b, ...)` with 0 < b < number of literals
    - `Linear` with positive weights, not all the same, and bounds that can be broken
    """
    exclusive = {c.literals for c in model.constraints if isinstance(c, Exactly) and c.bound == 1}
    for constraint in checking_deadline(model.constraints):
        if isinstance(constraint, Linear):
            yield from _normalise_linear(constraint, partition)
        elif not (isinstance(constraint, AtMost) and constraint.bound == 1 and constraint.literals in exclusive):
            yield from _normalise_count(*window(constraint), constraint.literals, partition)


def window(constraint: Constraint) -> tuple[int, int]:
    """Return the smallest and the largest sum that a constraint with positive weights admits, as far as it shows."""
    lower = 0 if constraint.lower is None else constraint.lower
    if constraint.upper is not None:
        return lower, constraint.upper
    return lower, sum(constraint.weights) if isinstance(constraint, Linear) else len(constraint.literals)


def _normalise_count(lower: int, upper: int, literals: Sequence[Literal], partition: Partition) -> Iterator[Constraint]:
    lower, upper = max(lower, 0), min(upper, len(literals))
    known = partition.count(literals) if lower > 1 or 1 < upper < len(literals) else None
    if lower > upper or (known is not None and not lower <= known <= upper):
        yield NEVER
    elif known is None:
        if lower == upper:
            if lower == len(literals):
                yield from (AtLeast(1, (literal,)) for literal in literals)
            elif lower == 0:
                yield from (AtLeast(1, (~literal,)) for literal in literals)
            elif lower == len(literals) - 1 > 1:
                yield Exactly(1, _negate(literals))
            else:
                yield Exactly(lower, literals)
        else:
            yield from _normalise_at_most(upper, literals)
            yield from _normalise_at_most(len(literals) - lower, literals, negated=True)


def _normalise_at_most(bound: int, literals: Sequence[Literal], negated: bool = False) -> Iterator[Constraint]:
    """At most `bound` of the literals, or of their negations."""
    if bound == 0:
        yield from (AtLeast(1, (literal if negated else ~literal,)) for literal in literals)
    elif bound == len(literals) - 1 and len(literals) > 2:
        yield AtLeast(1, literals if negated else _negate(literals))
    elif bound < len(literals):
        yield AtMost(bound, _negate(literals) if negated else literals)


def _negate(literals: Sequence[Literal]) -> tuple[Literal, ...]:
    return tuple(~literal for literal in literals)


def _normalise_linear(linear: Linear, partition: Partition) -> Iterator[Constraint]:
    by_literal, constant = with_positive_weights(linear.terms())
    literals, weights = tuple(by_literal), tuple(by_literal.values())
    unit, total = gcd(*weights) or 1, sum(weights)
    lower = 0 if linear.lower is None else max(0, -((constant - linear.lower) // unit))
    upper = total // unit if linear.upper is None else min(total, linear.upper - constant) // unit
    weights = tuple(weight // unit for weight in weights)
    if lower > upper:
        yield NEVER
    elif all(weight == 1 for weight in weights):
        yield from _normalise_count(lower, upper, literals, partition)
    elif lower > 0 or upper < sum(weights):
        yield Linear(weights, literals, lower or None, upper if upper < sum(weights) else None)


class TooManyClauses(RookeryError):
    """A model has more clauses than it may have."""


class ModelClauses(ClauseList):
    """The clauses of a model: variable v of it is v + 1, those above are auxiliary.

    Raises `TooManyClauses` if there are more than `most`, before they take much memory.
    """

    def __init__(self, variables: int, most: int = maxsize) -> None:
        super().__init__(variables)
        self._most = most
        self._variables, self._ungrouped = variables, Partition([-1] * variables, ())

    @classmethod
    def of(cls, model: Model, most: int = maxsize) -> "ModelClauses":
        """Return the constraints of a model as clauses; its goal is left out."""
        clauses = cls(model.variables, most)
        for constraint in normalise(model, Partition.of(model)):
            clauses._add(constraint)
            clauses._keep_limit()
        return clauses

    def add(self, *literals: int) -> None:
        """Demand that one of the literals is true."""
        super().add(*literals)
        self._keep_limit()

    def _keep_limit(self) -> None:
        if len(self.clauses) > self._most:
            raise TooManyClauses(f"a model of more than {self._most:,} clauses")

    def extend(self, constraints: Iterable[Constraint]) -> None:
        """Add constraints; none is left out because the model's groups imply it."""
        for constraint in normalise(Model(self._variables, tuple(constraints)), self._ungrouped):
            self._add(constraint)

    def _add(self, constraint: Constraint) -> None:
        literals = dimacs_literals(constraint.literals)
        match constraint:
            case AtLeast():
                self.add(*literals)
            case AtMost(1):
                self._at_most_one(literals)
            case Exactly(1):
                self.add(*literals)
                self._at_most_one(literals)
            case AtMost() | Exactly():
                encode_sum(self, [(1, literal) for literal in literals], window(constraint), MAX_NODES, exact=True)
            case Linear(weights):
                terms = sorted(zip(weights, literals, strict=True), reverse=True)
                encode_sum(self, terms, window(constraint), MAX_NODES, exact=True)
            case _:
                assert_never(constraint)

    def _at_most_one(self, literals: Clause) -> None:
        if len(literals) <= MAX_IN_PAIRS:
            self.clauses.extend([-one, -other] for one, other in combinations(literals, 2))
        else:
            # At most one: after each literal a variable that is true just when one so far is
            so_far, *rest, last = literals
            for literal in rest:
                after = self.fresh()
                self.clauses += [-so_far, -literal], [-so_far, after], [-literal, after], [so_far, literal, -after]
                so_far = after
            self.add(-so_far, -last)


def dimacs_literals(literals: Iterable[Literal]) -> Clause:
    """Return literals in the numbers of DIMACS: from 1, negative if negated."""
    return [literal + 1 if literal >= 0 else literal for literal in literals]
