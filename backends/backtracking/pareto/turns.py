"""A search and the sweep by turns, each for as long as the other: no estimate tells which of them is sooner.

A sweep of 50 open rows may take a tenth of a second or an hour. So the search goes first, and whenever it tells how far
it is, the sweep goes on for as long as the search has taken: the answer takes twice as long as by the right one alone.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from rookery.backends.backtracking.pareto.orders import OrderSearch
from rookery.backends.backtracking.pareto.program import HOPEFUL, ParetoProgram
from rookery.backends.backtracking.pareto.sweeps import ParetoSearch
from rookery.backends.backtracking.pareto.tables import make_sweep
from rookery.backends.contract.backend import Outcome, Request, Solution, Stream
from rookery.backends.contract.limits import Halted
from rookery.backends.contract.progress import Progress
from rookery.models.base.deadline import OutOfTime
from rookery.models.model import Model


class Swept(Exception):
    """The sweep is over: what it has found, or the best that the search has given, is a best one."""


def search_by_turns(
    program: ParetoProgram, model: Model, search: Callable[[Request], Stream], request: Request
) -> Stream:
    """Give ever better coverings by the search, until it or the sweep has proven which is a best one."""
    turns = Turns(program, request)
    try:
        for item in search(replace(request, observer=turns.take)):
            if isinstance(item, Outcome):
                yield from turns.better()
            elif not turns.note(model.value(item) or 0):
                yield from turns.better()
                continue
            yield item
    except Swept:
        yield from turns.better()
        yield Outcome(proven=True, raw_status=turns.sweeps.summary(), workers=1)
    finally:
        turns.close()


class Turns:
    """The turns of the sweep, which begins with more orders; it gives up at its limits."""

    def __init__(self, program: ParetoProgram, request: Request) -> None:
        self._program, self._request = program, request
        self._clock = request.deadline.clock
        self._last, self._owed = self._clock.now(), 0.0
        self._found: Solution | None = None
        self._moments: Iterator[None] | None = self._go_on()
        self.sweeps = ParetoSearch(program, replace(request, observer=None))

    def note(self, value: int) -> bool:
        """Whether a solution of so much is better than those before; the sweep then looks for less."""
        cost = value - self._program.covering.spent
        is_better = cost < self.sweeps.best
        if is_better:
            self.sweeps.best, self._found = cost, None
        return is_better

    def better(self) -> Iterator[Solution]:
        """What the sweep has found since the search has given its best."""
        if self._found is not None:
            yield self._found
            self._found = None

    def take(self, progress: Progress) -> None:
        """Take a turn, for as long as the search has had since the last one; raises `Swept` at the end."""
        if self._request.observer is not None:
            self._request.observer(progress)
        self._owed += self._pass()
        try:
            while self._moments is not None and self._owed > 0:
                if next(self._moments, Swept) is Swept:
                    raise Swept
                self._owed -= self._pass()
        except (Halted, OutOfTime):
            self._moments = None
        self._last = self._clock.now()

    def _pass(self) -> float:
        """The seconds since the clock was looked at last."""
        before, self._last = self._last, self._clock.now()
        return self._last - before

    def _go_on(self) -> Iterator[None]:
        """Look for a better order, then sweep, a moment at a time; no sweep where all orders are too wide."""
        found = self._program.covering
        search = OrderSearch(found, self._request.seed, HOPEFUL, self._program.order)
        while search.wanted:
            yield
            search.step()
        if search.best is not None and search.best is not self._program.order:
            self.sweeps.change_order(search.best, make_sweep(found, search.best))
        for item in self.sweeps.moments():
            self._found = item or self._found
            yield

    def close(self) -> None:
        """Tell what the sweeps have cost."""
        self._moments = None
        self._request.effort.add(calls=self.sweeps.sweeps, states=self.sweeps.states)
