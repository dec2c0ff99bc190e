"""The abstract model: 0/1 variables, constraints over their literals, one goal. It knows no chess.

A variable is a number from 0; a literal is a variable `v` or its negation `~v`, as in `AtLeast(1, (0, ~3))`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from typing import assert_never

from rookery.models.base.deadline import look_between
from rookery.models.base.lazy import LazyForm as LazyForm
from rookery.models.base.lines import Line, bounded_line
from rookery.models.base.literals import check_choice, check_literals, count, set_literals, set_weights, table_of, weigh
from rookery.models.base.literals import true as true
from rookery.models.base.literals import variable as variable
from rookery.models.base.numbers import integers, whole
from rookery.models.base.sums import Literal as Literal
from rookery.models.base.sums import Term as Term
from rookery.models.base.sums import Weights as Weights
from rookery.models.base.sums import over_variables as over_variables
from rookery.models.base.sums import with_positive_weights as with_positive_weights
from rookery.models.base.words import amount
from rookery.models.errors import BadInput

Permutation = Sequence[int]


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


@dataclass(frozen=True, slots=True)
class Satisfy:
    """Any solution will do."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A weighted sum of literals; without weights each counts 1."""

    literals: Sequence[Literal]
    weights: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        set_literals(self)
        if self.weights is not None:
            set_weights(self)

    def terms(self) -> Iterable[Term]:
        """Pairs of weight and literal."""
        return zip(self.weights or (1,) * len(self.literals), self.literals, strict=True)


@dataclass(frozen=True, slots=True)
class Minimize(Objective):
    """The smallest sum."""


@dataclass(frozen=True, slots=True)
class Maximize(Objective):
    """The largest sum."""


Goal = Satisfy | Minimize | Maximize


@dataclass(frozen=True, repr=False)
class Model:
    """A 0/1 problem: `variables` of them, all `constraints` hold, and the `goal` is reached.

    `symmetries` is a group of permutations (`p[v]` is the image of v; the identity comes first) that map solutions to
    solutions of the same objective, or empty where none is known. `groups` are sets of variables that the declaration
    regards as units, such as a rider's lines: they demand nothing, but a backend may give each a variable of its own.
    `name` says what a variable means. `lazy` is another form of the same question, for backends that can use it; a
    changed copy of a model has none.

    Raises `BadInput` for a literal without a variable, a variable twice in one constraint, a choice whose bound is not
    1, and any number that is not whole.
    """

    variables: int
    constraints: Sequence[Constraint]
    goal: Goal = Satisfy()
    symmetries: Sequence[Permutation] = field(default=(), compare=False, repr=False)
    name: Callable[[int], str] = field(default="x{}".format, compare=False, repr=False)
    groups: Sequence[Sequence[int]] = field(default=(), compare=False, repr=False)
    lazy: "LazyForm[Model] | None" = field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", whole(self.variables, "Model, variables"))
        object.__setattr__(self, "constraints", tuple(self.constraints))
        if self.variables < 0:
            raise BadInput(f"a model with {self.variables} variables; it must be at least 0")
        for constraint in look_between(self.constraints):
            check_literals(constraint.literals, self.variables)
            if isinstance(constraint, Exactly) and constraint.choice is not None:
                check_choice(constraint.choice, constraint.bound)
        for group in self.groups:
            check_literals(
                group if isinstance(group, range) else integers(group, "Model, group, variable"), self.variables
            )
        if not isinstance(self.goal, Satisfy):
            check_literals(self.goal.literals, self.variables)

    def __repr__(self) -> str:
        goal = type(self.goal).__name__
        return f"Model({amount(self.variables, 'variable')}, {amount(len(self.constraints), 'constraint')}, {goal})"

    def accepts(self, true_variables: Set[int]) -> bool:
        """Whether the variables in `true_variables`, and no others, being true satisfies every constraint."""
        return next(self._list_broken(true_variables), None) is None

    def violated(self, true_variables: Set[int]) -> list[Constraint]:
        """The constraints that an assignment breaks."""
        return [*self._list_broken(true_variables)]

    def _list_broken(self, true_variables: Set[int]) -> Iterator[Constraint]:
        table = table_of(true_variables, self.variables)
        for constraint, line in zip(self.constraints, self._lines, strict=True):
            if not (holds(constraint, table) if line is None else line[1] <= table[line[0]].count(1) <= line[2]):
                yield constraint

    @cached_property
    def _lines(self) -> list[Line | None]:
        return [bounded_line(each.literals, each.lower, each.upper) for each in self.constraints]

    def value(self, true_variables: Set[int]) -> int | None:
        """The objective of an assignment; None for a goal without one."""
        if isinstance(self.goal, Satisfy):
            return None
        table = table_of(true_variables, self.variables)
        weighted = self.goal.weights is not None
        return weigh(self.goal.terms(), table) if weighted else count(self.goal.literals, table)

    def better(self, value: int, than: int) -> bool:
        """Whether one objective value beats another."""
        return value < than if isinstance(self.goal, Minimize) else value > than

    def at_optimum(self, value: int) -> "Model":
        """The same question without a goal: all solutions whose objective is the optimum `value`."""
        if isinstance(self.goal, Satisfy):
            return self
        literals, weights = self.goal.literals, self.goal.weights
        lower, upper = (None, value) if isinstance(self.goal, Minimize) else (value, None)
        bound: Constraint = AtMost(value, literals) if lower is None else AtLeast(value, literals)
        if weights is not None:
            bound = Linear(weights, tuple(literals), lower, upper)
        reached = replace(self, constraints=(*self.constraints, bound), goal=Satisfy())
        return reached if self.lazy is None else reached.also_as(self.lazy.at_optimum(value))

    def also_as(self, lazy: "LazyForm[Model]") -> "Model":
        """The same model, which knows another form of itself."""
        model = copy(self)
        object.__setattr__(model, "lazy", lazy)
        return model


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
