"""Constraints of a model: bounds on how many literals are true, or on a weighted sum of them."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import repeat
from math import inf
from typing import assert_never

from rookery.models.base.literals import count, line_of, set_literals, set_weights, weigh
from rookery.models.base.numbers import whole
from rookery.models.base.sums import Literal, Term


@dataclass(frozen=True, slots=True)
class Cardinality:
    """A bound on how many of the literals are true; `literals` may be a `range`, so that long lines cost nothing."""

    bound: int
    literals: Sequence[Literal]

    def __post_init__(self) -> None:
        object.__setattr__(self, "bound", whole(self.bound, f"{type(self).__name__}, bound"))
        set_literals(self)

    @property
    def lower(self) -> int | None:
        """How many are true at least; None leaves the side open."""
        return self.bound

    @property
    def upper(self) -> int | None:
        """How many are true at most; None leaves the side open."""
        return self.bound

    def terms(self) -> Iterable[Term]:
        """Pairs of weight, which is 1, and literal."""
        return zip(repeat(1), self.literals)


@dataclass(frozen=True, slots=True)
class AtMost(Cardinality):
    """At most `bound` of the literals are true."""

    @property
    def lower(self) -> None:
        """Any number is enough."""


@dataclass(frozen=True, slots=True)
class AtLeast(Cardinality):
    """At least `bound` of the literals are true; `AtLeast(1, ...)` is a clause."""

    @property
    def upper(self) -> None:
        """No number is too many."""


@dataclass(frozen=True, slots=True)
class Exactly(Cardinality):
    """Exactly `bound` of the literals are true.

    With a bound of 1 and a name it is a *choice*: one finite-domain variable whose values are the literals.
    """

    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Linear:
    """A weighted sum of literals within [lower, upper]; None leaves a side open. Weights are whole numbers."""

    weights: tuple[int, ...]
    literals: tuple[Literal, ...]
    lower: int | None = None
    upper: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "literals", tuple(self.literals))
        set_literals(self)
        set_weights(self)
        for side in ("lower", "upper"):
            if getattr(self, side) is not None:
                object.__setattr__(self, side, whole(getattr(self, side), f"Linear, {side} bound"))

    def terms(self) -> Iterable[Term]:
        """Pairs of weight and literal."""
        return zip(self.weights, self.literals, strict=True)


Constraint = AtMost | AtLeast | Exactly | Linear


def bounded_line(constraint: Constraint) -> tuple[slice, float, float] | None:
    """Where the line of a constraint stands in a table, and how many of it are true; None where it is no line."""
    line = None if isinstance(constraint, Linear) else line_of(constraint.literals)
    if line is None:
        return None
    lower, upper = constraint.lower, constraint.upper
    return line, -inf if lower is None else lower, inf if upper is None else upper


def holds(constraint: Constraint, chosen: Set[int] | bytearray) -> bool:
    """Whether an assignment satisfies one constraint: a set of variables, or the table of one (see `table_of`)."""
    match constraint:
        case AtMost(bound, literals):
            return count(literals, chosen) <= bound
        case AtLeast(bound, literals):
            return count(literals, chosen) >= bound
        case Exactly(bound, literals):
            return count(literals, chosen) == bound
        case Linear(lower=lower, upper=upper):
            total = weigh(constraint.terms(), chosen)
            return (lower is None or total >= lower) and (upper is None or total <= upper)
        case _:
            assert_never(constraint)
