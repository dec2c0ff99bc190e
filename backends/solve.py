"""Solve a problem: solve, solutions, improving, solve_model."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from rookery.backends import registry
from rookery.backends.answer import Answer, Status, say_status
from rookery.backends.bar import watch
from rookery.backends.contract import Backend, Question, Reason, Want, WantLike
from rookery.backends.progress import Observer
from rookery.backends.registry import DEFAULT, OWN_SEARCH, BackendLike, take_backend
from rookery.backends.run import Run, take_problem
from rookery.core.errors import show_value
from rookery.core.synonyms import did_you_mean
from rookery.core.words import amount, seconds
from rookery.models import BadInput, Board, Model, Piece, Placement, Problem, Satisfy
from rookery.models.reading.given import FixedLike, take_fixed, take_whole
from rookery.models.referee.rules import Holds

if TYPE_CHECKING:
    from concurrent.futures import Executor

STRATEGY = "strategy"


class HowKeywords(TypedDict, total=False):
    """The keywords of `solve` that say how to search, and not what for."""

    workers: int | None
    seed: int
    options: Mapping[str, str | int | float]


class QuestionLimits(HowKeywords, total=False):
    """The keywords of a question except `want`, as `rk.solve` takes them."""

    limit: int | None
    seconds: float | str | None
    up_to_symmetry: bool
    hint: FixedLike | None


def make_question(problem: Problem, want: WantLike | None = None, **limits: Unpack[QuestionLimits]) -> Question:
    """Return a question about a problem; its hint may be what `rk.placement` takes as fixed squares."""
    given: dict[str, Any] = {**limits}
    known = QuestionLimits.__optional_keys__
    if strange := next((name for name in given if name not in known), None):
        raise TypeError(f"got an unexpected keyword argument {strange!r}{did_you_mean(strange, known)}")
    if given.get("hint") is not None and not isinstance(given["hint"], Placement):
        squares = take_fixed(given["hint"], take_problem(problem).board, problem.pieces, "hint")
        given["hint"] = Placement(problem.board, squares)
    return Question(want, **given)


def start(
    problem: Problem,
    backend: BackendLike,
    question: Question,
    checkpoint: Path | str | None = None,
    executor: "Executor | None" = None,
) -> Run:
    """Return a run that has not begun: iterate it.

    `auto` leaves a question with a checkpoint, an executor, or options of our own search, to that search alone.
    """
    take_problem(problem)
    found, question = _resolve_strategy(take_backend(backend), question)
    own = not set(dict(question.options)) <= set(found.options)
    if found.name == DEFAULT and (own or checkpoint is not None or executor is not None):
        found = registry.backend(OWN_SEARCH)
    if checkpoint is None:
        return Run(problem, found, question, executor=executor)
    from rookery.backends.checkpoint import Checkpoint, make_identity  # its libraries take 5 ms, few questions need it

    kept = Checkpoint(checkpoint, make_identity(problem, found.name, question))
    return Run(problem, found, question, checkpoint=kept, executor=executor)


def _resolve_strategy(backend: Backend, question: Question) -> tuple[Backend, Question]:
    """Return the backend and the question that the option `strategy` stands for; the same ones without it."""
    given = dict(question.options)
    if backend.name not in (DEFAULT, OWN_SEARCH) or STRATEGY not in given:
        return backend, question
    name, options = registry.strategy(given.pop(STRATEGY))
    if twice := [option for option in options if option in given]:
        raise BadInput(f"option strategy and option {twice[0]} say the same; give one of them")
    asked = registry.backend(name) if options and backend.name != name else backend
    # what is asked is the strategy's own answer, not one that is known
    assist = question.assist and asked is backend
    return asked, replace(question, options=tuple({**given, **options}.items()), assist=assist)


def solve(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    want: WantLike | None = None,
    *,
    checkpoint: Path | str | None = None,
    executor: "Executor | None" = None,
    progress: bool | Observer = False,
    **limits: Unpack[QuestionLimits],
) -> Answer:
    """Solve a problem with one backend, and return its answer, checked by both referees.

    >>> import rookery as rk
    >>> answer = rk.solve(rk.domination("queen", 8))
    >>> answer.objective, answer.bound, answer.complete
    (5, 5, True)
    >>> rk.solve(rk.placement("queen", 8, count=8), want="count").count
    92

    The default backend, "auto", lets our own search or SAT begin, and others race with it after 0.3 s: `note` names the
    one that answered. With a checkpoint, an executor or options of our own search, that one answers alone:
    "backtracking".

    Ctrl-C returns the answer so far: `complete` is false and `interrupted` true.

    Args:
        problem: The problem.
        backend: The name of a backend, or a backend.
        want: "one" (the best if there is a goal), "all" or "count" (of the optimal ones if there is a goal). The
            default is "one", or "all" with a `limit`: `solve(problem, limit=2)` asks for two solutions.
        checkpoint: A file to which the search is saved every few seconds; if it exists, the search continues from it.
        executor: Where parts of the search go once it takes half a second, such as `rk.open_executor("local:4")`: any
            `concurrent.futures.Executor` whose workers can import Rookery. A lost part is searched again; counts stay
            exact. `workers` is then the number of parts at a time; the default suits `open_executor`.
        progress: True draws a bar on a terminal or in a notebook; a function is called with each `Progress` that the
            backend reports: `task` in words, `share` done (None if unknown), `nodes` so far.
        limits: Further keywords are those of `Question`: limit=None, seconds=None (60, "90s", "2m", "1h"),
            workers=None, seed=0, up_to_symmetry=False, options={}, hint=None (a placement to start from).

    Raises `BadInput` for a question that cannot be asked, `Unsupported` for what the backend cannot do, and
    `WrongAnswer` when a referee refuses its answer.
    """
    run = start(problem, backend, make_question(problem, want, **limits), checkpoint, executor)
    try:
        with watch(progress) as run.progress:
            for _ in run.stream():
                pass
    except KeyboardInterrupt:
        answer = run.answer()
        answered = answer.complete and answer.want is Want.ONE
        return answer if answered else replace(answer, complete=False, end=Reason.INTERRUPTED)
    return run.answer()


def solutions(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    want: WantLike = "all",
    *,
    progress: bool | Observer = False,
    **limits: Unpack[QuestionLimits],
) -> Iterator[Placement]:
    """Stream the solutions of a problem, the optimal ones if there is a goal; keywords as for `solve`.

    Leaving the loop ends the search; so does Ctrl-C, which is raised.

    >>> import rookery as rk
    >>> [each.squares("algebraic") for each in rk.solutions(rk.placement("queen", 4, count=4))]
    [('b4', 'd3', 'a2', 'c1'), ('c4', 'a3', 'd2', 'b1')]
    """
    if want == Want.COUNT:
        raise BadInput("solutions gives solutions, and a count has none; rk.solve(problem, want='count') counts")
    run = start(problem, backend, make_question(problem, want, **limits))

    def follow() -> Iterator[Placement]:
        with watch(progress) as run.progress:
            yield from run

    return follow()


@dataclass(frozen=True)
class Improvement:
    """A placement that is better than those before it, its objective, and the bound that is proven so far.

    No placement has an objective beyond the bound; it is None as long as nothing is proven.
    """

    placement: Placement
    objective: int
    bound: int | None

    @property
    def optimal(self) -> bool:
        """Return whether it is proven that no placement is better."""
        return self.objective == self.bound


def improving(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    *,
    progress: bool | Observer = False,
    **limits: Unpack[QuestionLimits],
) -> Iterator[Improvement]:
    """Stream ever better placements of a problem with a goal, each with the bound that is proven so far.

    >>> import rookery as rk
    >>> *_, last = rk.improving(rk.domination("queen", 5))
    >>> last.objective, last.bound, last.optimal
    (3, 3, True)

    If the bound improves after the best placement, that placement is given once more with the last bound. Leaving the
    loop ends the search; so does Ctrl-C, which is raised. A backend that reports nothing during its search gives only
    its best placement; without a solution the stream is empty. Keywords are those of `solve`.
    """
    if isinstance(take_problem(problem).model.goal, Satisfy):
        raise BadInput(f"{problem.title}: it has no goal, so nothing improves; rk.solutions streams what it finds")
    if "want" in limits:
        raise BadInput("improving takes no 'want': it gives ever better placements; rk.solve lists or counts the best")
    run = start(problem, backend, make_question(problem, **limits))

    def follow() -> Iterator[Improvement]:
        last: Improvement | None = None
        with watch(progress) as run.progress, closing(iter(run)) as found:
            for placement in found:
                if run.objective is not None:
                    yield (last := Improvement(placement, run.objective, run.bound))
        if last is not None and run.bound != last.bound:
            yield replace(last, bound=run.bound)

    return follow()


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
        """The size of the program and the cost of the search."""
        return self.run.statistics

    def names(self) -> list[list[str]]:
        """Return the solutions by the names of their true variables."""
        return [[self.model.name(variable) for variable in sorted(chosen)] for chosen in self.solutions]


class ModelKeywords(HowKeywords, total=False):
    """The keywords of `solve_model`: those of `solve`, with a hint of variables."""

    limit: int | None
    seconds: float | str | None
    up_to_symmetry: bool
    hint: Iterable[int] | None


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
    answer = solve(problem, backend, want, **given)
    return ModelAnswer(model, tuple(map(problem.write, answer.solutions)), answer)


def as_problem(model: Model, title: str = "a 0/1 model") -> Problem:
    """Return a model as a problem: variable v is square v of a board of one row, and chess demands nothing."""
    board = Board(1, model.variables) if model.variables else Board(1, holes=[(0, 0)])
    return Problem("model", title, board, (Holds(TRUE),), model)
