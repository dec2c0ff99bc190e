"""Literals and weights brought to tuples of whole numbers, and refused in one line where they are none."""

from collections.abc import Iterable, Sequence, Set
from typing import Any, TypeVar

from rookery.models.base.numbers import integers, whole, wholes
from rookery.models.errors import BadInput

T = TypeVar("T")


def set_literals(thing: Any) -> None:
    """Make the literals of a frozen thing a tuple of integers; a `range` is one of integers already."""
    if not isinstance(thing.literals, range):
        object.__setattr__(thing, "literals", integers(thing.literals, f"{type(thing).__name__}, literal"))


def set_weights(thing: Any) -> None:
    """Make the weights of a frozen thing a tuple of integers, one for each literal."""
    name = type(thing).__name__
    weights = wholes(() if thing.weights is None else thing.weights, f"{name}, weight")
    object.__setattr__(thing, "weights", weights)
    if len(weights) != len(thing.literals):
        raise BadInput(f"{name} has {len(weights)} weights for {len(thing.literals)} literals")


def variable(literal: int) -> int:
    """The variable of a literal."""
    return literal if literal >= 0 else ~literal


def check_literals(literals: Sequence[int], variables: int) -> None:
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
        raise BadInput(f"choice {repr(choice)[:40]}: the name of a choice is text")
    if bound != 1:
        raise BadInput(f"choice {choice}: exactly {bound}; a choice takes exactly 1")


def line_of(literals: Sequence[int]) -> slice | None:
    """Where in a list for all variables those of a line stand, to be read at the speed of C; None for others."""
    if not isinstance(literals, range) or not literals or min(literals[0], literals[-1]) < 0:
        return None
    return slice(literals.start, literals.stop if literals.stop >= 0 else None, literals.step)


def pick(entries: Sequence[T], literals: Sequence[int]) -> Sequence[T]:
    """The entries of some literals; those of negations are counted from the end."""
    line = line_of(literals)
    return [*map(entries.__getitem__, literals)] if line is None else entries[line]


def table_of(true_variables: Set[int], variables: int) -> bytearray:
    """For each literal whether it is true: at its number, which of a negation Python counts from the end."""
    table = bytearray(variables) + bytearray(b"\1") * variables
    for variable in true_variables:
        if 0 <= variable < variables:
            table[variable], table[~variable] = 1, 0
    return table


def true(literal: int, true_variables: Set[int]) -> bool:
    """Whether a literal is true when just these variables are."""
    return literal in true_variables if literal >= 0 else ~literal not in true_variables


def count(literals: Sequence[int], chosen: Set[int] | bytearray) -> int:
    """How many of the literals are true: of a set of variables, or by the table of such a set."""
    if not isinstance(chosen, bytearray):
        return sum(true(literal, chosen) for literal in literals)
    line = line_of(literals)
    return sum(map(chosen.__getitem__, literals)) if line is None else chosen[line].count(1)


def weigh(terms: Iterable[tuple[int, int]], chosen: Set[int] | bytearray) -> int:
    """What the true ones of some literals weigh, each given after its weight."""
    if isinstance(chosen, bytearray):
        return sum(weight for weight, literal in terms if chosen[literal])
    return sum(weight for weight, literal in terms if true(literal, chosen))
