"""Models that are no chess: solved like any problem, their solutions being sets of variables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rookery.backends.contract.answer import Answer, Status
from rookery.backends.contract.question import WantLike
from rookery.backends.contract.statistics import Statistics
from rookery.backends.contract.wording import say_status
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.running.interrupts import Interrupted
from rookery.backends.running.solve import solve
from rookery.models import BadInput, Board, Model, Piece, Problem
from rookery.models.base.words import amount, seconds
from rookery.models.errors import show_value
from rookery.models.reading.given import take_whole
from rookery.models.referee.rules import Holds

TRUE = Piece("true", "X", rides=())


@dataclass(frozen=True, repr=False)
class ModelAnswer:
    """What one backend answered to one model; each solution is the set of its true variables.

    Every solution has passed `Model.accepts`. The words are those of `Answer`, which is kept whole in `run`.
    """

    model: Model
    solutions: tuple[frozenset[int], ...]
    run: Answer

    def __repr__(self) -> str:
        said, kept = say_status(self.run), amount(len(self.solutions), "solution")
        return f"ModelAnswer({said!r}, {self.run.backend!r}, {kept}, {seconds(self.run.times.total)})"

    @property
    def status(self) -> Status:
        """Satisfied, optimal, infeasible, or unknown."""
        return self.run.status

    @property
    def complete(self) -> bool:
        """Whether the question is answered entirely."""
        return self.run.complete

    @property
    def count(self) -> int:
        """How many solutions were found or counted."""
        return self.run.count

    @property
    def objective(self) -> int | None:
        """The best value found."""
        return self.run.objective

    @property
    def statistics(self) -> Statistics:
        """What the search has cost."""
        return self.run.statistics

    def names(self) -> list[list[str]]:
        """The solutions by the names of their true variables."""
        return [[self.model.name(variable) for variable in sorted(chosen)] for chosen in self.solutions]


def solve_model(model: Model, backend: BackendLike = DEFAULT, want: WantLike = "one", **limits: Any) -> ModelAnswer:
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
    if limits.get("hint") is not None:
        limits["hint"] = problem.read(_take_variables(limits["hint"]))
    try:
        return _read(problem, solve(problem, backend, want, **limits))
    except Interrupted as error:
        raise Interrupted(_read(problem, error.found)) from None


def _read(problem: Problem, answer: Answer) -> ModelAnswer:
    return ModelAnswer(problem.model, tuple(map(problem.write, answer.solutions)), answer)


def _take_variables(hint: Any) -> frozenset[int]:
    if isinstance(hint, str) or not isinstance(hint, Iterable):
        raise BadInput(f"hint {show_value(hint)}: expected the variables that are true, such as [0, 2]")
    return frozenset(take_whole(each, "variable of the hint") for each in hint)


def as_problem(model: Model, title: str = "a 0/1 model") -> Problem:
    """A model as a problem: variable v is square v of a board of one row, and chess demands nothing."""
    board = Board(1, model.variables) if model.variables else Board(1, holes=[(0, 0)])
    return Problem("model", title, board, (Holds(TRUE),), model)
