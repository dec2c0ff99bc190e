"""Constraints of a model: bounds on how many literals are true, or on a weighted sum of them.

A variable is a number from 0; a literal is a variable `v` or its negation `~v`.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import repeat
from typing import Any, TypeVar

from rookery.core.errors import BadInput, show_value
from rookery.core.numbers import integers, whole, wholes

MAX_NAMES = 12  # of a constraint in words

T = TypeVar("T")
Literal = int
Term = tuple[int, Literal]  # a weight and the literal that has it
Weights = dict[Literal, int]


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
        """The least number of true literals; None leaves the side open."""
        return self.bound

    @property
    def upper(self) -> int | None:
        """The largest number of true literals; None leaves the side open."""
        return self.bound

    def terms(self) -> Iterable[Term]:
        """Return pairs of weight, which is 1, and literal."""
        return zip(repeat(1), self.literals)


class AtMost(Cardinality):
    """At most `bound` of the literals are true."""

    __slots__ = ()

    @property
    def lower(self) -> None:
        """Any number is enough."""


class AtLeast(Cardinality):
    """At least `bound` of the literals are true; `AtLeast(1, ...)` is a clause."""

    __slots__ = ()

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
        """Return pairs of weight and literal."""
        return zip(self.weights, self.literals, strict=True)


Constraint = AtMost | AtLeast | Exactly | Linear


def set_literals(owner: Any) -> None:
    """Store the literals of a constraint or goal, which is frozen, as a tuple of integers; a `range` is kept."""
    if not isinstance(owner.literals, range):
        object.__setattr__(owner, "literals", integers(owner.literals, f"{type(owner).__name__}, literal"))


def set_weights(owner: Any) -> None:
    """Store the weights of a constraint or goal, which is frozen, as a tuple of integers, one for each literal."""
    name = type(owner).__name__
    weights = wholes(() if owner.weights is None else owner.weights, f"{name}, weight")
    object.__setattr__(owner, "weights", weights)
    if len(weights) != len(owner.literals):
        raise BadInput(f"{name} has {len(weights)} weights for {len(owner.literals)} literals")


def check_literals(literals: Sequence[Literal], variables: int) -> None:
    """Raise `BadInput` for a literal without a variable, and for a variable that stands twice."""
    if not literals:
        return
    if isinstance(literals, range):  # too long to look at one by one
        low, high = min(literals[0], literals[-1]), max(literals[0], literals[-1])
    else:
        low, high = min(literals), max(literals)
    if high >= variables or low < -variables:
        worst = whole(max(low, high, key=variable), "literal")
        raise BadInput(f"literal {worst} has no variable: the model has {variables}, numbered from 0")
    if isinstance(literals, range) and (low >= 0 or high < 0):
        return
    if len(set(literals if low >= 0 else map(variable, literals))) < len(literals):
        raise BadInput(f"a variable stands twice in one constraint: {tuple(literals)[:12]}")


def check_choice(choice: str, bound: int) -> None:
    """Raise `BadInput` for a choice whose name is no text, and for one that takes another number than 1."""
    if not isinstance(choice, str):
        raise BadInput(f"choice {show_value(choice)}: the name of a choice is text")
    if bound != 1:
        raise BadInput(f"choice {choice}: exactly {bound}; a choice takes exactly 1")


def variable(literal: Literal) -> int:
    """Return the variable of a literal."""
    return literal if literal >= 0 else ~literal


def line_of(literals: Sequence[Literal]) -> slice | None:
    """Return where the variables of a `range` stand in a list of all variables; None for other literals."""
    if not isinstance(literals, range) or not literals or min(literals[0], literals[-1]) < 0:
        return None
    return slice(literals.start, literals.stop if literals.stop >= 0 else None, literals.step)


def pick(entries: Sequence[T], literals: Sequence[Literal]) -> Sequence[T]:
    """Return the entry of each literal; negations are negative numbers, which Python counts from the end."""
    line = line_of(literals)
    return [*map(entries.__getitem__, literals)] if line is None else entries[line]


def table_of(true_variables: Set[int], variables: int) -> bytearray:
    """Return for each literal whether it is true, for `pick`: first the variables, then the negations from the end."""
    table = bytearray(variables) + bytearray(b"\1") * variables
    try:
        for each in true_variables:
            if 0 <= each < variables:
                table[each], table[~each] = 1, 0
    except TypeError:
        raise BadInput(
            f"true variables {show_value(true_variables)}: expected a set of numbers, such as {{0, 3}}"
        ) from None
    return table


def true(literal: Literal, true_variables: Set[int]) -> bool:
    """Return whether a literal is true when just these variables are."""
    return literal in true_variables if literal >= 0 else ~literal not in true_variables


def weigh(terms: Iterable[Term], true_variables: Set[int]) -> int:
    """Return the weight of the literals that are true when just these variables are."""
    return sum(weight for weight, literal in terms if true(literal, true_variables))


def holds(constraint: Constraint, table: bytearray) -> bool:
    """Return whether an assignment, given as its `table_of`, satisfies a constraint."""
    if isinstance(constraint, Linear):
        total = sum(weight for weight, literal in constraint.terms() if table[literal])
    else:
        total = sum(pick(table, constraint.literals))
    lower, upper = constraint.lower, constraint.upper
    return (lower is None or lower <= total) and (upper is None or total <= upper)


def over_variables(terms: Iterable[Term]) -> tuple[Weights, int]:
    """Return the same sum over variables alone, each once, and a constant: w * ~v is w - w * v."""
    weights, constant = Weights(), 0
    for weight, literal in terms:
        if literal < 0:
            constant, weight, literal = constant + weight, -weight, ~literal
        weights[literal] = weights[literal] + weight if literal in weights else weight
    if 0 in weights.values():
        weights = {each: weight for each, weight in weights.items() if weight}
    return weights, constant


def with_positive_weights(terms: Iterable[Term]) -> tuple[Weights, int]:
    """Return the same sum over literals of positive weight, each variable once, and a constant."""
    weights, constant = over_variables(terms)
    if weights and min(weights.values()) < 0:
        constant += sum(weight for weight in weights.values() if weight < 0)
        weights = {v if weight > 0 else ~v: abs(weight) for v, weight in weights.items()}
    return weights, constant


def describe_constraint(constraint: Constraint, name: Callable[[int], str]) -> str:
    """Return a constraint in words: `at most 1 of queen@0,0, queen@0,1`."""
    names = [name(literal) if literal >= 0 else f"not {name(~literal)}" for literal in constraint.literals[:MAX_NAMES]]
    more = len(constraint.literals) - len(names)
    if isinstance(constraint, Linear):
        names = [f"{weight} * {each}" for weight, each in zip(constraint.weights, names, strict=False)]
    listed = ", ".join([*names, *([f"and {more:,} more"] if more else [])]) or "nothing"
    match constraint:
        case AtMost(bound):
            return f"at most {bound} of {listed}"
        case AtLeast(bound):
            return f"at least {bound} of {listed}"
        case Exactly(bound):
            return f"exactly {bound} of {listed}"
        case Linear(lower=lower, upper=upper):
            sides = [f"at least {lower}"] * (lower is not None) + [f"at most {upper}"] * (upper is not None)
            return f"the sum of {listed} is {' and '.join(sides) or 'anything'}"
