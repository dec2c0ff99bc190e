"""A run: one backend on one problem, streamed, refereed and timed."""

import platform
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

from rookery.backends.contract.answer import Answer, End, Status, Times, Want
from rookery.backends.contract.backend import Backend, Outcome, Request, Solution, Unsupported, installed
from rookery.backends.contract.progress import Observer
from rookery.backends.contract.question import Question
from rookery.backends.running.checker import Checker, WrongAnswer
from rookery.backends.running.checkpoint import Checkpoint
from rookery.backends.running.executor import OUT_OF_TIME, UNTOLD, Executor
from rookery.backends.running.hints import hinted, known_solutions
from rookery.backends.running.orbits import Kept, Tally, asked
from rookery.models import Model, Placement, Problem, RookeryError, Satisfy
from rookery.models.base.deadline import Deadline, OutOfTime
from rookery.models.symmetry.permutations import canonical


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
        self.observed: Observer | None = None
        self._checker = Checker(problem)
        self._executor = Executor(backend, self._checker)
        self._kept: dict[Solution, None] = {}
        self._best: Solution | None = None
        self._optimum: int | None = None
        self._tally: Tally | None = None
        self._started = self._ended = self._before = 0.0
        self._checkpoint = checkpoint
        self._hint = hinted(problem, question)
        asked = replace(self._request(question.want, self._deadline(), "check"), hint=self._hint)
        self._in_time = self._executor.check(problem.model, asked)
        self._before = perf_counter() - begun

    @property
    def explained(self) -> Callable[[list[str]], None] | None:
        """Whom the backend's explanations go to."""
        return self._executor.explained

    @explained.setter
    def explained(self, told: Callable[[list[str]], None] | None) -> None:
        self._executor.explained = told

    def __iter__(self) -> Generator[Placement, None, None]:
        if self._started:
            raise RookeryError("a run is iterated once; start another for the same question")
        self._started = perf_counter()
        deadline = self._deadline()
        try:
            if self._checkpoint is not None:
                self._checkpoint.write()
            if self._in_time and self._executor.load(deadline):
                yield from self._found(deadline)
        except OutOfTime:
            self._outcome = OUT_OF_TIME
        except WrongAnswer as error:
            if self._checkpoint is None or not self._checkpoint.goes_on:
                raise
            what = f"{error}; the checkpoint from which the run went on may be damaged"
            raise WrongAnswer(what, error.placement) from error
        finally:
            if self._checkpoint is not None:
                self._checkpoint.write()
            self._ended = perf_counter()

    def _found(self, deadline: Deadline) -> Iterator[Placement]:
        return self._optimised(deadline) if self._has_goal else self._listed(self.problem.model, deadline)

    def _deadline(self) -> Deadline:
        """The deadline of all that is left to do, seen from now."""
        seconds = self.question.seconds
        return Deadline(None if seconds is None else seconds - self._before).or_held()

    @property
    def _outcome(self) -> Outcome:
        return self._executor.outcome

    @_outcome.setter
    def _outcome(self, outcome: Outcome) -> None:
        self._executor.outcome = outcome

    @property
    def _has_goal(self) -> bool:
        return not isinstance(self.problem.model.goal, Satisfy)

    def _optimised(self, deadline: Deadline) -> Iterator[Placement]:
        last: Solution | None = None
        for chosen in self._known():
            yield from self._better(chosen)
        for chosen in self._executor.solve(self.problem.model, self._request(Want.ONE, deadline, "optimum")):
            self._refereed(chosen, self.problem.model)
            self._checker.improves(chosen, last)
            last = chosen
            yield from self._better(chosen)
        if self._best is None:
            return
        self._checker.surpassed(self._best, last, self._outcome)
        best = self.problem.model.value(self._best)
        self._checker.bounded(best, self._outcome)
        self._optimum = best if self._outcome.proven else None
        if self.question.want is not Want.ONE and self._optimum is not None:
            self._outcome = UNTOLD
            yield from self._listed(self.problem.model.at_optimum(self._optimum), deadline)
            self._checker.reached(self._optimum, self._count(), self._outcome)

    def _known(self) -> list[Solution]:
        """The solutions that are known before any search, refereed like all."""
        with self._executor.phases.timed("check"):
            known = known_solutions(self.problem, self._hint)
            for chosen in known:
                self._checker.referee(chosen, self.problem.model)
            return known

    def _better(self, chosen: Solution) -> Iterator[Placement]:
        """Keep a solution that is better than the best so far, and give it on where the best is asked for."""
        model = self.problem.model
        value, best = model.value(chosen), None if self._best is None else model.value(self._best)
        if value is not None and best is not None and not model.better(value, than=best):
            return
        self._best = chosen
        if self.question.want is Want.ONE:
            yield self._decoded(chosen)

    def _listed(self, model: Model, deadline: Deadline) -> Iterator[Placement]:
        """Solutions of a model without a goal, one an orbit where that is asked; orbits are counted where that pays."""
        question = self.question
        listing = question.up_to_symmetry or question.limit is not None
        want = Want.ALL if question.want is Want.COUNT and listing else question.want
        request = self._request(want, deadline, "solutions")
        with self._executor.phases.timed("compile", deadline):
            fixed, listable = asked(self.problem, model, question, partial(self.backend.listable, request=request))
        if fixed and not listable:
            self._count_orbits(fixed, deadline)
            return
        for found in self._executor.solve(model, request):
            chosen = self.problem.placed(found)
            self._checker.is_new(chosen)
            self._checker.reaches(found, self._optimum)
            if self._checker.distinct > listable:
                self._count_orbits(fixed, deadline)
                return
            kept = self._canonical(chosen) if question.up_to_symmetry else chosen
            if kept in self._kept:
                continue  # the image of one that both referees have seen
            self._refereed(found, model)
            self._kept[kept] = None
            yield self._decoded(kept)
            if want is Want.ONE:
                self._outcome = Outcome(proven=False, raw_status=self._outcome.raw_status)
                return
            if len(self._kept) == question.limit:
                self._outcome = Outcome(proven=False, end=End.SOLUTIONS)
                return

    def _count_orbits(self, fixed: Sequence[Kept], deadline: Deadline) -> None:
        """Count what each class of symmetries keeps, the identity first."""
        self._tally = tally = Tally(sum(each.times for each in fixed))
        self._executor.explain([f"orbits: by what {len(fixed):,} classes of symmetries keep"])
        for at, each in enumerate(fixed):
            given, self._outcome = 0, UNTOLD
            request = self._request(Want.COUNT, deadline, f"what symmetry {at} keeps" if at else "solutions")
            try:
                for found in self._executor.solve(each.model, request, aside=at > 0):
                    given += 1  # the only one, which the compiler found
                    if at == 0:
                        self._refereed(found, each.model)
            finally:
                count = given if self._outcome.count is None else self._outcome.count
                tally.add(each, count, self._outcome.proven)
            if not self._outcome.proven or not tally.count:
                break

    def _request(self, want: Want, deadline: Deadline, chapter: str) -> Request:
        q = self.question
        limit = None if q.up_to_symmetry or want is Want.ONE else q.limit
        memory = self._checkpoint.chapter(chapter) if self._checkpoint else None
        hint = self._hint if want is Want.ONE else ()
        return Request(want, limit, deadline, q.workers, q.seed, q.options, self.observed, memory, hint)

    def _refereed(self, chosen: Solution, model: Model) -> None:
        with self._executor.phases.timed("check"):
            self._checker.referee(chosen, model)

    def _canonical(self, chosen: Solution) -> Solution:
        with self._executor.phases.timed("check"):
            return frozenset(canonical(chosen, self.problem.symmetries))

    def _decoded(self, chosen: Solution) -> Placement:
        with self._executor.phases.timed("decode"):
            return self.problem.read(chosen)

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
            orbits=self._orbits(),
            objective=None if self._best is None else self.problem.model.value(self._best),
            bound=self._optimum if self._optimum is not None else self._outcome.bound,
            times=self._times(asked),
            program=self._executor.size,
            raw_status=self._outcome.raw_status or self._executor.told(),
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
        if self._tally is not None:
            return self._tally.count
        if self._best_only:
            return int(self._best is not None)
        return self._checker.distinct if self._outcome.count is None else self._outcome.count

    def _orbits(self) -> int | None:
        """The number of orbits that were met or counted; none are known where optimal placements were not listed."""
        if not self.question.up_to_symmetry or (self._best_only and self._status() is not Status.INFEASIBLE):
            return None
        return len(self._kept) if self._tally is None else self._tally.orbits

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
        return self._executor.phases.times(self.problem.declare_seconds, self._before + run + late)


def versions() -> dict[str, str]:
    """Our own version and Python's."""
    return {"rookery": installed("rookery") or "source", "python": platform.python_version()}
