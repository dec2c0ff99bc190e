"""Results of a run so far, and the answer that follows from them."""

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from rookery.backends.answer import Answer, Status
from rookery.backends.contract import Backend, End, Question, Reason, Solution, Want
from rookery.backends.running.checker import Checker
from rookery.backends.running.executor import Executor
from rookery.backends.running.orbits import OrbitTally
from rookery.core.plugins import own_version
from rookery.models import Placement, Problem, Satisfy

if TYPE_CHECKING:
    from rookery.backends.running.checkpoint import Checkpoint


@dataclass
class Results:
    """Knowledge about a question: the best solution, the proven optimum, the solutions to show, the orbits counted.

    `least` is a bound that was proven outside of the search. `counted` is the count of an earlier run. `kept` are the
    solutions that differ, by more than a symmetry if the question wants that.
    """

    problem: Problem
    question: Question
    checker: Checker
    executor: Executor
    best: Solution | None = None
    optimum: int | None = None
    least: int | None = None
    counted: int = 0
    tally: OrbitTally | None = None
    kept: dict[Solution, None] = field(default_factory=dict)

    @property
    def outcome(self) -> End:
        """The outcome of the last search."""
        return self.executor.outcome

    @property
    def has_goal(self) -> bool:
        """Return whether the best is sought."""
        return not isinstance(self.problem.model.goal, Satisfy)

    @property
    def best_only(self) -> bool:
        """Return whether there is only the best placement found to show: the optimal ones were not (yet) listed."""
        return self.has_goal and (self.question.want is Want.ONE or self.optimum is None)

    def solutions(self) -> Iterator[Solution]:
        """The solutions to show."""
        if self.best_only:
            return iter(() if self.best is None else (self.best,))
        return iter(self.kept if self.question.want is not Want.COUNT else ())

    def count(self) -> int:
        """The number of solutions that were found or counted."""
        if self.tally is not None:
            return self.tally.count
        if self.best_only:
            return int(self.best is not None)
        is_counted = self.question.want is Want.COUNT and not self.question.up_to_symmetry and not self.outcome.proven
        found = self.checker.distinct if self.outcome.count is None else self.outcome.count
        return max(found, self.counted) if is_counted else found

    @contextmanager
    def continue_count(self, checkpoint: "Checkpoint | None") -> Iterator[None]:
        """Begin with what an earlier run has counted: the time may be up before its search goes on."""
        if checkpoint is None:
            yield
            return
        self.counted = checkpoint.count
        try:
            yield
        finally:
            checkpoint.count = max(checkpoint.count, self.count())

    def orbits(self) -> int | None:
        """The number of orbits that were met or counted; none are known if optimal placements were not listed."""
        if not self.question.up_to_symmetry or (self.best_only and self.status() is not Status.INFEASIBLE):
            return None
        return len(self.kept) if self.tally is None else self.tally.orbits

    def objective(self) -> int | None:
        """The best value found."""
        return None if self.best is None else self.problem.model.value(self.best)

    def status(self) -> Status:
        """The status of the question."""
        if self.optimum is not None:
            return Status.OPTIMAL
        if self.best is not None or self.count():
            return Status.SATISFIED
        return Status.INFEASIBLE if self.outcome.proven else Status.UNKNOWN

    def complete(self) -> bool:
        """Return whether the question is answered entirely."""
        one = self.question.want is Want.ONE
        return self.outcome.proven or (one and not self.has_goal and bool(self.kept))

    def bound(self) -> int | None:
        """The best bound that is proven; a bound outside of the search is a lower one."""
        if self.optimum is not None:
            return self.optimum
        return max((each for each in (self.outcome.bound, self.least) if each is not None), default=None)

    def decode(self, chosen: Solution) -> Placement:
        """A solution as a placement."""
        with self.executor.phases.measure("check"):
            return self.problem.read(chosen)

    def answer(self, backend: Backend, most: int | None = None) -> Answer:
        """The answer so far, with `most` solutions at the most."""
        asked, outcome = perf_counter(), self.outcome
        shown = tuple(map(self.decode, islice(self.solutions(), most)))
        return Answer(
            problem=self.problem,
            backend=backend.name,
            want=self.question.want,
            status=self.status(),
            complete=self.complete(),
            end=Reason.DONE if self.complete() else outcome.reason,
            solutions=shown,
            count=self.count(),
            orbits=self.orbits(),
            objective=self.objective(),
            bound=self.bound(),
            times=self.executor.phases.times(self.problem.declare_seconds, asked),
            note=outcome.note,
            versions=own_versions() | backend.versions(),
            workers=self.question.workers or 1,
            seed=self.question.seed,
            statistics=dict(self.executor.statistics),
        )


def own_versions() -> dict[str, str]:
    """Our own version and Python's."""
    return {"rookery": own_version(), "python": platform.python_version()}
