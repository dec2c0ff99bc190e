"""The suite of cases that every backend must answer; backends of other distributions can run it too.

Three lines of a test module run it on your own backend:

    @pytest.mark.parametrize("case", conformance.CASES, ids=str)
    def test_conforms(case):
        case.check(MyBackend())

A case raises `NotConforming`, an `AssertionError`, with one sentence that says what is wrong. `case.medium` marks those
that take too long for a backend which merely tries all assignments; mark a case that yours cannot pass yet as a strict
xfail with its reason. One whose capabilities say `partial` may refuse a model, and is held to what it answers. Nothing
here needs pytest: `report(backend)` gives the failures as text, and `rookery backends check` prints them.

A case runs on *levels*: one solution, the optimum, a list, a count. A backend is only checked on the levels of its
capabilities: one that finds an optimum and cannot list says `Capabilities(levels=frozenset({Level.ONE,
Level.OPTIMUM}))`.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from rookery.backends.conformance.case import (
    WANTS,
    Ask,
    Case,
    NotConforming,
    expect,
    require_askable,
    solve_completely,
    try_unless_refused,
)
from rookery.backends.conformance.conduct import CONDUCT
from rookery.backends.conformance.tables import MODELS, PROBLEMS, KnownProblem, best_of, random_models
from rookery.backends.contract.answer import Status, Want
from rookery.backends.contract.backend import Backend, Level
from rookery.backends.running.solve import as_problem
from rookery.models import Model, Satisfy

__all__ = ["CASES", "Case", "NotConforming", "as_problem", "best_of", "report"]


def _check_row(row: KnownProblem) -> Ask:
    """The check of one row of a table: one, or the best, all and how many."""

    def ask(backend: Backend[Any], level: Level) -> None:
        problem, want = row.problem(), WANTS[level]
        goal = not isinstance(problem.model.goal, Satisfy)
        require_askable(backend, goal, level)
        status = (Status.OPTIMAL if goal else Status.SATISFIED) if row.count else Status.INFEASIBLE
        answer = solve_completely(backend, problem, want)
        expect(answer.status, status, f"{want}: the status")
        expect((answer.objective, answer.bound if goal else None), (row.objective,) * 2, f"{want}: the optimum")
        expect(answer.count, min(row.count, 1) if want is Want.ONE else row.count, f"{want}: the count")
        kept = 0 if want is Want.COUNT else answer.count
        expect((len(answer.solutions), len(set(answer.solutions))), (kept, kept), f"{want}: different solutions")

    return ask


def _random_models(backend: Backend[Any], level: Level) -> None:
    for model in random_models(40):
        try_unless_refused(backend, partial(_random_model, backend, model, level))


def _random_model(backend: Backend[Any], model: Model, level: Level) -> None:
    require_askable(backend, not isinstance(model.goal, Satisfy), level)
    best, optimal = best_of(model)
    answer = solve_completely(backend, as_problem(model), WANTS[level])
    expect(answer.objective, best, f"the optimum of {model}")
    found = {frozenset(square.column for square in placed) for placed in answer.solutions}
    if level is Level.LIST:
        expect(found, optimal, f"all of {model}")
    elif level is Level.COUNT:
        expect(answer.count, len(optimal), f"the number of {model}")
    else:
        expect((found <= optimal, len(found)), (True, min(1, len(optimal))), f"the solution of {model}")


CASES: tuple[Case, ...] = (
    *(Case(row.name, _check_row(row), frozenset(Level), row.medium) for row in (*PROBLEMS, *MODELS)),
    Case("random models", _random_models, frozenset(Level)),
    *CONDUCT,
)


def report(backend: Backend[Any], cases: Iterable[Case] = CASES, level: Level | None = None) -> Iterator[str]:
    """The cases that a backend fails, a sentence each; on one level alone if that is named."""
    for case in cases:
        try:
            case.check(backend, level)
        except NotConforming as error:
            yield str(error)
