"""A solution of clauses without the solver: simplified by CaDiCaL, walked over, and extended to all variables again.

A vertex cover made of a formula shrinks to that formula before the walk begins: 4,040 variables of it to 200.
"""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from rookery.backends.contract.backend import Deadline
from rookery.models.cnf.clause_list import Clause
from rookery.models.kernels.jit import NoCompiler

if TYPE_CHECKING:
    from rookery.models.kernels.compiler import Look

MOST_LITERALS = 200_000  # what is not looked at for longer than a tenth of a second


class Walking:
    """A walk over clauses, where they are not too many, and where they do not contradict each other at a glance."""

    def __init__(self, clauses: Sequence[Clause], deadline: Deadline, seed: int, look: "Look") -> None:
        from pysat.process import Processor

        self._clauses, self._wander = clauses, None
        if sum(map(len, clauses)) > MOST_LITERALS:
            return
        self._processor = Processor(bootstrap_with=clauses)
        simpler = self._processor.process(rounds=1)
        if self._processor.status and simpler.clauses:
            from rookery.backends.exchange.walk import Wander

            self._wander = Wander(simpler.clauses, deadline, seed, look)

    def find(self, reads: int) -> list[int] | None:
        """The variables and negations that a solution makes true; None where so many reads found none."""
        try:
            found = self._wander.find(reads) if self._wander else None
        except NoCompiler:
            return None
        return None if found is None else self._extend(found)

    def _extend(self, found: list[int]) -> list[int] | None:
        """The solution of the clauses as they were; None, should it break one.

        The processor goes wrong where it is not told all variables, those that it has removed included.
        """
        true, top = set(found), max(map(abs, chain.from_iterable(self._clauses)))
        full = [each if each in true else -each for each in range(1, top + 1)]
        solution = self._processor.restore(full)
        literals = set(solution)
        return solution if all(not literals.isdisjoint(clause) for clause in self._clauses) else None
