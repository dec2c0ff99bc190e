"""Gives models to one backend: compile, make ready, search; each phase on its clock, all under one deadline.

How long each phase of a run took.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rookery.backends.answer import Times
from rookery.backends.contract import Ask, Backend, Bound, End, Item, Reason, Solution
from rookery.backends.presolve.switches import Switches, has_rows, read_switches
from rookery.backends.running.checker import Checker
from rookery.core.deadline import NEVER, Deadline, Hold, OutOfTime
from rookery.models import Model, RookeryError

if TYPE_CHECKING:
    from rookery.backends.presolve.reductions.reduced import Reduced


Items = Generator[Item, None, None]  # a stream that can be closed
PHASES = ("compile", "search", "check")


class Phases:
    """The seconds spent in each phase of a run so far, and in the run as a whole.

    `before` are the seconds that were spent on the run before it began.
    """

    def __init__(self) -> None:
        self._spent = dict.fromkeys(PHASES, 0.0)
        self.before = self._began = self._ended = 0.0

    @property
    def begun(self) -> bool:
        """Return whether the run has begun."""
        return self._began > 0

    def begin(self) -> None:
        """Note that the run begins now."""
        self._began = perf_counter()

    def prepare(self, began: float) -> None:
        """Note that the run is made, which `began` then: what was no other phase is its start."""
        self.before = perf_counter() - began

    def end(self) -> None:
        """Note that the run ends now."""
        self._ended = perf_counter()

    def measure(self, phase: str, deadline: Deadline = NEVER) -> "MeasuredPhase":
        """Add the time of the body to a phase; code in it can look at its deadline."""
        return MeasuredPhase(self._spent, phase, deadline)

    def times(self, declared: float, asked: float) -> Times:
        """All phases, with what the declaration took, and all time until now; an answer was `asked` for then."""
        now = perf_counter()
        run = (self._ended or now) - self._began if self.begun else 0.0
        late = now - asked if self._ended else 0.0
        return Times(declare=declared, total=declared + self.before + run + late, **self._spent)


class MeasuredPhase(Hold):
    """A block whose time is added to what is `spent` on its phase."""

    __slots__ = ("_phase", "_spent", "_start")

    def __init__(self, spent: dict[str, float], phase: str, deadline: Deadline) -> None:
        super().__init__(deadline)
        self._spent, self._phase = spent, phase

    def __enter__(self) -> None:
        self._start = perf_counter()
        super().__enter__()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self._spent[self._phase] += perf_counter() - self._start


Found = Generator[Solution, None, None]


GRACE = 0.5
NOT_RUN = End(proven=False, reason=Reason.INTERRUPTED)
OUT_OF_TIME = End(proven=False, reason=Reason.TIME)


class Executor:
    """One backend at work: `outcome` is the end of the last model, `statistics` the size of its program and the cost of
    all searches.

    `explained`, if it is set, is called with the backend's explanation of each program before it runs.
    """

    def __init__(self, backend: Backend, checker: Checker) -> None:
        self._backend, self._checker = backend, checker
        self.phases = Phases()
        self.outcome = NOT_RUN
        self.statistics = Counter[str]()
        self.explained: Callable[[list[str]], None] | None = None
        self._reduced: Reduced | None = None

    def solve(self, model: Model, ask: Ask, aside: bool = False) -> Iterator[Solution]:
        """Give the solutions of the backend; the time may be up in any phase. A model `aside` is not explained."""
        try:
            yield from self._give_known(self._begin(model, ask, aside), model, ask)
        except OutOfTime:
            self.outcome = OUT_OF_TIME

    def explain(self, lines: list[str]) -> None:
        """Pass an explanation on to `explained`."""
        if self.explained:
            self.explained(lines)

    def _read_switches(self, ask: Ask) -> Switches:
        return read_switches(ask.options, self._backend.options)

    def reduce(self, model: Model, ask: Ask) -> "Reduced | None":
        """The model as small as its next search begins with; None if nothing can be reduced, as for most placements."""
        if self._reduced is None or self._reduced.source is not model:
            switches = self._read_switches(ask)
            if not any(switches) or not has_rows(model):
                return None
            from rookery.backends.presolve.reductions.reduce import reduce_model

            self._reduced = reduce_model(model, ask, switches)
        return self._reduced

    def _begin(self, model: Model, ask: Ask, aside: bool) -> Items:
        """The search for the solutions of a model, made smaller if its backend takes that."""
        with self.phases.measure("compile", ask.deadline):
            whole, self._reduced, found = self.reduce(model, ask), None, None
            if whole is not None:
                from rookery.backends.presolve.reductions.solving import find_remainder

                found = find_remainder(whole, ask, self._read_switches(ask))
        if found is None:
            return self._start(model, ask, aside)
        if not aside:
            self.statistics.update(variables=0, constraints=0)
            self.explain(found.steps)
            if found.reduced.decided:
                self._backend.compile(found.reduced.model, ask)  # refuses options that make no sense
        return found.solve(ask, lambda model, ask, apart: self._start(model, ask, aside or apart))

    def _start(self, model: Model, ask: Ask, aside: bool) -> Items:
        """The search for the solutions of a model, about to begin."""
        with self.phases.measure("compile", ask.deadline):
            program = self._backend.compile(model, ask)
        if not aside:
            self.statistics |= {"variables": model.variables, "constraints": len(model.constraints)}
            if self.explained:
                size = f"size: {model.variables:,} variables, {len(model.constraints):,} constraints"
                self.explained([*self._backend.describe(program), size])
        return self._stream(program, ask)

    def _stream(self, program: Any, ask: Ask) -> Items:
        yield from self._backend.run(program, ask)

    def _give_known(self, stream: Items, model: Model, ask: Ask) -> Found:
        """Give the solutions of a search, without variables that the model lacks; keep its outcome."""
        self.outcome, ended = NOT_RUN, False
        try:
            while (item := self._next(stream, ask)) is not None:
                if isinstance(item, Bound | End):
                    ended = isinstance(item, End)
                    if isinstance(item, End):
                        self.outcome = item
                        self.statistics.update(item.statistics)
                    else:
                        self.outcome = End(False, Reason.INTERRUPTED, item.count, item.value)
                    continue
                self._checker.require_known(item, model)
                yield item
                if ask.deadline.passed(GRACE):  # a backend that does not stop by itself
                    self.outcome = replace(OUT_OF_TIME, note=self.outcome.note)
                    return
        finally:
            with self.phases.measure("search"):
                stream.close()
        # Raise what a search has ended with where it has no answer
        if not ended:
            raise RookeryError(f"backend {self._backend.name} ends a search without an outcome")
        if self.outcome.reason is Reason.INTERRUPTED:  # the backend caught Ctrl-C to keep its count
            raise KeyboardInterrupt

    def _next(self, stream: Items, ask: Ask) -> Item | None:
        """The next item of a search; None at its end."""
        with self.phases.measure("search", ask.deadline):
            return next(stream, None)
