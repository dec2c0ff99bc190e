"""A run: one backend on one problem, streamed, refereed and timed."""

import platform
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rookery.backends.answer import Answer, Status, Times
from rookery.backends.assist import Assistance
from rookery.backends.contract import (
    Ask,
    Bound,
    End,
    Item,
    Question,
    Reason,
    Solution,
    Unsupported,
    Want,
    WrongAnswer,
)  # fmt: skip
from rookery.backends.orbits import ImagesToMeet, SymmetryClass, symmetry_classes
from rookery.backends.phases import Phases
from rookery.backends.presolve.reductions.reduced import Reduced
from rookery.backends.presolve.switches import LOWERING, has_rows, is_lowered
from rookery.backends.progress import Observer
from rookery.backends.referee import Referee
from rookery.backends.registry import BackendLike, take_backend
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.errors import show_value
from rookery.core.interrupts import postpone_ctrl_c
from rookery.core.plugins import own_version
from rookery.models import BadInput, Maximize, Model, Placement, Problem, RookeryError, Satisfy

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rookery.backends.checkpoint import Checkpoint

Items = Generator[Item, None, None]  # a stream that can be closed
GRACE = 0.5  # seconds after the deadline in which a backend may end by itself
KNOWN = "known without a search"
CLOSED = "greedy steps found it, and dual prices of the rows prove it"
LEFT = End(proven=False, reason=Reason.INTERRUPTED)  # of a search until its own end comes


def own_versions() -> dict[str, str]:
    """Return our own version and Python's."""
    return {"rookery": own_version(), "python": platform.python_version()}


def take_problem(given: Any) -> Problem:
    """Return a problem as it is; raises `BadInput` for anything else."""
    if isinstance(given, Problem):
        return given
    also = "; rk.solve_model takes a model" if isinstance(given, Model) else ""
    raise BadInput(f"problem {show_value(given)}: expected a Problem, such as rk.placement('queen', 8){also}")


class Run:
    """One backend on one problem: iterate for refereed placements; ask for the `answer` at any time.

    With a goal, `want` "one" gives ever better placements, while "all" and "count" first prove the optimum and then
    give the placements that reach it. `progress` is called with each `Progress` that the backend reports, `describe`
    with the backend's description of each program before it runs. The parts of the search go to an `executor`.

    Raises `Unsupported` for what the backend cannot do, and `WrongAnswer` when a referee refuses its answer.
    """

    def __init__(
        self,
        problem: Problem,
        backend: BackendLike,
        question: Question,
        *,
        progress: Observer | None = None,
        describe: Callable[[list[str]], None] | None = None,
        checkpoint: "Checkpoint | None" = None,
        executor: "Executor | None" = None,
    ) -> None:
        if not isinstance(question, Question):
            raise BadInput(f"question {show_value(question)}: expected a Question, such as rk.Question(seconds=60)")
        self.problem, self.backend, self.question = take_problem(problem), take_backend(backend), question
        backend = self.backend
        self.progress, self.describe, self._checkpoint, self._executor = progress, describe, checkpoint, executor
        self._has_goal = not isinstance(problem.model.goal, Satisfy)
        question.require_supported_by(backend, self._has_goal)
        if question.up_to_symmetry and problem.group is not None and not len(problem.group):
            raise BadInput(f"{problem.title}: solutions are not counted up to symmetry; leave up_to_symmetry out")
        if question.hint is not None and question.want is not Want.ONE and not self._has_goal:
            raise BadInput(f"a hint helps to find one solution or an optimum, this question wants {question.want}")
        if checkpoint is not None and "resume" not in backend.can:
            raise Unsupported(f"backend {backend.name} cannot save checkpoints; use backtracking, or leave them out")
        if executor is not None and "executor" not in backend.can:
            raise Unsupported(
                f"backend {backend.name} searches on one machine; use backtracking, or leave out the cluster"
            )
        self._referee, self._images = Referee(problem), ImagesToMeet(problem.symmetries)
        self._phases = Phases(Deadline())
        self._assistance = Assistance(problem, question, self._referee, self._phases)
        self._statistics = Counter[str]()
        self._began, self._total = 0.0, 0.0
        self._end = LEFT
        self._best: Solution | None = None  # with a goal
        self._optimum: int | None = None
        self._kept: dict[Solution, None] = {}  # different ones, by more than a symmetry if the question wants that
        self._orbits: int | None = None  # orbits counted without listing
        self._whole = 0  # the solutions that they have together
        self._reduced: Reduced | None = None

    def __repr__(self) -> str:
        return f"Run({self.problem!r}, {self.backend.name!r}, {self.question!r})"

    def __iter__(self) -> Generator[Placement, None, None]:
        with closing(self.stream()) as stream:
            for chosen in stream:
                yield self.problem.read(chosen)

    def stream(self) -> Generator[Solution, None, None]:
        """Yield the solutions as sets of variables: faster, for callers that only want the answer at the end."""
        if self._began:
            raise RookeryError("a run is iterated once; start another for the same question")
        self._began = perf_counter()
        self._phases.deadline = Deadline(self.question.seconds).or_held()
        if self._checkpoint:
            self._checkpoint.tell = self._tell
        try:
            with ExitStack() as held:
                try:
                    if self._checkpoint:
                        with postpone_ctrl_c():  # until it is known what the file holds
                            held.enter_context(self._checkpoint)
                    yield from self._optimise() if self._has_goal else self._list(self.problem.model)
                except OutOfTime:
                    self._end = replace(self._end, proven=False, reason=Reason.TIME)
                except BaseException:  # the search that has ended may be the first of several
                    self._end = replace(self._end, proven=False, reason=Reason.INTERRUPTED)
                    raise
                finally:
                    if self._checkpoint and self._checkpoint.known:
                        self._recall(self._checkpoint.known)
            wanted = self.question.assist and self.question.want is Want.ONE and self._has_goal
            if self._end.reason is Reason.TIME and wanted and self._best is None:
                for chosen in self._assistance.cover_late(self.progress):
                    yield from self._improve(chosen)
        finally:
            self._total = perf_counter() - self._began

    # What a checkpoint says of the answer.

    def _tell(self) -> dict[str, Any]:
        """Return what is known so far, for a run that goes on and has no time to find it again."""
        if self._checkpoint and self._end.reason is Reason.SOLUTIONS:
            before = self._checkpoint.known
            if before.get("count", 0) > self.count:  # an earlier run had a higher limit
                return {**before}
        lists = not self._has_goal or self._optimum is not None
        return {
            "proven": self._end.proven,
            "best": None if self._best is None else sorted(self._best),
            "optimum": self._optimum,
            "bound": self.bound,
            "count": self.count if lists else 0,
            "kept": [*map(sorted, self._kept)],
            "orbits": self._orbits,
        }

    def _recall(self, known: Mapping[str, Any]) -> None:
        """Add what the checkpoint knew of the answer, where this run ended before it could find it again."""
        if self._end.proven or self._end.reason not in (Reason.TIME, Reason.INTERRUPTED):
            return
        model, limit = self.problem.model, self.question.limit
        if known["best"] is not None:
            best = frozenset(known["best"])
            self._referee.require_valid(best, model)
            for _ in self._improve(best):
                pass
        if self._optimum is None:
            self._optimum = known["optimum"]
        bounds = [each for each in (self.bound, known["bound"]) if each is not None]
        if bounds:
            tightest = min(bounds) if isinstance(model.goal, Maximize) else max(bounds)
            self._end = replace(self._end, bound=tightest)
        self._kept |= dict.fromkeys(map(frozenset, known["kept"]))
        counted = [each for each in (self._orbits, known["orbits"]) if each is not None]
        if counted:
            self._orbits, self._whole = max(*counted, len(self._kept)), max(self._whole, known["count"])
        count = max(self.count, known["count"])
        if limit is not None and len(self._kept) >= limit:
            count = count if len(self._kept) == limit else max(self.count, limit)
            self._kept = dict.fromkeys(islice(self._kept, limit))
            self._end = replace(self._end, reason=Reason.SOLUTIONS)
        elif known["proven"]:
            self._end = replace(self._end, proven=True, reason=Reason.DONE)
        self._end = replace(self._end, count=count)

    # Questions to the backend.

    def _optimise(self) -> Iterator[Solution]:
        """Yield ever better solutions, then the optimal ones if the question wants them."""
        model = self.problem.model
        for chosen in self._assistance.known():
            yield from self._improve(chosen)
        if self._checkpoint is None:
            steps = self._assistance.approach(
                self.progress, lambda: self._reduce(model, self._ask(Want.ONE, "optimum"))
            )
            for chosen in steps:
                yield from self._improve(chosen)
        if self._best is not None and self.objective == self._assistance.bound:
            self._end = End(proven=True, bound=self._assistance.bound, note=CLOSED)
        else:
            last: Solution | None = None
            for chosen in self._search(model, Want.ONE, "optimum"):
                self._check(chosen, model)
                self._referee.require_better(chosen, last)
                self._referee.require_within_bound(model.value(chosen), self._end)
                last = chosen
                yield from self._improve(chosen)
            if self._best is not None:
                self._referee.require_not_surpassed(self._best, last, self._end)
                self._referee.require_within_bound(self.objective, self._end)
        if self._best is None or not self._end.proven:
            return
        self._optimum = optimum = model.value(self._best)
        if self.question.want is not Want.ONE and optimum is not None:
            self._end = LEFT
            yield from self._list(model.at_optimum(optimum))
            self._referee.require_reached(optimum, self.count, self._end)

    def _improve(self, chosen: Solution) -> Iterator[Solution]:
        """Keep a solution that beats the best so far, and yield it if the best is asked for."""
        model = self.problem.model
        value, best = model.value(chosen), self.objective
        if value is not None and best is not None and not model.better(value, than=best):
            return
        self._best = chosen
        if self.question.want is Want.ONE:
            yield chosen

    def _list(self, model: Model) -> Iterator[Solution]:
        """Yield solutions of a model without a goal, one of each orbit if the question wants that."""
        asked = self.question
        counts = asked.want is Want.COUNT and asked.up_to_symmetry and asked.limit is None
        if counts and "partial" not in self.backend.can:  # a partial one may refuse the models of invariant solutions
            with self._phases.within("compile"):
                classes = symmetry_classes(self.problem, model)
            if classes:
                self._count_orbits(classes)
                return
        want = Want.ALL if asked.lists else asked.want
        most = 1 if want is Want.ONE else asked.limit
        known = self._assistance.known() if want is Want.ONE and asked.assist else []
        if known:
            self._end = replace(LEFT, note=KNOWN)
        stream = chain(known[:1], self._search(model, want, "solutions"))
        for found in stream:
            chosen = self.problem.placed(found)
            self._referee.require_new(chosen)
            self._referee.require_optimal(found, self._optimum)
            kept = self._canonical(chosen) if asked.up_to_symmetry else chosen
            if kept is not None and kept not in self._kept:  # else both referees have seen an image of it
                self._check(found, model)
                self._kept[kept] = None
                yield kept
            if len(self._kept) == most:
                if not known and not asked.up_to_symmetry:
                    next(stream, None)  # the end, with its note and its statistics
                reason = Reason.DONE if want is Want.ONE else Reason.SOLUTIONS
                self._end = replace(self._end, proven=False, reason=reason)
                return

    def _count_orbits(self, classes: Sequence[SymmetryClass]) -> None:
        """Count the solutions that each class of symmetries keeps, the identity first; orbits are their mean."""
        if self.describe:
            self.describe([f"orbits: by what {len(classes):,} classes of symmetries keep"])
        order, total = sum(each.size for each in classes), 0
        for at, (size, model) in enumerate(classes):
            given, self._end = 0, LEFT
            name = f"what symmetry {at} keeps" if at else "solutions"
            try:
                for found in self._search(model, Want.COUNT, name, aside=at > 0):
                    given += 1  # a solution that reductions found
                    if not at:
                        self._check(found, model)
            finally:
                number = given if self._end.count is None else self._end.count
                total += size * number
                self._whole = number if at == 0 else self._whole
                self._orbits = -(-total // order)
            if not self._end.proven or not self._whole:
                return

    def _search(self, model: Model, want: Want, name: str, aside: bool = False) -> Iterator[Solution]:
        """Yield the solutions that the backend gives: the one place where it is called.

        `name` is the name of the search in a checkpoint. A search `aside` is one of several alike: it is not described.
        """
        ask = self._ask(want, name)
        self._end = LEFT
        with closing(self._begin(model, ask, aside)) as stream:
            while True:
                with self._phases.within("search"):
                    item = next(stream, None)
                match item:
                    case None:
                        raise WrongAnswer(f"backend {self.backend.name} ended a search without an End")
                    case Bound():
                        self._referee.require_numbers(item.value, item.count)
                        self._end = replace(LEFT, bound=item.value, count=item.count)
                    case End():
                        self._referee.require_numbers(item.bound, item.count)
                        self._end = item
                        self._statistics.update(item.statistics)
                        if item.reason is Reason.INTERRUPTED:  # the backend has caught Ctrl-C to keep its count
                            raise KeyboardInterrupt
                        return
                    case frozenset():
                        self._referee.require_known(item, model)
                        yield item
                    case _:
                        expected = "a frozenset of variables, a Bound or an End"
                        raise WrongAnswer(f"backend {self.backend.name} gave {show_value(item)}; expected {expected}")
                if self._phases.deadline.passed(GRACE):  # a backend that does not stop by itself
                    self._end = replace(self._end, reason=Reason.TIME)
                    return

    def _ask(self, want: Want, name: str) -> Ask:
        asked = self.question
        limit = None if asked.up_to_symmetry or want is Want.ONE else asked.limit
        if self._checkpoint:
            self._checkpoint.question = name
        hint = self._assistance.hint(self._best) if want is Want.ONE and "hint" in self.backend.can else ()
        options = dict(asked.options)
        how = asked.workers, asked.seed, options, hint, self.progress, self._checkpoint, self._executor
        return Ask(want, limit, self._phases.deadline, *how)

    def _begin(self, model: Model, ask: Ask, aside: bool) -> Items:
        """Begin the search for the solutions of a model, after the reductions that the backend takes."""
        with self._phases.within("compile"):
            whole, self._reduced, found = self._reduce(model, ask), None, None
            if whole is not None:
                from rookery.backends.presolve.reductions.parts import find_remainder  # `verify` never calls it

                found = find_remainder(whole, ask, "parts" not in self.backend.can)
        if found is None:
            return self._compile(model, ask, aside)
        if not aside and self.describe:
            self.describe(found.steps)
        if found.reduced.decided:
            with self._phases.within("compile"):
                self.backend.compile(found.reduced.model, ask)  # refuses options that make no sense
        return found.solve(ask, lambda model, ask, apart: self._compile(model, ask, aside or apart))

    def _reduce(self, model: Model, ask: Ask) -> Reduced | None:
        """Return the reduced model; None if nothing can be reduced, as for most placements."""
        if self._reduced is None or self._reduced.source is not model:
            if LOWERING not in self.backend.options or not is_lowered(ask) or not has_rows(model):
                return None
            from rookery.backends.presolve.reductions.reduce import reduce  # few models have rows to reduce

            self._reduced = reduce(model, ask)
        return self._reduced

    def _compile(self, model: Model, ask: Ask, aside: bool) -> Items:
        with self._phases.within("compile"):
            program = self.backend.compile(model, ask)
        if not aside:
            self._statistics |= Counter(variables=model.variables, constraints=len(model.constraints))
            if self.describe:
                size = f"size: {model.variables:,} variables, {len(model.constraints):,} constraints"
                self.describe([*self.backend.describe(program), size])
        return self._read(program, ask)

    def _read(self, program: Any, ask: Ask) -> Items:
        """Return the stream of the backend as a generator: to close it closes the search."""
        stream = self.backend.run(program, ask)
        if not isinstance(stream, Iterable):
            raise WrongAnswer(f"backend {self.backend.name}: run returned {show_value(stream)}; expected an iterator")
        yield from stream

    def _check(self, chosen: Solution, model: Model) -> None:
        with self._phases.within("check"):
            self._referee.require_valid(chosen, model)

    def _canonical(self, chosen: Solution) -> Solution | None:
        with self._phases.within("check"):
            return self._images.meet(chosen)

    # What is known so far.

    @property
    def objective(self) -> int | None:
        """The best value found so far."""
        return None if self._best is None else self.problem.model.value(self._best)

    @property
    def bound(self) -> int | None:
        """The best bound on the objective that is proven so far; the assistance only has lower bounds."""
        if self._optimum is not None:
            return self._optimum
        return max((each for each in (self._end.bound, self._assistance.bound) if each is not None), default=None)

    @property
    def count(self) -> int:
        """The number of solutions that were found or counted so far."""
        if self._has_goal and (self.question.want is Want.ONE or self._optimum is None):
            return int(self._best is not None)
        if self._orbits is not None:
            return self._whole
        return self._referee.distinct if self._end.count is None else self._end.count

    def answer(self, most: int | None = None) -> Answer:
        """Return the answer so far, with at most `most` solutions."""
        one, end = self.question.want is Want.ONE, self._end
        best_only = self._has_goal and (one or self._optimum is None)
        shown = self._kept if not best_only else {} if self._best is None else {self._best: None}
        complete = end.proven or (one and not self._has_goal and bool(self._kept))
        if self._optimum is not None:
            status = Status.OPTIMAL
        elif self._best is not None or self.count:
            status = Status.SATISFIED
        else:
            status = Status.INFEASIBLE if end.proven else Status.UNKNOWN
        orbits = None
        if self.question.up_to_symmetry and not (best_only and status is not Status.INFEASIBLE):
            orbits = len(self._kept) if self._orbits is None else self._orbits
        spent = self._total or (perf_counter() - self._began if self._began else 0.0)
        declared = self.problem.declare_seconds
        return Answer(
            problem=self.problem,
            backend=self.backend.name,
            want=self.question.want,
            status=status,
            complete=complete,
            end=Reason.DONE if complete else end.reason,
            solutions=()
            if self.question.want is Want.COUNT and not best_only
            else tuple(map(self.problem.read, islice(shown, most))),
            count=self.count,
            orbits=orbits,
            objective=self.objective,
            bound=self.bound,
            times=Times(declared, **self._phases.seconds, total=declared + spent),
            statistics=dict(self._statistics),
            versions=own_versions() | self.backend.versions(),
            note=end.note,
            workers=self.question.workers or 1,
            seed=self.question.seed,
        )
