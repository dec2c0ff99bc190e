"""The abstract model: 0/1 variables, constraints over their literals, one goal. It knows no chess.

A variable is a number from 0; a literal is a variable `v` or its negation `~v`, as in `AtLeast(1, (0, ~3))`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from operator import mul
from types import UnionType
from typing import get_args

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, show_value
from rookery.core.numbers import integers, whole
from rookery.core.words import amount
from rookery.models.model.constraints import (
    AtLeast,
    AtMost,
    Constraint,
    Exactly,
    Linear,
    Literal,
    Term,
    check_choice,
    check_literals,
    line_of,
    pick,
    set_literals,
    set_weights,
    table_of,
    weigh,
)

Permutation = Sequence[int]
KINDS = frozenset(get_args(Constraint))


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


class Minimize(Objective):
    """The smallest sum."""

    __slots__ = ()


class Maximize(Objective):
    """The largest sum."""

    __slots__ = ()


Goal = Satisfy | Minimize | Maximize


@dataclass(frozen=True, repr=False)
class Model:
    """A 0/1 problem: the number of `variables`, the `constraints` that must hold, and the `goal`.

    `symmetries` is a group of permutations (`p[v]` is the image of v; the identity comes first) that map solutions to
    solutions of the same objective, or empty if no symmetry is known. `moves` are such permutations of the first
    variables alone, where these decide all others: enough to break symmetries by. `groups` are sets of variables that
    the declaration regards as units, such as a rider's lines: they demand nothing, but a backend may give each an extra
    variable. `name` gives the meaning of a variable.

    Raises `BadInput` for a literal without a variable, a variable twice in one constraint, a choice whose bound is not
    1, and any number that is not whole.
    """

    variables: int
    constraints: Sequence[Constraint]
    goal: Goal = Satisfy()
    symmetries: Sequence[Permutation] = field(default=(), compare=False, repr=False)
    name: Callable[[int], str] = field(default="x{}".format, compare=False, repr=False)
    groups: Sequence[Sequence[int]] = field(default=(), compare=False, repr=False)
    moves: Sequence[Permutation] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", whole(self.variables, "Model, variables"))
        if not isinstance(self.constraints, Iterable):
            raise BadInput(f"Model, constraints: {show_value(self.constraints)}; expected a list of constraints")
        object.__setattr__(self, "constraints", tuple(checking_deadline(self.constraints)))
        if self.variables < 0:
            raise BadInput(f"a model with {self.variables} variables; it must be at least 0")
        for constraint in checking_deadline(self.constraints):
            if type(constraint) not in KINDS:
                _check_kind(constraint, Constraint, "constraint", "rk.AtLeast(1, (0, ~3))")
            check_literals(constraint.literals, self.variables)
            if isinstance(constraint, Exactly) and constraint.choice is not None:
                check_choice(constraint.choice, constraint.bound)
        for name, lists in (("symmetries", self.symmetries), ("groups", self.groups)):
            if not isinstance(lists, Iterable):
                raise BadInput(f"Model, {name}: {show_value(lists)}; expected a list of lists of variables")
        for group in checking_deadline(self.groups):
            check_literals(
                group if isinstance(group, range) else integers(group, "Model, group, variable"), self.variables
            )
        _check_kind(self.goal, Goal, "goal", "rk.Minimize((0, 1))")
        if not isinstance(self.goal, Satisfy):
            check_literals(self.goal.literals, self.variables)

    def __repr__(self) -> str:
        goal = type(self.goal).__name__
        return f"Model({amount(self.variables, 'variable')}, {amount(len(self.constraints), 'constraint')}, {goal})"

    def accepts(self, true_variables: Set[int]) -> bool:
        """Return whether the variables in `true_variables`, and no others, being true satisfies every constraint."""
        return next(self._list_broken(true_variables), None) is None

    def violated(self, true_variables: Set[int]) -> list[Constraint]:
        """Return the constraints that an assignment breaks."""
        return [*self._list_broken(true_variables)]

    def _list_broken(self, true_variables: Set[int]) -> Iterator[Constraint]:
        table = table_of(true_variables, self.variables)
        for constraint, line, lower, upper in self._checks:
            if line is not None:
                total = table[line].count(1)
            elif isinstance(constraint, Linear):
                total = sum(map(mul, constraint.weights, map(table.__getitem__, constraint.literals)))
            else:
                total = sum(map(table.__getitem__, constraint.literals))
            if not lower <= total <= upper:
                yield constraint

    @cached_property
    def _checks(self) -> list[tuple[Constraint, slice | None, float, float]]:
        """Each constraint with the place of its literals in the table if they are a `range`, and its bounds."""
        sides = ((c, line_of(c.literals), c.lower, c.upper) for c in self.constraints)
        return [
            (c, line, -inf if lower is None else lower, inf if upper is None else upper)
            for c, line, lower, upper in sides
        ]

    def value(self, true_variables: Set[int]) -> int | None:
        """Return the objective of an assignment; None for a goal without one."""
        if isinstance(self.goal, Satisfy):
            return None
        if self.goal.weights is None:
            return sum(pick(table_of(true_variables, self.variables), self.goal.literals))
        return weigh(self.goal.terms(), true_variables)

    def better(self, value: int, than: int) -> bool:
        """Return whether one objective value beats another."""
        return value < than if isinstance(self.goal, Minimize) else value > than

    def at_optimum(self, value: int) -> "Model":
        """Return the same question without a goal: all solutions whose objective is the optimum `value`."""
        if isinstance(self.goal, Satisfy):
            return self
        literals, weights = self.goal.literals, self.goal.weights
        lower, upper = (None, value) if isinstance(self.goal, Minimize) else (value, None)
        bound: Constraint = AtMost(value, literals) if lower is None else AtLeast(value, literals)
        if weights is not None:
            bound = Linear(weights, tuple(literals), lower, upper)
        return replace(self, constraints=(*self.constraints, bound), goal=Satisfy())


def _check_kind(given: object, kinds: UnionType, what: str, example: str) -> None:
    if not isinstance(given, kinds):
        names = ", ".join(each.__name__ for each in get_args(kinds))
        raise BadInput(f"Model, {what}: {show_value(given)}; expected one of {names}, such as {example}")
