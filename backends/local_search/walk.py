"""A solution of clauses, by a walk with a limit on its reads."""

from collections.abc import Sequence

import numpy as np

from rookery.backends.contract.backend import Deadline
from rookery.backends.local_search.improve import affordable
from rookery.backends.local_search.kernel import BROKEN
from rookery.backends.local_search.walk_kernel import Clauses, Walk, make_clauses, make_walk, number_literals, walk
from rookery.core.kernels.compiler import Look, do_nothing, get_ready
from rookery.core.kernels.jit import Kernel
from rookery.models.model.weighted_sums import Clause

SLICE = 1 << 24  # incidences that the steps between two looks at the clock read, about


class WalkSearch:
    """A walk over clauses, none of them empty; every call of `find` goes on where the last one has ended.

    Now and then it calls `look`, which may raise to end it.
    """

    def __init__(self, clauses: Sequence[Clause], deadline: Deadline, seed: int, look: Look = do_nothing) -> None:
        self._deadline, self._look = deadline, look
        self._numbers = number_literals(clauses)
        self._tables = make_clauses(clauses, self._numbers)
        self._state = make_walk(self._tables, seed)
        self._reads = count_reads(self._tables)

    def find(self, reads: int) -> list[int] | None:
        """Find the literals that a solution makes true; None if steps that read `reads` incidences found no solution.

        There are fewer steps as plain Python, and when time is up.
        """
        get_ready(walk, (self._tables, self._state, 0), self._deadline.clock, self._look)
        left, slice_ = affordable(walk, reads), affordable(walk, SLICE)
        while self._state.registers[BROKEN] and left > 0 and not self._deadline.passed():
            self._look()
            walk(self._tables, self._state, max(1, min(left, slice_) // self._reads))
            left -= slice_
        return (
            None
            if self._state.registers[BROKEN]
            else [literal for literal, number in self._numbers.items() if self._state.true[number]]
        )


def count_reads(t: Clauses) -> int:
    """The approximate number of incidences that a step reads: the clauses of a variable, drawn from some clause."""
    clauses = np.diff(t.own).reshape(-1, 2).sum(axis=1)
    return max(1, int((clauses**2).sum()) // max(1, len(t.literal)))


def sample_walk() -> tuple[Kernel, Clauses, Walk]:
    """The kernel with arguments such as it is called with."""
    clauses = [[1, 2], [-1, -2]]
    tables = make_clauses(clauses, number_literals(clauses))
    return walk, tables, make_walk(tables, 0)
