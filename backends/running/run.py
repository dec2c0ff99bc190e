"""A run: one backend on one problem, streamed, refereed and timed.

Hints: a placement to start from, as values of the model's variables. They change how soon an answer comes, never
what it is.
"""

from collections.abc import Callable, Generator, Iterator, Sequence, Set
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from itertools import chain
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any

from rookery.backends.answer import Answer, compute_gap
from rookery.backends.contract import Ask, End, Question, Reason, Solution, Unsupported, Want
from rookery.backends.presolve.approach import is_large, is_soon_reduced
from rookery.backends.presolve.switches import OPTIONS as REDUCTIONS
from rookery.backends.progress import Observer, Progress
from rookery.backends.registry import BackendLike, take_backend
from rookery.backends.running.checker import Checker
from rookery.backends.running.executor import NOT_RUN, OUT_OF_TIME, Executor
from rookery.backends.running.orbits import ImagesToMeet, OrbitTally, SymmetryClass, plan_orbits
from rookery.backends.running.results import Results
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.errors import show_value
from rookery.models import BadInput, Model, Placement, Problem, RookeryError, Satisfy
from rookery.models.model.constraints import Literal
from rookery.models.problems.shared.auxiliary import complete_solution

FIRST_SECONDS = 0.3  # in which the first solution of a large covering becomes better before it is given
SPACE = 4.0  # times as long as it takes to check a solution, no other one is given before the search
KNOWN = "known without a search"
CLOSED = "greedy steps found it, and dual prices of the rows prove it"
GREEDY_SECONDS = 1.0  # after the limit, for a greedy covering where nothing has been found, and twice its declaration

if TYPE_CHECKING:
    from rookery.backends.presolve.approach.approach import Approach
    from rookery.backends.presolve.reductions.reduced import Reduced
    from rookery.backends.running.checkpoint import Checkpoint


def hint_literals(problem: Problem, question: Question) -> tuple[Literal, ...]:
    """The hint of a question as a literal for each variable of the placement; none if there is no hint.

    It may break the rules. Raises `BadInput` for squares and pieces that the problem does not have, and if all
    solutions are wanted: none of them comes first.
    """
    if question.hint is None:
        return ()
    if question.want is not Want.ONE and isinstance(problem.model.goal, Satisfy):
        raise BadInput(f"a hint helps to find one solution or an optimum, this question wants {question.want}")
    chosen = problem.write(question.hint)
    return tuple(v if v in chosen else ~v for v in range(len(problem.pieces) * len(problem.board)))


def find_known_solutions(problem: Problem, hint: Sequence[Literal]) -> list[Solution]:
    """Return the solutions that are known before any search: that of the declaration, and a hint that is one."""
    size = len(problem.pieces) * len(problem.board)
    known = [] if problem.known is None else [complete_solution(problem.model, problem.known, size)]
    if hint:
        chosen = complete_solution(problem.model, {literal for literal in hint if literal >= 0}, size)
        if problem.model.accepts(chosen) and not problem.faults(problem.read(chosen)):
            known.append(chosen)
    return known


def take_problem(given: Any) -> Problem:
    """Return a problem as it is; raises `BadInput` for anything else."""
    if isinstance(given, Problem):
        return given
    also = "; rk.solve_model takes a model" if isinstance(given, Model) else ""
    raise BadInput(f"problem {show_value(given)}: expected a Problem, such as rk.placement('queen', 8){also}")


def take_question(given: Any) -> Question:
    """Return a question as it is; raises `BadInput` for anything else."""
    if not isinstance(given, Question):
        raise BadInput(f"question {show_value(given)}: expected a Question, such as rk.Question(seconds=60)")
    return given


class Run:
    """One backend on one problem: iterate to stream placements; ask for the `answer` at the end, or at any time.

    With a goal, `want` one streams ever better placements, while `all` and `count` first prove the optimum and then
    give the placements that reach it. Every placement has passed both referees before it is given.

    `explained`, if it is set, is called with the backend's explanation of each program before it runs; `observed` with
    how far its search is, several times a second, by a backend that reports it. A `checkpoint` keeps what is done.

    Raises `Unsupported` for what the backend cannot do, and `WrongAnswer` when a referee refuses its answer.
    """

    def __init__(
        self,
        problem: Problem,
        backend: BackendLike,
        question: Question,
        checkpoint: "Checkpoint | None" = None,
    ) -> None:
        began = perf_counter()
        problem, backend = take_problem(problem), take_backend(backend)
        question = take_question(question)
        question.require_supported_by(backend, not isinstance(problem.model.goal, Satisfy))
        if question.up_to_symmetry and problem.group is not None and not len(problem.group):
            raise BadInput(f"{problem.title}: solutions are not counted up to symmetry; leave up_to_symmetry out")
        if checkpoint is not None and "resume" not in backend.can:
            raise Unsupported(
                f"backend {backend.name} cannot save checkpoints; drop the option, or use backend backtracking"
            )
        self.problem, self.backend, self.question = problem, backend, question
        self.observed: Observer | None = None
        self._checkpoint = checkpoint
        self._checker, self._images = Checker(problem), ImagesToMeet(problem.symmetries)
        self._executor = Executor(backend, self._checker)
        self._phases = self._executor.phases
        self._results = Results(problem, question, self._checker, self._executor)
        self._hint = hint_literals(problem, question)
        self._deadline = self._deadline_from_now()
        self._phases.prepare(began)

    @property
    def explained(self) -> Callable[[list[str]], None] | None:
        """The receiver of the backend's explanations."""
        return self._executor.explained

    @explained.setter
    def explained(self, listener: Callable[[list[str]], None] | None) -> None:
        self._executor.explained = listener

    def answer(self, most: int | None = None) -> Answer:
        """The answer so far: the whole answer once the run has been iterated to its end.

        `most` limits the solutions in it, if keeping all of them would only cost time.
        """
        return self._results.answer(self.backend, most)

    @property
    def note(self) -> str:
        """The message to show before the answer, in a line; empty without one."""
        return "" if self._checkpoint is None else self._checkpoint.note

    @property
    def reached(self) -> tuple[int | None, int | None]:
        """The best value so far, and the bound on the objective that is proven so far; None if there is none."""
        return self._results.objective(), self._results.bound()

    def __repr__(self) -> str:
        return f"Run({self.problem!r}, {self.backend.name!r}, {self.question!r})"

    def __iter__(self) -> Generator[Placement, None, None]:
        with closing(self.stream()) as stream:
            for chosen in stream:
                yield self._results.decode(chosen)

    def stream(self) -> Generator[Solution, None, None]:
        """The same solutions as sets of variables, for callers that only want the answer at the end."""
        if self._phases.begun:
            raise RookeryError("a run is iterated once; start another for the same question")
        self._phases.begin()
        self._deadline = self._deadline_from_now()
        try:
            # The solutions of the backend; the time may be up in any phase
            try:
                with self._checkpoint or nullcontext(), self._results.continue_count(self._checkpoint):
                    yield from self._optimise() if self._results.has_goal else self._list(self.problem.model)
            except OutOfTime:
                self._executor.outcome = OUT_OF_TIME
            if self._executor.outcome.reason is Reason.TIME and self.question.assist:
                yield from self._cover_greedily()
        finally:
            self._phases.end()

    def _cover_greedily(self) -> Iterator[Solution]:
        """A greedy solution if the time was up before the backend had found one: its steps take milliseconds."""
        if self.question.want is not Want.ONE or self._results.best is not None:
            return
        from rookery.backends.presolve.structure.greedy import cover_greedily

        model, size = self.problem.model, len(self.problem.pieces) * len(self.problem.board)

        def accepts(placed: Set[int]) -> bool:
            chosen = complete_solution(model, placed, size)
            return model.accepts(chosen) and not self.problem.faults(self.problem.read(chosen))

        seconds = GREEDY_SECONDS + 2 * self.problem.declare_seconds
        with suppress(OutOfTime):
            yield from self._approach(Deadline(seconds))
        if self._results.best is not None:
            return
        with self._phases.measure("check"):
            placed = cover_greedily(model, size, accepts, Deadline(seconds))
        if placed is not None:
            yield from self._give_better(complete_solution(model, placed, size))

    def _deadline_from_now(self) -> Deadline:
        """The deadline of all that is left to do, seen from now."""
        seconds = self.question.seconds
        return Deadline(None if seconds is None else seconds - self._phases.before).or_held()

    def _ask(self, want: Want, chapter: str) -> Ask:
        q = self.question
        limit = None if q.up_to_symmetry or want is Want.ONE else q.limit
        store = self._checkpoint.chapter(chapter) if self._checkpoint else None
        hint = self._hint if want is Want.ONE else ()
        return Ask(want, limit, self._deadline, q.workers, q.seed, dict(q.options), hint, self.observed, store)

    def _optimise(self) -> Iterator[Solution]:
        """Give ever better solutions, then the optimal ones if the question wants them."""
        model, last = self.problem.model, None
        for chosen in self._known_solutions():
            yield from self._give_better(chosen)
        yield from self._approach()
        best, least = self._results.objective(), self._results.least
        if best is not None and best == least:  # nothing is left to prove; a gap of large values may round to 0
            self._executor.outcome = End(proven=True, bound=least, note=CLOSED)
            self._results.optimum = least
            yield from self._list_optima()
            return
        for chosen in self._executor.solve(model, self._ask(Want.ONE, "optimum")):
            self._referee(chosen, model)
            self._checker.require_better(chosen, last)
            self._checker.require_within_bound(model.value(chosen), self._executor.outcome)
            last = chosen
            yield from self._give_better(chosen)
        if self._results.best is not None:
            # Check what is said of the best solution; `last` is the last one that the backend gave
            outcome, value = self._executor.outcome, self.problem.model.value(self._results.best)
            self._checker.require_not_surpassed(self._results.best, last, outcome)
            self._checker.require_within_bound(value, outcome)
            self._results.optimum = value if outcome.proven else None
            yield from self._list_optima()

    def _approach(self, late: Deadline | None = None) -> Iterator[Solution]:
        """Good solutions of a large covering, refereed, and a bound.

        To check one of 100,000 squares takes longer than to find it: some are given, at growing distances, the first
        one after FIRST_SECONDS if twice as much time is left as it took, and the last one. Ctrl-C keeps the best.
        """
        deadline = late or self._deadline
        begun = self._begin_approach(deadline, late is None)
        if begun is None:
            return
        whole, approach = begun
        steps, best, given, kept, took, since = approach.run(), None, None, Solution(), 0.0, monotonic()
        try:
            while True:
                with self._phases.measure("search", deadline):
                    if next(steps, approach) is approach:
                        break
                    found, least = whole.objective(approach.best), whole.objective(approach.least)
                    if found != best:
                        kept, best = approach.solution, found
                self._results.least = least
                if self.observed is not None:
                    said = f"best {best:,}, at least {least:,}"
                    self.observed(Progress(f"{said}, gap {100 * compute_gap(found, least):.2g} %"))
                spent = monotonic() - since
                worth = spent > SPACE * took if given is not None else FIRST_SECONDS < spent < deadline.left() / 2
                if given != best and worth:
                    began = monotonic()
                    yield from self._give_checked(whole.solution(kept))
                    given, since = best, monotonic()
                    took = since - began
            if given != best:
                yield from self._give_checked(whole.solution(kept))
        except KeyboardInterrupt:  # in a step, which plain Python does not end, or while one is checked
            self._results.least = whole.objective(approach.least)
            if given != best:  # kept and not given: a loop that is left with it would not hear of Ctrl-C
                list(self._give_checked(whole.solution(kept)))
            raise
        finally:
            steps.close()

    def _begin_approach(self, deadline: Deadline, is_early: bool) -> "tuple[Reduced, Approach] | None":
        """The approach of a large covering; what is soon reduced is reduced first, if it is before a search."""
        model = self.problem.model
        if not self.question.assist or self._checkpoint is not None or not is_large(model):
            return None
        from rookery.backends.presolve.approach.approach import Approach
        from rookery.backends.presolve.reductions.reduced import Reduced

        with self._phases.measure("compile", deadline):
            whole = Reduced(model, model, range(model.variables))
            is_reduced = is_early and is_soon_reduced(model)
            if is_reduced:
                whole = self._executor.reduce(model, self._ask(Want.ONE, "optimum")) or whole
            approach = Approach.of(whole.model, deadline, self.question.seed, is_early and not is_reduced)
        return None if approach is None else (whole, approach)

    @property
    def _may_be_helped(self) -> bool:
        """Return whether to answer for the backend: not if it is compared, nor if it wants the whole model itself."""
        return self.question.assist and not REDUCTIONS.keys().isdisjoint(self.backend.options)

    def _known_solutions(self) -> list[Solution]:
        """The solutions that are known before any search, refereed like all."""
        with self._phases.measure("check"):
            known = find_known_solutions(self.problem, self._hint)
            for chosen in known:
                self._checker.require_valid(chosen, self.problem.model)
            return known

    def _give_checked(self, chosen: Solution) -> Iterator[Solution]:
        """Give a solution once the referees have passed it."""
        self._referee(chosen, self.problem.model)
        yield from self._give_better(chosen)

    def _give_better(self, chosen: Solution) -> Iterator[Solution]:
        """Keep a solution that is better than the best so far, and give it on if the best is asked for."""
        model = self.problem.model
        value, best = model.value(chosen), self._results.objective()
        if value is not None and best is not None and not model.better(value, than=best):
            return
        self._results.best = chosen
        if self.question.want is Want.ONE:
            yield chosen

    def _list_optima(self) -> Iterator[Solution]:
        """The solutions that reach the proven optimum, if they are asked for."""
        optimum = self._results.optimum
        if self.question.want is Want.ONE or optimum is None:
            return
        self._executor.outcome = NOT_RUN
        yield from self._list(self.problem.model.at_optimum(optimum))
        self._checker.require_reached(optimum, self._results.count(), self._executor.outcome)

    def _list(self, model: Model) -> Iterator[Solution]:
        """Solutions of a model without a goal, one an orbit if that is asked; orbits are counted if that pays."""
        known = self._known_solutions() if self._may_be_helped and self.question.want is Want.ONE else []
        if known:
            self._executor.outcome = replace(NOT_RUN, note=KNOWN)
        ask = self._ask(Want.ALL if self.question.lists else self.question.want, "solutions")
        with self._phases.measure("compile", self._deadline):
            classes = plan_orbits(self.problem, model, self.question)
        if classes:
            self._count_orbits(classes)
            return
        for found in (stream := chain(known, self._executor.solve(model, ask))):
            chosen = self.problem.placed(found)
            self._checker.require_new(chosen)
            self._checker.require_optimal(found, self._results.optimum)
            # Keep a solution and give it on, unless it is the image of one that both referees have seen
            kept = self._canonical(chosen) if self.question.up_to_symmetry else chosen
            if kept is not None and kept not in self._results.kept:
                self._referee(found, model)
                self._results.kept[kept] = None
                yield kept
            if self._have_enough(ask.want):
                if not known and (ask.want is Want.ONE or ask.limit is not None):
                    next(stream, None)  # the end, with its note and its statistics
                    self._have_enough(ask.want)
                return

    def _have_enough(self, want: Want) -> bool:
        """Return whether what is kept is all that is wanted; the search is then left."""
        one = want is Want.ONE
        if not one and len(self._results.kept) != self.question.limit:
            return False
        raw = self._executor.outcome.note
        self._executor.outcome = End(proven=False, reason=Reason.DONE if one else Reason.SOLUTIONS, note=raw)
        return True

    def _count_orbits(self, classes: Sequence[SymmetryClass]) -> None:
        """Count what each class of symmetries keeps, the identity first."""
        self._results.tally = tally = OrbitTally(sum(each.size for each in classes))
        self._executor.explain([f"orbits: by what {len(classes):,} classes of symmetries keep"])
        for at, each in enumerate(classes):
            # Count the solutions that a class of symmetries keeps
            given, self._executor.outcome = 0, NOT_RUN
            ask = self._ask(Want.COUNT, f"what symmetry {at} keeps" if at else "solutions")
            try:
                for found in self._executor.solve(each.model, ask, aside=at > 0):
                    given += 1  # the only one, which the compiler found
                    if at == 0:
                        self._referee(found, each.model)
            finally:
                outcome = self._executor.outcome
                tally.add(each, given if outcome.count is None else outcome.count, outcome.proven)
            if not self._executor.outcome.proven or not tally.count:
                break

    def _referee(self, chosen: Solution, model: Model) -> None:
        with self._phases.measure("check"):
            self._checker.require_valid(chosen, model)

    def _canonical(self, chosen: Solution) -> Solution | None:
        with self._phases.measure("check"):
            return self._images.meet(chosen)
