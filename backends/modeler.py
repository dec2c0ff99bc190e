"""Named modelling: a 0/1 problem stated by expressions of named variables, and compiled to a `Model`.

A formula inside another expression becomes an auxiliary variable. The named variables determine its value, so that
counts are those of the named problem.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partialmethod
from typing import Any, TypeVar, Unpack

from rookery.backends.contract import WantLike
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.solve import ModelAnswer, ModelKeywords, solve_model
from rookery.core.errors import BadInput, show_value
from rookery.core.numbers import whole
from rookery.models.model import constraints
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Exactly, Linear, Literal, Weights
from rookery.models.model.model import Goal, Maximize, Minimize, Model, Satisfy

E = TypeVar("E", bound="Expression")


class Expression:
    """A sum of truth values with whole weights, such as `3 * x + y - 1`."""

    __hash__ = object.__hash__
    __array_ufunc__ = None  # numbers of numpy leave arithmetic to this class

    def __init__(self, modeler: "Modeler", weights: Weights, constant: int = 0) -> None:
        self.modeler, self.weights, self.constant = modeler, weights, constant

    def __add__(self, other: Any) -> "Expression":
        if not isinstance(other, Expression):
            return Expression(self.modeler, self.weights, self.constant + whole(other, "number in a sum"))
        weights = {**self.weights}
        for literal, weight in self.modeler.own(other, Expression).weights.items():
            weights[literal] = weights.get(literal, 0) + weight
        return Expression(self.modeler, weights, self.constant + other.constant)

    def __mul__(self, other: Any) -> "Expression":
        if isinstance(other, Expression):
            raise BadInput(f"({self}) * ({other}) is not linear; x & y is true if both are")
        factor = whole(other, "weight")
        return Expression(self.modeler, {v: factor * w for v, w in self.weights.items()}, factor * self.constant)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> "Expression":
        return self * -1

    def __sub__(self, other: Any) -> "Expression":
        return -self.__rsub__(other)

    def __rsub__(self, other: Any) -> "Expression":
        return (-self).__add__(other)

    def _compare(self, other: object, lower: int | None, upper: int | None) -> "Formula":
        return Formula(self - other, lower, upper)

    __le__ = partialmethod(_compare, lower=None, upper=0)
    __lt__ = partialmethod(_compare, lower=None, upper=-1)
    __ge__ = partialmethod(_compare, lower=0, upper=None)
    __gt__ = partialmethod(_compare, lower=1, upper=None)

    def __eq__(self, other: object) -> "Formula":  # type: ignore[override]
        return self._compare(other, 0, 0)

    def __bool__(self) -> bool:
        raise BadInput(f"({self}) is not yet true or false; write &, | and ~ for and, or and not, a <= b <= c as two")

    def __repr__(self) -> str:
        names = self.modeler.names
        named = ((w, names[v] if v >= 0 else f"~{names[~v]}") for v, w in self.weights.items())
        terms = [name if weight == 1 else f"{weight} * {name}" for weight, name in named]
        return " + ".join([*terms, str(self.constant)] if self.constant or not terms else terms)


class Formula(Expression):
    """A truth value: that a sum lies within bounds, of which None leaves one open; a variable is at least 1."""

    def __init__(self, total: Expression, lower: int | None, upper: int | None, *parts: "Formula") -> None:
        terms = ((weight, literal) for literal, weight in total.weights.items())
        self._terms, offset = constraints.with_positive_weights(terms)
        self._low = None if lower is None else lower - total.constant - offset
        self._high = None if upper is None else upper - total.constant - offset
        self.modeler, self.constant = total.modeler, 0
        self._parts = parts or (self,)  # of a disjunction

    @cached_property
    def literal(self) -> Literal:
        """The literal that stands for the formula in others."""
        too_small = [] if self._low is None else [~self.modeler.define_at_least(self._terms, self._low)]
        too_large = [] if self._high is None else [self.modeler.define_at_least(self._terms, self._high + 1)]
        return ~self.modeler.define_at_least(dict.fromkeys(too_small + too_large, 1), 1)

    @cached_property
    def weights(self) -> Weights:  # type: ignore[override]
        """The formula as a sum."""
        return {self.literal: 1}

    def demand(self) -> Constraint:
        """Return the constraint that the formula is true."""
        literals, weights = tuple(self._terms), tuple(self._terms.values())
        if not {*weights} <= {1}:
            return Linear(weights, literals, self._low, self._high)
        if self._low is None:
            return AtMost(self._high or 0, literals)
        return AtLeast(self._low, literals) if self._high is None else Exactly(self._low, literals)

    def __invert__(self) -> "Formula":
        return Formula(Expression(self.modeler, {~self.literal: 1}), 1, None)

    def __or__(self, other: Any) -> "Formula":
        parts = (*self._parts, *self.modeler.own(other, Formula)._parts)
        return Formula(Expression(self.modeler, {part.literal: 1 for part in parts}), 1, None, *parts)

    def __and__(self, other: Any) -> "Formula":
        both = {self.literal: 1, self.modeler.own(other, Formula).literal: 1}
        return Formula(Expression(self.modeler, both), len(both), None)

    def implies(self, other: "Formula") -> "Formula":
        """Return the formula that is false only if this one is true and the other one is not."""
        return ~self | other

    def __repr__(self) -> str:
        total = repr(Expression(self.modeler, self._terms))
        if len(self._terms) == self._low == 1 and self._high is None:
            return total
        bound = f"<= {self._high}" if self._low is None else f"{'>=' if self._high is None else '=='} {self._low}"
        return f"({total} {bound})"


def at_most(number: int, formulas: Iterable[Formula]) -> Formula:
    """Return the formula that at most `number` of some formulas are true.

    >>> import rookery as rk
    >>> m = rk.Modeler()
    >>> rk.at_most(1, map(m.bool, "xyz"))
    (x + y + z <= 1)
    """
    return _count(formulas) <= number


def at_least(number: int, formulas: Iterable[Formula]) -> Formula:
    """Return the formula that at least `number` of some formulas are true.

    >>> import rookery as rk
    >>> m = rk.Modeler()
    >>> rk.at_least(2, map(m.bool, "xyz"))
    (x + y + z >= 2)
    """
    return _count(formulas) >= number


def exactly(number: int, formulas: Iterable[Formula]) -> Formula:
    """Return the formula that exactly `number` of some formulas are true.

    >>> import rookery as rk
    >>> m = rk.Modeler()
    >>> rk.exactly(2, map(m.bool, "xyz"))
    (x + y + z == 2)
    """
    return _count(formulas) == number


def _count(formulas: Iterable[Any]) -> Expression:
    listed = [*formulas]
    if not listed or not all(isinstance(each, Formula) for each in listed):
        raise BadInput(f"{show_value(listed)}: expected a list of one or more variables or other formulas")
    first: Expression = listed[0] + 0
    return sum(listed[1:], first)


class Modeler:
    """A 0/1 problem of named variables.

    >>> m = Modeler()
    >>> tent, stove, food = map(m.bool, ["tent", "stove", "food"])
    >>> m.add(5 * tent + 3 * stove + 4 * food <= 9, stove.implies(food))
    >>> m.maximize(6 * tent + 4 * stove + 5 * food)
    >>> m.solve("sat").names()
    [['tent', 'food']]
    """

    def __init__(self) -> None:
        self.names: list[str] = []  # of all variables, also of auxiliary ones
        self._taken: set[str] = set()
        self._constraints: list[Constraint] = []
        self._goal: Goal = Satisfy()

    def bool(self, name: str) -> Formula:
        """Return a new variable; raises `BadInput` if the name is not one line of text, or not new."""
        if not isinstance(name, str) or not name or not name.isprintable():
            raise BadInput(f"a variable named {show_value(name)}: expected one line of text, such as m.bool('a1')")
        if name in self._taken:
            raise BadInput(f"two variables are named {name}; give each a name of its own")
        self._taken.add(name)
        self.names.append(name)
        return Formula(Expression(self, {len(self.names) - 1: 1}), 1, None)

    def choice(self, name: str, values: Iterable[Hashable]) -> Mapping[Any, Formula]:
        """Return a formula for each of several values, of which exactly one is chosen."""
        listed = [*values]
        if isinstance(values, str) or not listed or len({*listed}) < len(listed):
            raise BadInput(f"choice {name}: {show_value(values)}; expected a list of different values")
        choice = {value: self.bool(f"{name} = {value}") for value in listed}
        self._constraints.append(Exactly(1, tuple(formula.literal for formula in choice.values()), name))
        return choice

    def own(self, given: Any, kind: type[E]) -> E:
        """Return an expression or formula of this `Modeler`; raises `BadInput` for anything else."""
        if not isinstance(given, kind):
            raise BadInput(f"{show_value(given)}: expected a sum, such as 3 * x + y, or a formula, such as x + y <= 1")
        if given.modeler is not self:
            raise BadInput(f"({given}) has variables of another Modeler; use those of one")
        return given

    def define_at_least(self, weights: Weights, bound: int) -> Literal:
        """Return a literal that is true if and only if a sum with positive weights reaches a bound."""
        literals, total = tuple(weights), sum(weights.values())
        if len(literals) == total == bound:
            return literals[0] if bound == 1 else ~self.define_at_least({~literal: 1 for literal in literals}, 1)
        new = len(self.names)
        self.names.append(f"({Expression(self, weights)} >= {bound})")
        if total == len(literals) and bound == 1:
            self._constraints += [AtLeast(1, (new, ~literal)) for literal in literals]
            self._constraints.append(AtLeast(1, (~new, *literals)))
        else:
            self._constraints.append(Linear((*weights.values(), -bound), (*literals, new), lower=min(bound, 0)))
            self._constraints.append(Linear((*weights.values(), bound - total - 1), (*literals, new), upper=bound - 1))
        return new

    def add(self, *constraints: Formula) -> None:
        """Demand comparisons such as `x + y <= 1`, and other formulas such as `x.implies(y | z)`."""
        self._constraints += [self.own(each, Formula).demand() for each in constraints]

    def minimize(self, total: Expression) -> None:
        """Ask for the smallest value of a sum, in place of any earlier goal."""
        self._aim(Minimize, total)

    def maximize(self, total: Expression) -> None:
        """Ask for the largest value of a sum, in place of any earlier goal."""
        self._aim(Maximize, total)

    def _aim(self, kind: type[Minimize | Maximize], total: Expression) -> None:
        weights, constant = {**self.own(total, Expression).weights}, total.constant
        if any(~literal in weights for literal in weights):
            weights, offset = constraints.over_variables((weight, literal) for literal, weight in weights.items())
            constant += offset
        if constant:  # the weight of a variable that is always true
            weights[self.define_at_least({}, 0)] = constant
        self._goal = kind(tuple(weights), None if {*weights.values()} <= {1} else tuple(weights.values()))

    @property
    def model(self) -> Model:
        """The model, for `rk.export` and `rk.explain`."""
        return Model(len(self.names), self._constraints, self._goal, name=tuple(self.names).__getitem__)

    def solve(
        self, backend: BackendLike = DEFAULT, want: WantLike | None = None, **limits: Unpack[ModelKeywords]
    ) -> "NamedAnswer":
        """Solve the problem, and return its checked answer; the keywords are those of `rk.solve_model`."""
        found = solve_model(self.model, backend, want, **limits)
        return NamedAnswer(found.model, found.solutions, found.run, self)


@dataclass(frozen=True, repr=False)
class NamedAnswer(ModelAnswer):
    """The answer of a backend: `answer[x]` is the value of a variable, sum or choice in the best solution."""

    modeler: Modeler

    def __getitem__(self, what: Expression | Mapping[Any, Formula]) -> Any:
        if not self.solutions:
            raise BadInput(f"no solution has a value of {show_value(what)}: {self.status}")
        return self.values(what)[0]

    def values(self, what: Expression | Mapping[Any, Formula]) -> list[Any]:
        """Return the value of a variable, sum or choice in each solution."""
        if isinstance(what, Mapping):
            return [next(v for v, f in what.items() if f.literal in chosen) for chosen in self.solutions]
        weights = self.modeler.own(what, Expression).weights
        if any(constraints.variable(literal) >= self.model.variables for literal in weights):
            raise BadInput(f"({what}) was no part of the model when it was solved")
        terms = [(weight, literal) for literal, weight in weights.items()]
        totals = [what.constant + constraints.weigh(terms, chosen) for chosen in self.solutions]
        return [total > 0 for total in totals] if isinstance(what, Formula) else totals
