"""Gives models to one backend: compile, make ready, search; each phase on its clock, all under one deadline."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Backend, Outcome, Request, Solution, Unsupported
from rookery.backends.contract.reductions import LAZY, ON, has_rows, read_switches
from rookery.backends.contract.statistics import Effort
from rookery.backends.contract.streams import run_program
from rookery.backends.running.checker import Checker
from rookery.backends.running.phases import Phases
from rookery.models import Model, RookeryError
from rookery.models.base.deadline import Deadline, OutOfTime
from rookery.models.base.lazy import LazyForm
from rookery.models.base.signals import postpone_ctrl_c

if TYPE_CHECKING:
    from rookery.backends.reductions.solving import Remainder

GRACE = 0.5
UNTOLD = Outcome(proven=False, end=End.INTERRUPTED)
OUT_OF_TIME = Outcome(proven=False, end=End.TIME)
Items = Generator[Solution | Outcome, None, None]


def complete_solutions(stream: Items, model: Model, lazy: LazyForm[Model]) -> Items:
    """The stream of a lazy form with all variables of the model in its solutions."""
    from rookery.models.problems.shared.auxiliary import Completion

    whole = Completion(model, lazy.model.variables)
    with closing(stream):
        for item in stream:
            if isinstance(item, Outcome):
                yield item
            elif lazy.admits(item):
                yield whole.of(item)


def _asking(lazy: LazyForm[Model], request: Request) -> Request:
    """A request for solutions that break no clause."""
    return replace(request, lazy=lazy.everywhere())


class Executor:
    """One backend at work: `outcome` says how the last model ended, `size` and `attribution` what was made of it,
    `effort` what all searches have cost.

    `explained`, where it is set, is called with the backend's explanation of each program before it runs.
    """

    def __init__(self, backend: Backend[Any], checker: Checker) -> None:
        self._backend, self._checker = backend, checker
        self.phases = Phases()
        self.outcome = UNTOLD
        self.size: dict[str, int] = {}
        self.effort = Effort()
        self.attribution: Callable[[], str] = str
        self.explained: Callable[[list[str]], None] | None = None

    def check(self, model: Model, request: Request) -> bool:
        """Let the backend refuse what it cannot do; False where the time is up before that."""
        try:
            with self.phases.measure("compile", request.deadline):
                read_switches(request.options, self._backend.capabilities.options)
                self._backend.check(model, request)
        except OutOfTime:
            self.outcome = OUT_OF_TIME
            return False
        return True

    def load(self, deadline: Deadline) -> bool:
        """Import the backend's library; False where the time is up before that."""
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
        """What the backend finds; the time may be up in any phase. What it makes of a model `aside` is not told."""
        try:
            yield from self._give_known(self._begin(model, request, aside), model, request)
        except OutOfTime:
            self.outcome = OUT_OF_TIME
        except ImportError as error:
            raise self._name_missing(error) from error

    def _name_missing(self, error: ImportError) -> Unsupported:
        """What to install where a library is missing or broken, in whichever phase that is seen."""
        needs = f"{error.name}, which is not installed" if isinstance(error, ModuleNotFoundError) else str(error)
        install = f": pip install {' '.join(self._backend.distributions)}" if self._backend.distributions else ""
        return Unsupported(f"backend {self._backend.name} needs {needs}{install}")

    def explain(self, lines: list[str]) -> None:
        """Hand an explanation on to whoever asked for it."""
        if self.explained:
            self.explained(lines)

    def _begin(self, model: Model, request: Request, aside: bool) -> Items:
        """The search for the solutions of a model, made smaller where its backend takes that."""
        with self.phases.measure("compile", request.deadline):
            lazy = self._find_lazy(model, request)
            found = None if lazy else self._reduce(model, request)
        if lazy is not None:
            return complete_solutions(self._start(lazy.model, _asking(lazy, request), aside), model, lazy)
        if found is None:
            return self._start(model, request, aside)
        if not aside:
            self.size = dict.fromkeys(("variables", "constraints"), 0)  # of what is left, if a search begins
            self.explain(found.steps)
        return found.solve(request, lambda model, request, apart, own: self._start(model, request, aside or apart, own))

    def _find_lazy(self, model: Model, request: Request) -> LazyForm[Model] | None:
        """The lazy form of a model, where there is one and the backend takes it."""
        lazy = model.lazy
        if lazy is None or request.options.get(LAZY, ON) != ON:
            return None
        return lazy if self._backend.takes_lazy(lazy.model, _asking(lazy, request)) else None

    def _reduce(self, model: Model, request: Request) -> "Remainder | None":
        """What is left of a model; None where that is all of it, which most placements are."""
        switches = read_switches(request.options, self._backend.capabilities.options)
        if not any(switches) or not has_rows(model):
            return None
        from rookery.backends.reductions.solving import find_remainder

        return find_remainder(model, request, switches, self._backend.compile_foreseen)

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

    def _give_known(self, stream: Items, model: Model, request: Request) -> Iterator[Solution]:
        """What a search gives, with no variable that the model lacks; its outcome is kept."""
        self.outcome = UNTOLD
        try:
            while (item := self._next(stream, request)) is not None:
                if isinstance(item, Outcome):
                    self.outcome = item
                    continue
                self._checker.require_known(item, model)
                yield item
                if request.deadline.passed(GRACE):  # a backend that does not stop by itself
                    self.outcome = replace(OUT_OF_TIME, raw_status=self.outcome.raw_status)
                    return
        finally:
            with self.phases.measure("search"):
                stream.close()
        self._require_outcome()

    def _next(self, stream: Items, request: Request) -> Solution | Outcome | None:
        """What a search gives next; None at its end."""
        with self.phases.measure("search", request.deadline):
            return next(stream, None)

    def _require_outcome(self) -> None:
        """Raise what a search has ended with where it has no answer."""
        if self.outcome is UNTOLD:
            raise RookeryError(f"backend {self._backend.name} ends a search without an outcome")
        if self.outcome.end is End.INTERRUPTED:  # the backend caught Ctrl-C to keep its count
            raise KeyboardInterrupt
