"""Finds a cheapest covering over a tree of clusters: a narrow sweep finds a good one, a whole one proves it."""

from collections.abc import Iterator

from rookery.backends.backtracking.pareto.covering import lift
from rookery.backends.backtracking.pareto.program import ParetoProgram
from rookery.backends.backtracking.pareto.run import SweepRun
from rookery.backends.backtracking.pareto.state import NO_LIMIT
from rookery.backends.contract.backend import Outcome, Request, Solution, Stream
from rookery.backends.contract.limits import Budget, Halted

BEAM, EASY = 64, 20_000  # states of a narrow sweep, and the estimate up to which it is left out


def search_pareto(program: ParetoProgram, request: Request) -> Stream:
    """Give a good covering, then a cheapest one."""
    search = ParetoSearch(program, request)
    try:
        yield from search.solutions()
    except Halted as halt:
        yield search.budget.halted(halt, search.summary())
        return
    finally:
        request.effort.add(calls=search.sweeps, states=search.states)
    yield Outcome(proven=True, raw_status=search.summary(), workers=1)


class ParetoSearch:
    """The sweeps of one program."""

    def __init__(self, program: ParetoProgram, request: Request) -> None:
        self._program, self._request = program, request
        self.budget = Budget(request.deadline, program.memory_limit)
        self.sweeps = self.states = self._peak = 0
        self._best = NO_LIMIT

    def solutions(self) -> Iterator[Solution]:
        """Each cheaper than the one before, the last a cheapest; raises `Halted` at a limit."""
        for beam in (NO_LIMIT,) if self._program.order.cost <= EASY else (BEAM, NO_LIMIT):
            run = SweepRun(self._program.tables, self._best, beam)
            self.sweeps += 1
            try:
                run.run(self.budget, self._request)
            finally:
                self.states += run.states
                self._peak = max(self._peak, run.peak)
                if beam == NO_LIMIT:
                    self.budget.bound = self._program.covering.spent + min(run.bound, self._best)
            yield from self._better(run)
            if run.exact:
                return

    def _better(self, run: SweepRun) -> Iterator[Solution]:
        """The covering of a sweep that is over, where it costs less than the best."""
        found, columns = self._program.covering, run.columns()
        if columns is not None and (cost := sum(found.weights[column] for column in columns)) < self._best:
            self._best = cost
            yield lift(found, columns)

    def summary(self) -> str:
        """How large the clusters grew."""
        return f"pareto: at most {self._program.order.width:,} open rows and {self._peak:,} states of a cluster"
