"""Local searches that accompany a solver: once it has had some conflicts, they look for better solutions.

A covering is improved by exchanges; a walk looks for a solution of clauses.

A solution of clauses without the solver: simplified by CaDiCaL, walked over, and extended to all variables again.

A vertex cover made of a formula shrinks to that formula before the walk begins: 4,040 variables of it to 200.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from rookery.backends.contract.backend import Deadline, Solution
from rookery.backends.solvers.sat.oracle import Oracle
from rookery.core.errors import NoCompiler
from rookery.core.runtime import has_numpy
from rookery.models import Model
from rookery.models.model.weighted_sums import Clause

if TYPE_CHECKING:
    from rookery.core.kernels.compiler import Look

MAX_LITERALS = 200_000  # what is not looked at for longer than a tenth of a second


class Walking:
    """A walk over clauses, if they are not too many, and if they do not contradict each other at a glance."""

    def __init__(self, clauses: Sequence[Clause], deadline: Deadline, seed: int, look: "Look") -> None:
        from pysat.process import Processor

        self._clauses, self._wander = clauses, None
        if sum(map(len, clauses)) > MAX_LITERALS or not has_numpy():
            return
        self._processor = Processor(bootstrap_with=clauses)
        simpler = self._processor.process(rounds=1)
        if self._processor.status and simpler.clauses:
            from rookery.backends.local_search.walk import WalkSearch

            self._wander = WalkSearch(simpler.clauses, deadline, seed, look)

    def find(self, reads: int) -> list[int] | None:
        """Find the variables and negations that a solution makes true; None if `reads` reads found no solution."""
        try:
            found = self._wander.find(reads) if self._wander else None
        except NoCompiler:
            return None
        return None if found is None else self._extend(found)

    def _extend(self, found: list[int]) -> list[int] | None:
        """Extend a solution to the original clauses; None, should it break one.

        The processor goes wrong unless it gets all variables, including those that it has removed.
        """
        true, top = set(found), max(map(abs, chain.from_iterable(self._clauses)))
        full = [each if each in true else -each for each in range(1, top + 1)]
        solution = self._processor.restore(full)
        literals = set(solution)
        return solution if all(not literals.isdisjoint(clause) for clause in self._clauses) else None


CONFLICTS = 5_000  # before them a question may be small, and compiled code takes its time to load
READS, EXCHANGES = 10**9, 500_000


class Shortcut:
    """Looks for better solutions than the best, once, when the solver has worked long enough."""

    def __init__(self, model: Model | None, deadline: Deadline, seed: int) -> None:
        self._model, self._deadline, self._seed = model, deadline, seed
        self._taken = False

    def run(self, oracle: Oracle, best: Solution, least: int) -> Iterator[Solution]:
        """Each better solution than those before; none if it is too early, and if it is no covering."""
        if self._taken or self._model is None or oracle.conflicts() < CONFLICTS or not has_numpy():
            return
        from rookery.backends.local_search.improve import begin_descent

        self._taken = True
        descent = begin_descent(self._model, best, least, self._deadline, self._seed, oracle.check)
        try:
            yield from descent.improve(READS, EXCHANGES) if descent else ()
        except NoCompiler:
            return

    def walk(self, oracle: Oracle, clauses: Sequence[Clause]) -> Walking | None:
        """A walk towards a solution of clauses; None if they are not all known."""
        return None if self._model is None else Walking(clauses, self._deadline, self._seed, oracle.check)
