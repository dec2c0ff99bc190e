"""A local search that accompanies a solver: once it has had some conflicts, a covering is improved by exchanges."""

from collections.abc import Iterator

from rookery.backends.contract import Solution
from rookery.backends.solvers.sat.oracle import Oracle
from rookery.core.deadline import Deadline
from rookery.core.runtime import has_numpy
from rookery.models import Model

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
        yield from descent.improve(READS, EXCHANGES) if descent else ()
