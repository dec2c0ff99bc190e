"""The suite that every backend must pass; backends of other distributions can run it too.

Three lines of a test module run it on your own backend:

    @pytest.mark.parametrize("case", conformance.CASES, ids=str)
    def test_conforms(case):
        case.check(MyBackend())

A case raises `NotConforming`, an `AssertionError`, with one sentence that says what is wrong. It asks only the kinds of
questions that the backend `can` answer; a "partial" backend may refuse a model. `case.medium` marks cases that take too
long for a backend that tries all assignments. `rookery backends check NAME` runs the suite without pytest.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rookery.backends.answer import Status
from rookery.backends.conformance.conduct import CONDUCT, NotConforming, expect, list_wants, solve_completely
from rookery.backends.conformance.tables import MODELS, PROBLEMS, KnownProblem, best_of, random_models
from rookery.backends.contract import Backend, Unsupported, Want
from rookery.backends.running.solve import as_problem
from rookery.models import Model, Satisfy

__all__ = ["CASES", "Case", "NotConforming", "as_problem", "best_of", "report"]


@dataclass(frozen=True)
class Case:
    """One thing that every backend must do; `questions` are asked one after the other."""

    name: str
    questions: Callable[[Backend], Iterable[Callable[[], None]]]
    medium: bool = False

    def check(self, backend: Backend) -> int:
        """Run the case on a backend; return how many questions it answered. Raises `NotConforming`."""
        answered = 0
        for question in self.questions(backend):
            try:
                question()
            except Unsupported as error:
                if "partial" not in backend.can:
                    raise NotConforming(f"{backend.name}, {self.name}: Unsupported: {error}") from error
            except NotConforming as error:
                raise NotConforming(f"{backend.name}, {self.name}: {error}") from None
            except Exception as error:
                raise NotConforming(f"{backend.name}, {self.name}: {type(error).__name__}: {error}") from error
            else:
                answered += 1
        return answered

    def __str__(self) -> str:
        return self.name


def _questions_of_row(row: KnownProblem) -> Callable[[Backend], Iterator[Callable[[], None]]]:
    """One solution or the best, all of them, and their number."""

    def questions(backend: Backend) -> Iterator[Callable[[], None]]:
        problem = row.problem()
        goal = not isinstance(problem.model.goal, Satisfy)
        for want in list_wants(backend, goal):
            yield lambda want=want: _check_row(row, backend, want)  # type: ignore[misc]

    return questions


def _check_row(row: KnownProblem, backend: Backend, want: Want) -> None:
    problem = row.problem()
    goal = not isinstance(problem.model.goal, Satisfy)
    status = (Status.OPTIMAL if goal else Status.SATISFIED) if row.count else Status.INFEASIBLE
    answer = solve_completely(backend, problem, want)
    expect(answer.status, status, f"{want}: the status")
    expect((answer.objective, answer.bound if goal else None), (row.objective,) * 2, f"{want}: the optimum")
    expect(answer.count, min(row.count, 1) if want is Want.ONE else row.count, f"{want}: the count")
    kept = 0 if want is Want.COUNT else answer.count
    expect((len(answer.solutions), len(set(answer.solutions))), (kept, kept), f"{want}: different solutions")


def _questions_of_random_models(backend: Backend) -> Iterator[Callable[[], None]]:
    for model in random_models(40):
        for want in list_wants(backend, not isinstance(model.goal, Satisfy)):
            yield lambda model=model, want=want: _check_random_model(backend, model, want)  # type: ignore[misc]


def _check_random_model(backend: Backend, model: Model, want: Want) -> None:
    best, optimal = best_of(model)
    answer = solve_completely(backend, as_problem(model), want)
    expect(answer.objective, best, f"the optimum of {model}")
    found = {frozenset(square.column for square in placed) for placed in answer.solutions}
    if want is Want.ALL:
        expect(found, optimal, f"all of {model}")
    elif want is Want.COUNT:
        expect(answer.count, len(optimal), f"the number of {model}")
    else:
        expect((found <= optimal, len(found)), (True, min(1, len(optimal))), f"the solution of {model}")


def _conduct(check: Callable[[Backend], None], words: frozenset[str]) -> Callable[[Backend], list[Callable[[], None]]]:
    """Ask only a backend that can what the words say."""
    return lambda backend: [lambda: check(backend)] if words <= backend.can else []


CASES: tuple[Case, ...] = (
    *(Case(row.name, _questions_of_row(row), row.medium) for row in (*PROBLEMS, *MODELS)),
    Case("random models", _questions_of_random_models),
    *(Case(name, _conduct(check, frozenset(words)), medium) for name, check, words, medium in CONDUCT),
)


def report(backend: Backend, cases: Iterable[Case] = CASES) -> Iterator[str]:
    """Yield a sentence for each case that a backend fails."""
    for case in cases:
        try:
            case.check(backend)
        except NotConforming as error:
            yield " ".join(str(error).split())
