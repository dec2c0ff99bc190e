"""Gives models to one backend: compile, make ready, search; each phase on its clock, all under one deadline."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Backend, Outcome, Request, Solution, Solutions
from rookery.backends.running.checker import Checker
from rookery.backends.running.phases import Phases
from rookery.models import Model
from rookery.models.base.deadline import Deadline, OutOfTime

GRACE = 0.5
UNTOLD = Outcome(proven=False, end=End.INTERRUPTED)
OUT_OF_TIME = Outcome(proven=False, end=End.TIME)


class Executor:
    """One backend at work: `outcome` says how the last model ended, `size` and `told` what was made of it.

    `explained`, where it is set, is called with the backend's explanation of each program before it runs.
    """

    def __init__(self, backend: Backend[Any], checker: Checker) -> None:
        self._backend, self._checker = backend, checker
        self.phases = Phases()
        self.outcome = UNTOLD
        self.size: dict[str, int] = {}
        self.told: Callable[[], str] = str
        self.explained: Callable[[list[str]], None] | None = None

    def check(self, model: Model, request: Request) -> bool:
        """Let the backend refuse what it cannot do; False where the time is up before that."""
        try:
            with self.phases.timed("compile", request.deadline):
                self._backend.check(model, request)
        except OutOfTime:
            self.outcome = OUT_OF_TIME
            return False
        return True

    def load(self, deadline: Deadline) -> bool:
        """Import the backend's library; False where the time is up before that."""
        try:
            with self.phases.timed("load", deadline):
                self._backend.load()
        except OutOfTime:
            self.outcome = OUT_OF_TIME
            return False
        return True

    def solve(self, model: Model, request: Request, aside: bool = False) -> Iterator[Solution]:
        """What the backend finds; the time may be up in any phase. What it makes of a model `aside` is not told."""
        try:
            yield from self._searched(self._start(model, request, aside), model, request)
        except OutOfTime:
            self.outcome = OUT_OF_TIME

    def explain(self, lines: list[str]) -> None:
        """Hand an explanation on to whoever asked for it."""
        if self.explained:
            self.explained(lines)

    def _start(self, model: Model, request: Request, aside: bool) -> Solutions:
        """The search for the solutions of a model, about to begin."""
        with self.phases.timed("compile", request.deadline):
            program = self._backend.compile(model, request)
        with self.phases.timed("load", request.deadline):
            self._backend.ready(program, request)
        if not aside:
            self.size = dict(program.size)
            self.told = partial(self._backend.told, program)
            self.explain(self._backend.explain(program))
        return self._backend.run(program, request)

    def _searched(self, found: Solutions, model: Model, request: Request) -> Iterator[Solution]:
        """What a search gives, with no variable that the model lacks."""
        try:
            while (solution := self._next(found, request)) is not None:
                self._checker.known(solution, model)
                yield solution
                if request.deadline.passed(GRACE):  # a backend that does not stop by itself
                    self.outcome = OUT_OF_TIME
                    return
        finally:
            with self.phases.timed("search"):
                found.close()

    def _next(self, found: Solutions, request: Request) -> Solution | None:
        """The next solution of a search; None at its end, whose outcome is kept."""
        with self.phases.timed("search", request.deadline):
            try:
                return next(found)
            except StopIteration as stop:
                self.outcome = stop.value
        if self.outcome.end is End.INTERRUPTED:  # the backend caught Ctrl-C to keep its count
            raise KeyboardInterrupt
        return None
