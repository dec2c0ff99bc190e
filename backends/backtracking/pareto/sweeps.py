"""The sweeps of one program: a narrow one finds a good covering, a whole one proves it."""

from collections.abc import Iterator
from dataclasses import replace

from rookery.backends.backtracking.pareto.covering import lift
from rookery.backends.backtracking.pareto.orders import Order
from rookery.backends.backtracking.pareto.program import EASY, ParetoProgram
from rookery.backends.backtracking.pareto.run import SweepRun
from rookery.backends.backtracking.pareto.state import NO_LIMIT
from rookery.backends.backtracking.pareto.tables import TreeTables
from rookery.backends.contract.backend import Request, Solution
from rookery.backends.contract.limits import Budget
from rookery.backends.contract.progress import Progress

BEAM = 64  # states of a narrow sweep, which is left out where the whole one is easy


class ParetoSearch:
    """The sweeps of one program; only what costs less than `best`, beside what is chosen by force, is looked for."""

    def __init__(self, program: ParetoProgram, request: Request) -> None:
        self._program, self._request = program, request
        self.budget = Budget(request.deadline, program.memory_limit)
        self.sweeps = self.states = self._peak = 0
        self.best = NO_LIMIT

    def change_order(self, order: Order, tables: TreeTables) -> None:
        """Close the rows in another order."""
        self._program = replace(self._program, order=order, tables=tables)

    def moments(self) -> Iterator[Solution | None]:
        """Each covering that is cheaper than those before, the last a cheapest, and None in between.

        Raises `Halted` at a limit.
        """
        for beam in (NO_LIMIT,) if self._program.order.cost <= EASY else (BEAM, NO_LIMIT):
            run = SweepRun(self._program.tables, self.best, beam)
            self.sweeps += 1
            before = self.states
            try:
                while not run.over:
                    run.go_on(self.budget, self._request.deadline)
                    self.states = before + run.states
                    self._tell(run)
                    yield None
            finally:
                self.states = before + run.states
                self._peak = max(self._peak, run.peak)
                if beam == NO_LIMIT:
                    self.budget.bound = self._program.covering.spent + min(run.bound, self.best)
            yield from self._better(run)
            if run.exact:
                return

    def _tell(self, run: SweepRun) -> None:
        if self._request.observer is not None:
            self._request.observer(Progress("clusters joined", run.share, run.states))

    def _better(self, run: SweepRun) -> Iterator[Solution]:
        """The covering of a sweep that is over, where it costs less than the best."""
        found, columns = self._program.covering, run.columns()
        if columns is not None and (cost := sum(found.weights[column] for column in columns)) < self.best:
            self.best = cost
            yield lift(found, columns)

    def summary(self) -> str:
        """How large the clusters grew."""
        return f"pareto: at most {self._program.order.width:,} open rows and {self._peak:,} states of a cluster"
