"""A bound on the size of a model, which a reader of untrusted files *holds* while it declares their problems.

Declarations count against the bound that is held while they make variables and constraints, so that a model that is too
large is refused before it is made. If no bound is held, counting does nothing.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from rookery.core.deadline import check_deadline
from rookery.core.errors import BadInput

EACH = 4  # what a constraint counts for beside its literals


class TooLarge(BadInput):
    """A model that passes the bound which is held."""


@dataclass
class ModelSize:
    """The unused part of a bound: auxiliary variables, and literals of constraints."""

    variables: int
    literals: int

    def spend(self, variables: int, literals: int) -> None:
        """Count some more, with a look at the clock; raises `TooLarge` if that is more than is left."""
        check_deadline()
        self.variables -= variables
        self.literals -= literals
        if self.variables < 0 or self.literals < 0:
            raise TooLarge("its model is too large to be checked: too many auxiliary variables, or constraints")


_held: ContextVar[ModelSize | None] = ContextVar("model size", default=None)


@contextmanager
def bound_model(variables: int, literals: int) -> Iterator[None]:
    """Let declarations in the block make at most this many auxiliary variables and literals of constraints."""
    token = _held.set(ModelSize(variables, literals))
    try:
        yield
    finally:
        _held.reset(token)


def count_size(variables: int = 0, literals: int = 0) -> None:
    """Count what is about to be made; raises `TooLarge` if that passes the bound which is held."""
    held = _held.get()
    if held is not None:
        held.spend(variables, literals)


def count_constraints(constraints: Iterable[Any]) -> Iterator[Any]:
    """The same constraints, each counted before the next one is made."""
    for constraint in constraints:
        count_size(literals=EACH + len(constraint.literals))
        yield constraint
