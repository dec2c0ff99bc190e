"""Literals and weights brought to tuples of whole numbers, and refused in one line where they are none."""

from collections.abc import Sequence, Set
from typing import Any

from rookery.models.base.numbers import integers, whole, wholes
from rookery.models.errors import BadInput


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


def count(literals: Sequence[int], true_variables: Set[int]) -> int:
    """How many of the literals are true."""
    positive = sum(map(true_variables.__contains__, literals))  # it holds no negation; long lines at the speed of C
    if not literals or (min(literals[0], literals[-1]) if isinstance(literals, range) else min(literals)) >= 0:
        return positive
    return positive + sum(~literal not in true_variables for literal in literals if literal < 0)
