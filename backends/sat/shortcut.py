"""Local searches beside a solver: once that has had some conflicts, they look for better solutions.

A covering is improved by exchanges; a walk looks for a solution of clauses.
"""

from collections.abc import Iterator, Sequence

from rookery.backends.contract.backend import Deadline, Solution
from rookery.backends.sat.oracle import Oracle
from rookery.backends.sat.walking import Walking
from rookery.models import Model
from rookery.models.cnf.clause_list import Clause
from rookery.models.kernels.jit import NoCompiler

CONFLICTS = 5_000  # before them a question may be small, and compiled code takes its time to load
READS, EXCHANGES = 10**9, 500_000


class Shortcut:
    """Looks for better solutions than the best, once, when the solver has worked long enough."""

    def __init__(self, model: Model | None, deadline: Deadline, seed: int) -> None:
        self._model, self._deadline, self._seed = model, deadline, seed
        self._taken = False

    def take(self, oracle: Oracle, best: Solution, least: int) -> Iterator[Solution]:
        """Each better solution than those before; none where it is too early, and where it is no covering."""
        if self._taken or self._model is None or oracle.conflicts() < CONFLICTS:
            return
        from rookery.backends.exchange.improve import begin_descent

        self._taken = True
        descent = begin_descent(self._model, best, least, self._deadline, self._seed, oracle.check)
        try:
            yield from descent.improve(READS, EXCHANGES) if descent else ()
        except NoCompiler:
            return

    def walk(self, oracle: Oracle, clauses: Sequence[Clause]) -> Walking | None:
        """A walk towards a solution of clauses; None where they are not all known."""
        return None if self._model is None else Walking(clauses, self._deadline, self._seed, oracle.check)
