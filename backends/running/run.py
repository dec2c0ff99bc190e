"""A run: one backend on one problem, streamed, refereed and timed."""

import platform
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

from rookery.backends.contract.answer import Answer, End, Status, Times, Want
from rookery.backends.contract.backend import Backend, Outcome, Request, Solution, Solutions, Unsupported, installed
from rookery.backends.contract.progress import Observer
from rookery.backends.contract.question import Question
from rookery.backends.running.checker import Checker
from rookery.backends.running.checkpoint import Checkpoint
from rookery.backends.running.hints import hinted
from rookery.models import Model, Placement, Problem, RookeryError, Satisfy
from rookery.models.deadline import NEVER, Deadline, OutOfTime
from rookery.models.symmetry import canonical

GRACE = 0.5


class Run:
    """One backend on one problem: iterate to stream placements; ask for the `answer` at the end, or at any time.

    With a goal, `want` one streams ever better placements, while `all` and `count` first prove the optimum and then
    give the placements that reach it. Every placement has passed both referees before it is given.

    `explained`, where it is set, is called with the backend's explanation of each program before it runs; `observed`
    with how far its search is, several times a second, by a backend that tells it. A `checkpoint` keeps what is done.

    Raises `Unsupported` for what the backend cannot do, and `WrongAnswer` when it says what a referee refuses.
    """

    def __init__(
        self, problem: Problem, backend: Backend[Any], question: Question, checkpoint: Checkpoint | None = None
    ) -> None:
        begun = perf_counter()
        question.put_to(backend)
        if checkpoint is not None and not backend.capabilities.resumes:
            raise Unsupported(f"backend {backend.name} keeps no checkpoint; leave that out, or take backtracking")
        self.problem, self.backend, self.question = problem, backend, question
        self.explained: Callable[[list[str]], None] | None = None
        self.observed: Observer | None = None
        self._checker = Checker(problem)
        self._spent = dict.fromkeys(("load", "compile", "search", "decode", "check"), 0.0)
        self._kept: dict[Solution, None] = {}
        self._best: Solution | None = None
        self._optimum: int | None = None
        self._outcome = Outcome(proven=False, end=End.INTERRUPTED)
        self._size: dict[str, int] = {}
        self._told: Callable[[], str] = str
        self._started = self._ended = self._before = 0.0
        self._checkpoint = checkpoint
        self._hint = hinted(problem, question)
        self._late = False
        self._check()
        self._before = perf_counter() - begun

    def _check(self) -> None:
        """Let the backend refuse what it cannot do; where the time is up before that, the run ends as it begins."""
        deadline = self._deadline()
        asked = replace(self._request(self.question.want, deadline, "check"), hint=self._hint)
        try:
            with self._phase("compile", deadline):
                self.backend.check(self.problem.model, asked)
        except OutOfTime:
            self._outcome, self._late = Outcome(proven=False, end=End.TIME), True

    def _deadline(self) -> Deadline:
        """The deadline of all that is left to do, seen from now."""
        seconds = self.question.seconds
        return Deadline(None if seconds is None else seconds - self._before).or_held()

    def __iter__(self) -> Generator[Placement, None, None]:
        if self._started:
            raise RookeryError("a run is iterated once; start another for the same question")
        self._started = perf_counter()
        deadline = self._deadline()
        try:
            if self._checkpoint is not None:
                self._checkpoint.write()
            if not self._late:
                yield from self._found(deadline)
        finally:
            if self._checkpoint is not None:
                self._checkpoint.write()
            self._ended = perf_counter()

    def _found(self, deadline: Deadline) -> Iterator[Placement]:
        with self._phase("load", deadline):
            self.backend.load()
        yield from self._optimised(deadline) if self._has_goal else self._listed(self.problem.model, deadline)

    @property
    def _has_goal(self) -> bool:
        return not isinstance(self.problem.model.goal, Satisfy)

    def _optimised(self, deadline: Deadline) -> Iterator[Placement]:
        for chosen in self._solved(self.problem.model, self._request(Want.ONE, deadline, "optimum")):
            self._checker.improves(chosen, self._best)
            self._best = chosen
            if self.question.want is Want.ONE:
                yield self._decoded(chosen)
        if self._best is None:
            return
        best = self.problem.model.value(self._best)
        self._checker.bounded(best, self._outcome)
        self._optimum = best if self._outcome.proven else None
        if self.question.want is not Want.ONE and self._optimum is not None:
            self._outcome = Outcome(proven=False, end=End.INTERRUPTED)
            yield from self._listed(self.problem.model.at_optimum(self._optimum), deadline)
            self._checker.reached(self._optimum, self._count(), self._outcome)

    def _listed(self, model: Model, deadline: Deadline) -> Iterator[Placement]:
        """Solutions of a model without a goal, one an orbit where that is asked."""
        question = self.question
        listing = question.up_to_symmetry or question.limit is not None
        want = Want.ALL if question.want is Want.COUNT and listing else question.want
        for found in self._solved(model, self._request(want, deadline, "solutions")):
            chosen = self.problem.placed(found)
            self._checker.is_new(chosen)
            self._checker.reaches(found, self._optimum)
            kept = self._canonical(chosen) if question.up_to_symmetry else chosen
            if kept not in self._kept:
                self._kept[kept] = None
                yield self._decoded(kept)
                if want is Want.ONE:
                    self._outcome = Outcome(proven=False, raw_status=self._outcome.raw_status)
                    return
                if len(self._kept) == question.limit:
                    self._outcome = Outcome(proven=False, end=End.SOLUTIONS)
                    return

    def _solved(self, model: Model, request: Request) -> Iterator[Solution]:
        """What the backend finds, each solution refereed; the time may be up in any phase."""
        try:
            found = self._made_ready(model, request)
            yield from self._searched(found, model, request)
        except OutOfTime:
            self._outcome = Outcome(proven=False, end=End.TIME)

    def _made_ready(self, model: Model, request: Request) -> Solutions:
        """The search for the solutions of a model, about to begin."""
        with self._phase("compile", request.deadline):
            program = self.backend.compile(model, request)
        with self._phase("load", request.deadline):
            self.backend.ready(program, request)
        self._size = dict(program.size)
        self._told = partial(self.backend.told, program)
        if self.explained:
            self.explained(self.backend.explain(program))
        return self.backend.run(program, request)

    def _searched(self, found: Solutions, model: Model, request: Request) -> Iterator[Solution]:
        """What a search finds, each solution refereed."""
        try:
            while True:
                with self._phase("search", request.deadline):
                    try:
                        chosen = next(found)
                    except StopIteration as stop:
                        self._outcome = stop.value
                        if self._outcome.end is End.INTERRUPTED:  # the backend caught Ctrl-C to keep its count
                            raise KeyboardInterrupt from None
                        return
                with self._phase("check"):
                    self._checker.referee(chosen, model)
                yield chosen
                if request.deadline.passed(GRACE):  # a backend that does not stop by itself
                    self._outcome = Outcome(proven=False, end=End.TIME)
                    return
        finally:
            with self._phase("search"):
                found.close()

    def _request(self, want: Want, deadline: Deadline, chapter: str) -> Request:
        q = self.question
        limit = None if q.up_to_symmetry or want is Want.ONE else q.limit
        memory = self._checkpoint.chapter(chapter) if self._checkpoint else None
        hint = self._hint if want is Want.ONE else ()
        return Request(want, limit, deadline, q.workers, q.seed, q.options, self.observed, memory, hint)

    def _canonical(self, chosen: Solution) -> Solution:
        with self._phase("check"):
            return frozenset(canonical(chosen, self.problem.symmetries))

    def _decoded(self, chosen: Solution) -> Placement:
        with self._phase("decode"):
            return self.problem.read(chosen)

    @contextmanager
    def _phase(self, phase: str, deadline: Deadline = NEVER) -> Iterator[None]:
        """Count the seconds of a phase; what works in it can look at its deadline."""
        start = perf_counter()
        try:
            with deadline.held():
                yield
        finally:
            self._spent[phase] += perf_counter() - start

    def answer(self, most: int | None = None) -> Answer:
        """What is known by now: the whole answer once the run has been iterated to its end.

        `most` is how many solutions to keep in it, where all of them would only cost time.
        """
        asked = perf_counter()
        kept = tuple(map(self._decoded, islice(self._shown(), most)))
        return Answer(
            problem=self.problem,
            backend=self.backend.name,
            want=self.question.want,
            status=self._status(),
            complete=self._complete(),
            end=End.DONE if self._complete() else self._outcome.end,
            solutions=kept,
            count=self._count(),
            orbits=len(self._kept) if self.question.up_to_symmetry and not self._best_only else None,
            objective=None if self._best is None else self.problem.model.value(self._best),
            bound=self._optimum if self._optimum is not None else self._outcome.bound,
            times=self._times(asked),
            program=self._size,
            raw_status=self._outcome.raw_status or self._told(),
            versions=versions() | self.backend.versions(),
            workers=self._outcome.workers or self.question.workers,
            seed=self.question.seed,
        )

    @property
    def _best_only(self) -> bool:
        """Whether the best placement found is all that there is to show: the optimal ones were not (yet) listed."""
        return self._has_goal and (self.question.want is Want.ONE or self._optimum is None)

    def _shown(self) -> Iterator[Solution]:
        if self._best_only:
            return iter(() if self._best is None else (self._best,))
        return iter(self._kept if self.question.want is not Want.COUNT else ())

    def _count(self) -> int:
        if self._best_only:
            return int(self._best is not None)
        return self._checker.distinct if self._outcome.count is None else self._outcome.count

    def _status(self) -> Status:
        if self._optimum is not None:
            return Status.OPTIMAL
        if self._best is not None or self._count():
            return Status.SATISFIED
        return Status.INFEASIBLE if self._outcome.proven else Status.UNKNOWN

    def _complete(self) -> bool:
        one = self.question.want is Want.ONE
        return self._outcome.proven or (one and not self._has_goal and bool(self._kept))

    def _times(self, asked: float) -> Times:
        """The seconds of each phase, and of all: before the run, of the run, and of the answer since it was asked."""
        now = perf_counter()
        run = (self._ended or now) - self._started if self._started else 0.0
        late = now - asked if self._ended else 0.0
        declared = self.problem.declare_seconds
        return Times(declare=declared, total=declared + self._before + run + late, **self._spent)


def versions() -> dict[str, str]:
    """Our own version and Python's."""
    return {"rookery": installed("rookery") or "source", "python": platform.python_version()}
