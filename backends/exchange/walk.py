"""A solution of clauses by a walk of so many steps."""

from collections.abc import Sequence

from rookery.backends.contract.backend import Deadline
from rookery.backends.exchange.clauses import BROKEN, Clauses, Walk, make_clauses, make_walk, number_literals
from rookery.backends.exchange.readiness import Look, affordable, get_ready, nothing
from rookery.backends.exchange.walk_kernel import walk
from rookery.models.cnf.clause_list import Clause
from rookery.models.kernels.jit import Kernel

SLICE = 1 << 20  # steps between two looks at the clock


class Wander:
    """A walk over clauses, none of them empty; every call of `find` goes on where the last one has ended.

    Now and then it calls `look`, which may raise to end it.
    """

    def __init__(self, clauses: Sequence[Clause], deadline: Deadline, seed: int, look: Look = nothing) -> None:
        self._deadline, self._look = deadline, look
        self._numbers = number_literals(clauses)
        self._tables = make_clauses(clauses, self._numbers)
        self._state = make_walk(self._tables, seed)

    def find(self, steps: int) -> list[int] | None:
        """The literals that a solution makes true; None when so many steps found none, or time is up."""
        get_ready(walk, (self._tables, self._state, 0), self._deadline, self._look)
        left, slice_ = affordable(walk, steps), affordable(walk, SLICE)
        while self._state.registers[BROKEN] and left > 0 and not self._deadline.passed():
            self._look()
            walk(self._tables, self._state, min(left, slice_))
            left -= slice_
        return None if self._state.registers[BROKEN] else self._true()

    def _true(self) -> list[int]:
        return [literal for literal, number in self._numbers.items() if self._state.true[number]]


def sample_walk() -> tuple[Kernel, Clauses, Walk]:
    """The kernel with arguments such as it is called with."""
    clauses = [[1, 2], [-1, -2]]
    tables = make_clauses(clauses, number_literals(clauses))
    return walk, tables, make_walk(tables, 0)
