"""Solutions and a bound that a run has without its backend: from the declaration, a hint, or an approximation."""

from collections.abc import Callable, Iterator, Set
from contextlib import closing, suppress
from time import monotonic

from rookery.backends.answer import compute_gap
from rookery.backends.contract import Question, Solution
from rookery.backends.phases import Phases
from rookery.backends.presolve.approach import is_large, is_soon_reduced
from rookery.backends.presolve.reductions.reduced import Reduced
from rookery.backends.progress import Observer, Progress
from rookery.backends.referee import Referee
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models import Problem
from rookery.models.problems.shared.auxiliary import complete_solution

EVERY = 0.5  # seconds between two better solutions of a large covering: checking one takes longer than finding it
GREEDY_SECONDS = 1.0  # after the limit, plus twice the time of the declaration: if nothing was found, for greedy steps


class Assistance:
    """Finds solutions for one run, beside its backend; `bound` is its proven lower bound on the objective."""

    def __init__(self, problem: Problem, question: Question, referee: Referee, phases: Phases) -> None:
        self._problem, self._question, self._referee, self._phases = problem, question, referee, phases
        self._size = len(problem.pieces) * len(problem.board)  # the number of variables that are not auxiliary
        self.bound: int | None = None

    def known(self) -> list[Solution]:
        """Return the solutions known before any search: that of the declaration, and the hint if it is a solution."""
        problem, found = self._problem, list[Solution]()
        with self._phases.within("check"):
            if problem.known is not None and self._question.assist:
                found.append(complete_solution(problem.model, problem.known, self._size))
                self._referee.require_valid(found[0], problem.model)
            if self._question.hint is not None:
                hint = complete_solution(problem.model, problem.write(self._question.hint), self._size)
                if self._accepts(hint):
                    found.append(hint)
        return found

    def hint(self, best: Solution | None) -> tuple[int, ...]:
        """Return literals to begin with: the best solution found so far, or the placement that the user gave."""
        if best is not None and self._question.assist:
            return tuple(v if v in best else ~v for v in range(self._problem.model.variables))
        if self._question.hint is None:
            return ()
        chosen = self._problem.write(self._question.hint)
        return tuple(v if v in chosen else ~v for v in range(self._size))

    def cover_late(self, tell: Observer | None) -> Iterator[Solution]:
        """Yield greedy solutions after the deadline has passed, for about a second."""
        from rookery.backends.presolve.structure.greedy import cover_greedily  # `verify` never calls it

        model, found = self._problem.model, False
        deadline = Deadline(GREEDY_SECONDS + 2 * self._problem.declare_seconds)
        with suppress(OutOfTime):
            for chosen in self.approach(tell, deadline=deadline):
                found = True
                yield chosen
        if not found:

            def accepts(placed: Set[int]) -> bool:
                return self._accepts(complete_solution(model, placed, self._size))

            deadline = Deadline(deadline.seconds)
            with self._phases.within("check", deadline):
                placed = cover_greedily(model, self._size, accepts, deadline)
            if placed is not None:
                yield complete_solution(model, placed, self._size)

    def approach(
        self,
        tell: Observer | None,
        reduce: Callable[[], Reduced | None] | None = None,
        deadline: Deadline | None = None,
    ) -> Iterator[Solution]:
        """Yield good solutions of a large covering, ever better.

        `reduce` returns the reduced model, or None; without it, no reductions follow. `deadline` replaces the run's.
        """
        model = self._problem.model
        if not self._question.assist or not is_large(model):
            return
        from rookery.backends.presolve.approach.approach import Approach  # imports numpy

        with self._phases.within("compile", deadline):
            reducible = reduce is not None and is_soon_reduced(model)
            whole = (reduce() if reduce and reducible else None) or Reduced(model, model, range(model.variables))
            before_reduction = reduce is not None and not reducible
            limit, seed = deadline or self._phases.deadline, self._question.seed
            approach = Approach.of(whole.model, limit, seed, before_reduction)
        if approach is None:
            return
        given: int | None = None
        due = monotonic() + EVERY
        with closing(approach.run()) as steps:
            over = False
            while not over:
                with self._phases.within("search", deadline):
                    over = next(steps, approach) is approach
                    found = whole.objective(approach.best)
                    self.bound = whole.objective(approach.least)
                if tell is not None:
                    said = f"best {found:,}, at least {self.bound:,}"
                    tell(Progress(f"{said}, gap {100 * compute_gap(found, self.bound):.2g} %"))
                if found != given and (over or monotonic() >= due):
                    chosen, given = whole.solution(approach.solution), found
                    with self._phases.within("check"):
                        self._referee.require_valid(chosen, model)
                    yield chosen
                    due = monotonic() + EVERY

    def _accepts(self, chosen: Solution) -> bool:
        return self._problem.model.accepts(chosen) and not self._problem.faults(self._problem.read(chosen))
