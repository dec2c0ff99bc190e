"""What every backend must answer: the suite that ours pass, for the backend of somebody else.

Three lines of a test module put it to a backend of your own:

    @pytest.mark.parametrize("case", conformance.CASES, ids=str)
    def test_conforms(case):
        case.check(MyBackend())

A case raises `NotConforming`, an `AssertionError`, with one sentence that says what is wrong. `case.medium` marks those
that take a backend which merely tries all assignments too long; a case that yours cannot pass yet is best marked as
a strict xfail with its reason. One whose capabilities say `partial` may refuse a model, and is held to what it answers.
Nothing here needs pytest: `report(backend)` gives the failures as text.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rookery.backends.conformance.case import Case, NotConforming, answered, expect, refusable
from rookery.backends.conformance.conduct import CONDUCT
from rookery.backends.conformance.tables import MODELS, PROBLEMS, Row, as_problem, best_of, random_models
from rookery.backends.contract.answer import Status, Want
from rookery.backends.contract.backend import Backend
from rookery.models import Model, Satisfy

__all__ = ["CASES", "Case", "NotConforming", "as_problem", "best_of", "report"]


def _asks(row: Row) -> Callable[[Backend[Any]], None]:
    """The check of one row of a table: one, all and how many."""

    def ask(backend: Backend[Any]) -> None:
        problem = row.problem()
        goal = not isinstance(problem.model.goal, Satisfy)
        status = (Status.OPTIMAL if goal else Status.SATISFIED) if row.count else Status.INFEASIBLE
        for want in Want:
            answer = answered(backend, problem, want)
            expect(answer.status, status, f"{want}: the status")
            expect((answer.objective, answer.bound if goal else None), (row.objective,) * 2, f"{want}: the optimum")
            expect(answer.count, min(row.count, 1) if want is Want.ONE else row.count, f"{want}: the count")
            kept = 0 if want is Want.COUNT else answer.count
            expect((len(answer.solutions), len(set(answer.solutions))), (kept, kept), f"{want}: different solutions")

    return ask


def _random_models(backend: Backend[Any]) -> None:
    for model in random_models(40):
        with refusable(backend):
            _random_model(backend, model)


def _random_model(backend: Backend[Any], model: Model) -> None:
    best, optimal = best_of(model)
    answer = answered(backend, as_problem(model), Want.ALL)
    expect(answer.objective, best, f"the optimum of {model}")
    expect({frozenset(square.column for square in found) for found in answer.solutions}, optimal, f"all of {model}")


CASES: tuple[Case, ...] = (
    *(Case(row.name, _asks(row), row.medium) for row in (*PROBLEMS, *MODELS)),
    Case("random models", _random_models),
    *CONDUCT,
)


def report(backend: Backend[Any], cases: Iterable[Case] = CASES) -> Iterator[str]:
    """The cases that a backend fails, a sentence each."""
    for case in cases:
        try:
            case.check(backend)
        except NotConforming as error:
            yield str(error)
