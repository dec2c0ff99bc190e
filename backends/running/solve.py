"""The two calls that most users need: `solve` a problem, or stream its `solutions`.

Ctrl-C while a call of a user goes on: the call gives what was found; Ctrl-C again soon after ends the program.

A strategy among the options: the short form of a backend with its own options.

Models that are no chess: solved like any problem, their solutions being sets of variables.

The lexicographically first solution, by any backend: asked for step by step, each step proven.
"""

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Generic, ParamSpec, TypedDict, TypeVar, Unpack

from rookery.backends import registry
from rookery.backends.answer import Answer, Status, say_status
from rookery.backends.contract import Backend, Question, Reason, Want, WantLike
from rookery.backends.progress import Observer, watch
from rookery.backends.registry import DEFAULT, BackendLike, Unnamed, take_backend
from rookery.backends.running.run import Run, take_problem
from rookery.core.deadline import Deadline
from rookery.core.errors import show_value
from rookery.core.words import amount, seconds
from rookery.models import AtLeast, BadInput, Board, Exactly, Model, Piece, Placement, Problem
from rookery.models.reading.given import FixedLike, take_fixed, take_whole
from rookery.models.referee.rules import Holds

AGAIN = 2.0  # seconds after a Ctrl-C in which another one is raised
P = ParamSpec("P")
T = TypeVar("T")

_pressed = [-AGAIN]  # when Ctrl-C last gave an answer


class Interrupted(KeyboardInterrupt, Generic[T]):
    """Ctrl-C, with the answer so far; a caller that does not catch it ends as by any Ctrl-C."""

    def __init__(self, found: T) -> None:
        super().__init__()
        self.found = found


def mark_interrupted(answer: Answer) -> Answer:
    """Cut a run that has not come to its end: its answer so far, which says so."""
    if answer.complete and answer.want is Want.ONE:
        return answer
    return replace(answer, complete=False, end=Reason.INTERRUPTED)


def keep_found(function: Callable[P, T]) -> Callable[P, T]:
    """The same function for users: interrupted, it returns what was found, unless Ctrl-C came just before, too."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except Interrupted as error:
            before, _pressed[0] = _pressed[0], monotonic()
            if _pressed[0] - before < AGAIN:
                raise
            found: T = error.found
        return found

    return call


STRATEGY = "strategy"


def resolve_strategy(backend: Backend, question: Question) -> tuple[Backend, Question]:
    """The backend and the question that `strategy=NAME` stands for; the same ones if that is no option.

    It is short for another backend if the default one or our own search is asked, and `auto` leaves the choice to
    either; raises `BadInput` for a strategy there is not.
    """
    given = dict(question.options)
    if STRATEGY not in given or STRATEGY in backend.options:
        return backend, question
    name, options = registry.strategy(given.pop(STRATEGY))
    if backend.name not in (registry.DEFAULT, registry.OWN_SEARCH, name):
        return backend, question
    if twice := [option for option in options if option in given]:
        raise BadInput(f"option strategy and option {twice[0]} say the same; give one of them")
    asked = registry.backend(name) if options and backend.name != name else backend
    return asked, replace(question, options=tuple({**given, **options}.items()))


def choose_backend(question: Question, kept: bool) -> Backend:
    """The backend of a question that names none: `auto`, or our own search where only that does what is asked.

    That is: search with several threads or with one of its own options, and keep a checkpoint.
    """
    auto = registry.backend(registry.DEFAULT)
    known = {*auto.options, STRATEGY}
    own = kept or (question.workers or 1) > 1 or not known.issuperset(dict(question.options))
    return registry.backend(registry.OWN_SEARCH) if own else auto


class QuestionLimits(TypedDict, total=False):
    """The keywords of a question except what is wanted, as `rk.solve` takes them."""

    limit: int | None
    seconds: float | str | None
    workers: int | None
    seed: int
    up_to_symmetry: bool
    options: Mapping[str, str | int | float]
    hint: FixedLike | None


class QuestionFields(QuestionLimits, total=False):
    """All keywords of a question."""

    want: WantLike | None


class HowKeywords(TypedDict, total=False):
    """The keywords of `solve` that say how to search, and not what for."""

    workers: int | None
    seed: int
    options: Mapping[str, str | int | float]


class ModelKeywords(HowKeywords, total=False):
    """The keywords of `solve_model`: those of `solve`, with a hint of variables."""

    up_to_symmetry: bool
    hint: Iterable[int] | None
    limit: int | None
    seconds: float | str | None


def solve(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    want: WantLike | None = None,
    checkpoint: Path | str | None = None,
    resume: Path | str | None = None,
    progress: bool | Observer = False,
    **limits: Unpack[QuestionLimits],
) -> Answer:
    """Solve a problem with one backend, and return its checked answer.

    >>> import rookery as rk
    >>> answer = rk.solve(rk.domination("queen", 8))
    >>> answer.objective, answer.bound, answer.complete
    (5, 5, True)
    >>> rk.solve(rk.placement("queen", 8, count=8), want="count").count
    92

    The default backend, "auto", chooses one that suits the problem: `raw_status` says which, and why. With checkpoints,
    several workers or options of our own search, the default is that one: "backtracking".

    `want` is "one" (the best if there is a goal), "all" or "count" (of the optimal ones if there is a goal). The
    default is "one", or "all" with a `limit`: `solve(problem, limit=2)` asks for two solutions. Further keywords are
    those of `Question`: limit=None, seconds=None (60, "90s", "2m", "1h"), workers=1, seed=0, up_to_symmetry=False,
    options={}, hint=None (a placement to start from). After a limit, `complete` is false.

    `checkpoint` names a file to which the search is saved every few seconds; `resume` continues one, and saves to it.

    `progress=True` draws a bar on a terminal or in a notebook; a function is called with each `Progress` that the
    backend reports: `task` in words, `share` done (None if unknown), `nodes` so far.

    Ctrl-C gives the answer so far: `complete` is false and `interrupted` true, so that a loop can end. Ctrl-C again
    within two seconds raises `KeyboardInterrupt`.

    Raises `BadInput` for a question that cannot be asked, `Unsupported` for what the backend cannot do, and
    `WrongAnswer` when a referee refuses its answer.
    """
    question = make_question(problem, want=want, **limits)
    run = start(problem, backend, question, checkpoint, resume)
    if run.note:
        warnings.warn(run.note, stacklevel=2)
    try:
        with watch(progress) as run.observed:
            for _ in run.stream():
                pass
    except KeyboardInterrupt:
        raise Interrupted(mark_interrupted(run.answer())) from None
    return run.answer()


def solutions(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    progress: bool | Observer = False,
    **question: Unpack[QuestionFields],
) -> Iterator[Placement]:
    """Stream the solutions of a problem, the optimal ones if there is a goal; keywords as for `solve`.

    >>> import rookery as rk
    >>> [each.squares("algebraic") for each in rk.solutions(rk.placement("queen", 4, count=4))]
    [('b4', 'd3', 'a2', 'c1'), ('c4', 'a3', 'd2', 'b1')]
    """
    asked: QuestionFields = {"want": "all", **question}
    if asked["want"] == Want.COUNT.value:
        raise BadInput("solutions gives solutions, and a count has none; rk.solve(problem, want='count') counts")
    return _observe(start(problem, backend, make_question(problem, **asked)), progress)


def _observe(run: Run, progress: bool | Observer) -> Iterator[Placement]:
    """Yield the placements of a run while its search reports its progress."""
    with watch(progress) as run.observed:
        yield from run


def make_question(problem: Problem, **fields: Unpack[QuestionFields]) -> Question:
    """Return a question about a problem; its hint may be what `rk.placement` takes as fixed squares."""
    take_problem(problem)
    given: dict[str, Any] = {**fields}
    if given.get("hint") is not None and not isinstance(given["hint"], Placement):
        squares = take_fixed(given["hint"], problem.board, problem.pieces, "hint")
        given["hint"] = Placement(problem.board, squares)
    return Question(**given)


def start(
    problem: Problem,
    backend: BackendLike,
    question: Question,
    checkpoint: Path | str | None = None,
    resume: Path | str | None = None,
) -> Run:
    """A run that has not begun: iterate it.

    If no backend is named, one is chosen, as `choose_backend` says.
    """
    take_problem(problem)
    kept = checkpoint is not None or resume is not None
    named = choose_backend(question, kept) if isinstance(backend, Unnamed) else take_backend(backend)
    found, question = resolve_strategy(named, question)
    if not kept:
        return Run(problem, found, question)
    from rookery.backends.running.checkpoint import make_identity, open_checkpoint

    return Run(
        problem, found, question, open_checkpoint(checkpoint, resume, make_identity(problem, found.name, question))
    )


TRUE = Piece("true", "X", rides=())


@dataclass(frozen=True, repr=False)
class ModelAnswer:
    """The answer of one backend to one model; each solution is the set of its true variables.

    Every solution has passed `Model.accepts`. The words are those of `Answer`, which is kept whole in `run`.
    """

    model: Model
    solutions: tuple[frozenset[int], ...]
    run: Answer

    def __repr__(self) -> str:
        said, kept = say_status(self.run), amount(len(self.solutions), "solution")
        return f"{type(self).__name__}({said!r}, {self.run.backend!r}, {kept}, {seconds(self.run.times.total)})"

    @property
    def status(self) -> Status:
        """Satisfied, optimal, infeasible, or unknown."""
        return self.run.status

    @property
    def complete(self) -> bool:
        """Return whether the question is answered entirely."""
        return self.run.complete

    @property
    def count(self) -> int:
        """The number of solutions that were found or counted."""
        return self.run.count

    @property
    def objective(self) -> int | None:
        """The best value found."""
        return self.run.objective

    @property
    def statistics(self) -> Mapping[str, int]:
        """The cost of the search."""
        return self.run.statistics

    def names(self) -> list[list[str]]:
        """The solutions by the names of their true variables."""
        return [[self.model.name(variable) for variable in sorted(chosen)] for chosen in self.solutions]


def solve_model(
    model: Model, backend: BackendLike = DEFAULT, want: WantLike | None = None, **limits: Unpack[ModelKeywords]
) -> ModelAnswer:
    """Solve a 0/1 model with one backend, and return its checked answer.

    `want` and the further keywords are those of `solve`, but a hint is a set of variables. Raises what `solve` raises.

    >>> from rookery.models import Exactly, Model
    >>> solve_model(Model(3, (Exactly(1, (0, 1)), Exactly(1, (1, 2)))), "python-constraint", "all").count
    2
    """
    if not isinstance(model, Model):
        also = "; rk.solve solves a problem" if isinstance(model, Problem) else ""
        raise BadInput(
            f"model {show_value(model)}: expected a Model, such as rk.Model(2, (rk.AtLeast(1, (0, 1)),)){also}"
        )
    problem = as_problem(model)
    given: dict[str, Any] = {**limits}
    if (hint := given.get("hint")) is not None:
        if isinstance(hint, str) or not isinstance(hint, Iterable):
            raise BadInput(f"hint {show_value(hint)}: expected the variables that are true, such as [0, 2]")
        given["hint"] = problem.read(frozenset(take_whole(each, "variable of the hint") for each in hint))
    try:
        return _read(problem, solve(problem, backend, want, **given))
    except Interrupted as error:
        raise Interrupted(_read(problem, error.found)) from None


def _read(problem: Problem, answer: Answer) -> ModelAnswer:
    return ModelAnswer(problem.model, tuple(map(problem.write, answer.solutions)), answer)


def as_problem(model: Model, title: str = "a 0/1 model") -> Problem:
    """A model as a problem: variable v is square v of a board of one row, and chess demands nothing."""
    board = Board(1, model.variables) if model.variables else Board(1, holes=[(0, 0)])
    return Problem("model", title, board, (Holds(TRUE),), model)


def first(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    progress: bool | Observer = False,
    **limits: Unpack[QuestionLimits],
) -> Answer:
    """Give the solution that comes first when the board is read square by square, a piece before an empty square.

    >>> import rookery as rk
    >>> rk.first(rk.placement("queen", 8, count=8)).best.squares("algebraic")
    ('a8', 'e7', 'h6', 'f5', 'c4', 'g3', 'b2', 'd1')

    With a goal it is the first of the optimal ones; several pieces are read one after the other. For n queens it is the
    smallest row of columns: 0 4 7 5 2 6 1 3 for eight (OEIS A141843, which counts from 1); n = 2 and 3 have no
    solution.

    Each step asks for a solution with a piece on an earlier square than the next piece of the best one so far; if there
    is none, that piece is settled. So every step is proven, in whatever order a backend searches. Keywords are those of
    `solve`; `seconds` holds for all steps together, and an answer that is not complete has the first solution known so
    far, also after Ctrl-C. With `progress` each step reports its progress, as `solve` does.
    """
    if "want" in limits:
        raise BadInput("first takes no 'want': it gives one solution; rk.solve(problem, want='all') lists them")
    begun, deadline = perf_counter(), Deadline(make_question(problem, **limits).seconds)
    with watch(progress) as observer:
        best = _settle(problem, partial(_solve_for_one, backend, deadline, observer or False, limits), deadline)
    return replace(best, times=replace(best.times, total=perf_counter() - begun)) if best.complete else best


def _settle(problem: Problem, solve_for_one: Callable[[Problem], Answer], deadline: Deadline) -> Answer:
    """The first solution, square by square."""
    best = solve_for_one(problem)
    if not best.complete or not best.solutions:
        return best
    steps = problem if best.objective is None else replace(problem, model=problem.model.at_optimum(best.objective))
    settled = 0
    while upcoming := [variable for variable in problem.write(best.solutions[0]) if variable >= settled]:
        if deadline.passed():
            return replace(best, complete=False, end=Reason.TIME)
        try:
            earlier = solve_for_one(_earlier(steps, best, settled, min(upcoming)))
        except KeyboardInterrupt:
            raise Interrupted(replace(best, complete=False, end=Reason.INTERRUPTED)) from None
        best = replace(best, statistics=Counter(best.statistics) + Counter(earlier.statistics))
        if not earlier.complete:
            return replace(best, complete=False, end=earlier.end)
        settled = settled if earlier.solutions else min(upcoming) + 1
        best = replace(best, solutions=earlier.solutions or best.solutions)
    return best


def _solve_for_one(
    backend: BackendLike,
    deadline: Deadline,
    progress: bool | Observer,
    asked: Mapping[str, Any],
    problem: Problem,
) -> Answer:
    seconds = None if deadline.seconds is None else max(deadline.left(), 1e-9)
    return solve(problem, backend, "one", progress=progress, **{**asked, "seconds": seconds})


def _earlier(problem: Problem, best: Answer, settled: int, upcoming: int) -> Problem:
    """The same problem with the settled squares as they are, and a piece before the upcoming one."""
    chosen = problem.write(best.solutions[0])
    as_is = (Exactly(1 if variable in chosen else 0, (variable,)) for variable in range(settled))
    wanted = AtLeast(1, range(settled, upcoming)) if upcoming > settled else AtLeast(1, ())
    model = replace(problem.model, constraints=(*problem.model.constraints, *as_is, wanted), symmetries=())
    return replace(problem, model=model)
