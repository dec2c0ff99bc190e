"""Gives models to one backend: compile, make ready, search; each phase on its clock, all under one deadline.

How long each phase of a run took.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.answer import End, Times
from rookery.backends.contract.answer_data import Effort
from rookery.backends.contract.backend import (
    Backend,
    Interim,
    Item,
    Items,
    Outcome,
    Request,
    Solution,
    Unsupported,
    run_program,
)
from rookery.backends.contract.reductions import Switches, has_rows, read_switches
from rookery.backends.running.checker import Checker
from rookery.core.deadline import NEVER, Deadline, Hold, OutOfTime
from rookery.core.interrupts import postpone_ctrl_c
from rookery.models import Model, RookeryError

if TYPE_CHECKING:
    from rookery.backends.presolve.reductions.reduced import Reduced


PHASES = ("start", "load", "compile", "search", "decode", "check")


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
        self._spent["start"] = max(0.0, self.before - sum(self._spent.values()))

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
NOT_RUN = Outcome(proven=False, end=End.INTERRUPTED)
OUT_OF_TIME = Outcome(proven=False, end=End.TIME)


class Executor:
    """One backend at work: `outcome` is the end of the last model, `size` and `attribution` describe its program,
    `effort` is the cost of all searches.

    `explained`, if it is set, is called with the backend's explanation of each program before it runs.
    """

    def __init__(self, backend: Backend[Any], checker: Checker) -> None:
        self._backend, self._checker = backend, checker
        self.phases = Phases()
        self.outcome = NOT_RUN
        self.size: dict[str, int] = {}
        self.effort = Effort()
        self.attribution: Callable[[], str] = str
        self.explained: Callable[[list[str]], None] | None = None
        self._reduced: Reduced | None = None

    def check(self, model: Model, request: Request) -> bool:
        """Let the backend refuse what it cannot do; False if the time is up before that."""
        try:
            with self.phases.measure("compile", request.deadline):
                self._read_switches(request)
                self._backend.check(model, request)
        except OutOfTime:
            self.outcome = OUT_OF_TIME
            return False
        return True

    def load(self, deadline: Deadline) -> bool:
        """Import the backend's library; False if the time is up before that."""
        try:
            with self.phases.measure("load", deadline), postpone_ctrl_c():
                self._backend.load()
        except OutOfTime:
            self.outcome = OUT_OF_TIME
            return False
        except ImportError as error:
            raise self._name_missing(error) from error
        return True

    def solve(self, model: Model, request: Request, aside: bool = False) -> Iterator[Solution]:
        """Give the solutions of the backend; the time may be up in any phase. A model `aside` is not explained."""
        try:
            yield from self._give_known(self._begin(model, request, aside), model, request)
        except OutOfTime:
            self.outcome = OUT_OF_TIME
        except ImportError as error:
            raise self._name_missing(error) from error

    def _name_missing(self, error: ImportError) -> Unsupported:
        """Name the distribution to install if a library is missing or broken, in whichever phase that is seen."""
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        needs = str(error) if missing is None else f"{missing}, which is not installed"
        # numpy is ours, and no backend's: what is small does without it
        wanted = ["numpy"] if missing and missing.startswith("numpy") else self._backend.distributions
        return Unsupported(
            f"backend {self._backend.name} needs {needs}{': pip install ' if wanted else ''}{' '.join(wanted)}"
        )

    def explain(self, lines: list[str]) -> None:
        """Pass an explanation on to `explained`."""
        if self.explained:
            self.explained(lines)

    def _read_switches(self, request: Request) -> Switches:
        return read_switches(request.options, self._backend.capabilities.options)

    def reduce(self, model: Model, request: Request) -> "Reduced | None":
        """The model as small as its next search begins with; None if nothing can be reduced, as for most placements."""
        if self._reduced is None or self._reduced.source is not model:
            switches = self._read_switches(request)
            if not any(switches) or not has_rows(model):
                return None
            from rookery.backends.presolve.reductions.reduce import reduce_model

            self._reduced = reduce_model(model, request, switches)
        return self._reduced

    def _begin(self, model: Model, request: Request, aside: bool) -> Items:
        """The search for the solutions of a model, made smaller if its backend takes that."""
        with self.phases.measure("compile", request.deadline):
            whole, self._reduced, found = self.reduce(model, request), None, None
            if whole is not None:
                from rookery.backends.presolve.reductions.solving import find_remainder

                found = find_remainder(whole, request, self._read_switches(request), self._backend.compile_foreseen)
        if found is None:
            return self._start(model, request, aside)
        if not aside:
            self.size = dict.fromkeys(("variables", "constraints"), 0)  # of what is left, if a search begins
            self.explain(found.steps)
        return found.solve(request, lambda model, request, apart, own: self._start(model, request, aside or apart, own))

    def _start(self, model: Model, request: Request, aside: bool, program: Any = None) -> Items:
        """The search for the solutions of a model, about to begin; the backend may have a program for it already."""
        if program is None:
            with self.phases.measure("compile", request.deadline):
                program = self._backend.compile(model, request)
        with self.phases.measure("load", request.deadline):
            self._backend.ready(program, request)
        if not aside:
            self.size = dict(program.size)
            self.attribution = partial(self._backend.attribution, program)
            if self.explained:
                self.explained(self._backend.explain(program))
        return run_program(self._backend, program, request)

    def _give_known(self, stream: Items, model: Model, request: Request) -> Found:
        """Give the solutions of a search, without variables that the model lacks; keep its outcome."""
        self.outcome, ended = NOT_RUN, False
        try:
            while (item := self._next(stream, request)) is not None:
                if isinstance(item, Interim | Outcome):
                    ended = isinstance(item, Outcome)
                    self.outcome = item if isinstance(item, Outcome) else item.as_outcome()
                    continue
                self._checker.require_known(item, model)
                yield item
                if request.deadline.passed(GRACE):  # a backend that does not stop by itself
                    self.outcome = replace(OUT_OF_TIME, raw_status=self.outcome.raw_status)
                    return
        finally:
            with self.phases.measure("search"):
                stream.close()
        # Raise what a search has ended with where it has no answer
        if not ended:
            raise RookeryError(f"backend {self._backend.name} ends a search without an outcome")
        if self.outcome.end is End.INTERRUPTED:  # the backend caught Ctrl-C to keep its count
            raise KeyboardInterrupt

    def _next(self, stream: Items, request: Request) -> Item | None:
        """The next item of a search; None at its end."""
        with self.phases.measure("search", request.deadline):
            return next(stream, None)
