"""What the lowerings to CP-SAT and to CNF share: constraints in normal form, goals as costs, and known counts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from typing import assert_never

from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.base.deadline import look_between
from rookery.models.model import Constraint, Literal, true

LARGEST_SUM = 2**62  # of absolute weights, for what computes in 64 bits
LARGE = 40_000  # variables from which on looking for a first solution asks for other means: a board of 200x200
NEVER = AtLeast(1, ())
Term = tuple[int, Literal]


@dataclass(frozen=True, slots=True)
class Partition:
    """Disjoint groups of variables of which exactly one each is true, such as the rows of n queens.

    `owner` is the group of each variable, -1 where it is in none.
    """

    owner: Sequence[int]
    sizes: Sequence[int]

    @classmethod
    def of(cls, model: Model) -> "Partition":
        """The groups that a model declares; of two that overlap the first."""
        owner, sizes = [-1] * model.variables, list[int]()
        for group in look_between(model.constraints):
            chosen = isinstance(group, Exactly) and group.bound == 1 and _positive(group.literals)
            if chosen and all(owner[variable] < 0 for variable in group.literals):
                for variable in group.literals:
                    owner[variable] = len(sizes)
                sizes.append(len(group.literals))
        return cls(owner, sizes)

    def count(self, literals: Sequence[Literal]) -> int | None:
        """How many of the literals are true in every solution, where the groups tell."""
        if not _positive(literals):
            return None
        groups = {self.owner[variable] for variable in literals}
        covered = -1 not in groups and sum(self.sizes[group] for group in groups) == len(literals)
        return len(groups) if covered else None

    def loose(self) -> list[int]:
        """The variables that are in no group."""
        return [variable for variable, group in enumerate(self.owner) if group < 0]


def _positive(literals: Sequence[Literal]) -> bool:
    return bool(literals) and min(literals) >= 0


def normal(model: Model, partition: Partition) -> Iterator[Constraint]:
    """The constraints of a model in normal form, without those that its exactly-one groups imply in plain sight.

    - `AtLeast(1, ...)`, a clause; without literals it can not be true
    - `AtMost(b, ...)` and `Exactly(b, ...)` with 0 < b < number of literals
    - `Linear` with positive weights, not all the same, and bounds that can be broken
    """
    exclusive = {c.literals for c in model.constraints if isinstance(c, Exactly) and c.bound == 1}
    for constraint in look_between(model.constraints):
        match constraint:
            case AtMost(bound, literals):
                if bound != 1 or literals not in exclusive:
                    yield from _within(0, bound, literals, partition)
            case AtLeast(bound, literals):
                yield from _within(bound, len(literals), literals, partition)
            case Exactly(bound, literals):
                yield from _within(bound, bound, literals, partition)
            case Linear():
                yield from _weighed(constraint, partition)
            case _:
                assert_never(constraint)


def _within(lower: int, upper: int, literals: Sequence[Literal], partition: Partition) -> Iterator[Constraint]:
    """Between `lower` and `upper` of the literals."""
    lower, upper = max(lower, 0), min(upper, len(literals))
    sure = partition.count(literals) if lower > 1 or 1 < upper < len(literals) else None
    if lower > upper or (sure is not None and not lower <= sure <= upper):
        yield NEVER
    elif sure is None:
        if lower == upper:
            yield from _exactly(lower, literals)
        else:
            yield from _at_most(upper, literals)
            yield from _at_most(len(literals) - lower, literals, negated=True)


def _exactly(bound: int, literals: Sequence[Literal]) -> Iterator[Constraint]:
    if bound == len(literals):
        yield from (AtLeast(1, (literal,)) for literal in literals)
    elif bound == 0:
        yield from (AtLeast(1, (~literal,)) for literal in literals)
    elif bound == len(literals) - 1 > 1:
        yield Exactly(1, negations(literals))
    else:
        yield Exactly(bound, literals)


def _at_most(bound: int, literals: Sequence[Literal], negated: bool = False) -> Iterator[Constraint]:
    """At most `bound` of the literals, or of their negations."""
    if bound == 0:
        yield from (AtLeast(1, (literal if negated else ~literal,)) for literal in literals)
    elif bound == len(literals) - 1 and len(literals) > 2:
        yield AtLeast(1, literals if negated else negations(literals))
    elif bound < len(literals):
        yield AtMost(bound, negations(literals) if negated else literals)


def negations(literals: Iterable[Literal]) -> tuple[Literal, ...]:
    """The negations of some literals."""
    return tuple(~literal for literal in literals)


def _weighed(sum_: Linear, partition: Partition) -> Iterator[Constraint]:
    offset, terms = positive(zip(sum_.weights, sum_.literals, strict=True))
    weights, literals = tuple(weight for weight, _ in terms), tuple(literal for _, literal in terms)
    unit, total = gcd(*weights) or 1, sum(weights)
    lower = 0 if sum_.lower is None else max(0, -((offset - sum_.lower) // unit))
    upper = total // unit if sum_.upper is None else min(total, sum_.upper - offset) // unit
    weights = tuple(weight // unit for weight in weights)
    if lower > upper:
        yield NEVER
    elif all(weight == 1 for weight in weights):
        yield from _within(lower, upper, literals, partition)
    elif lower > 0 or upper < sum(weights):
        yield Linear(weights, literals, lower or None, upper if upper < sum(weights) else None)


def positive(terms: Iterable[Term]) -> tuple[int, list[Term]]:
    """A weighted sum as a constant and terms of positive weight: w * l is w + (-w) * ~l."""
    offset, flipped = 0, list[Term]()
    for weight, literal in terms:
        offset += min(weight, 0)
        if weight:
            flipped.append((weight, literal) if weight > 0 else (-weight, ~literal))
    return offset, flipped


@dataclass(frozen=True, slots=True)
class Cost:
    """A goal as a sum to be made small: the objective is `sign` * (`offset` + the weights of the true literals)."""

    sign: int
    offset: int
    terms: Sequence[Term]

    @classmethod
    def of(cls, model: Model) -> "Cost | None":
        """The cost of a model's goal; None where nothing is to be optimised."""
        match model.goal:
            case Satisfy():
                return None
            case Minimize():
                return cls(1, *positive(model.goal.terms()))
            case Maximize():
                return cls(-1, *positive((-weight, literal) for weight, literal in model.goal.terms()))
            case _:
                assert_never(model.goal)

    def objective(self, weight: int) -> int:
        """The objective of a solution whose true literals weigh that much."""
        return self.sign * (self.offset + weight)

    def weight(self, chosen: frozenset[int]) -> int:
        """What the true literals of a solution weigh."""
        return sum(weight for weight, literal in self.terms if true(literal, chosen))
