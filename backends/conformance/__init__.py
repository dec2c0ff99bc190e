"""The suite that every backend must pass; backends of other distributions can run it too.

    pytest --pyargs rookery.backends.conformance --backend mine.py:Mine

`rookery backends check mine.py:Mine` does the same without pytest; a test module of your own parametrizes `CASES`.
A case raises `NotConforming`, an `AssertionError`, with one sentence that says what is wrong. It asks only what the
backend `can` answer; a "partial" backend may refuse a model.
"""

from dataclasses import dataclass

from rookery.backends.answer import Status
from rookery.backends.conformance.conduct import CONDUCT, Check, NotConforming, expect, list_wants, solve_completely
from rookery.backends.conformance.tables import GUARDED, MODELS, PLACED, Known, best_of, random_models
from rookery.backends.contract import Backend, Unsupported, Want
from rookery.backends.solve import as_problem
from rookery.models import Satisfy

__all__ = ["CASES", "Case", "NotConforming", "as_problem", "best_of"]
SECONDS = 60.0  # that a question may take, and by which a deadline may be missed; most questions take milliseconds


@dataclass(frozen=True)
class Case:
    """A check of every backend that can do what the case `needs`."""

    name: str
    ask: Check
    needs: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return self.name

    def check(self, backend: Backend, seconds: float = SECONDS) -> None:
        """Ask a backend, which may take so many seconds for a question; raises `NotConforming`."""
        if not self.needs <= backend.can:
            return
        try:
            self.ask(backend, seconds)
        except Unsupported as error:
            if "partial" not in backend.can:
                raise NotConforming(f"{backend.name}, {self.name}: Unsupported: {error}") from error
        except NotConforming as error:
            raise NotConforming(f"{backend.name}, {self.name}: {error}") from None
        except Exception as error:
            raise NotConforming(f"{backend.name}, {self.name}: {type(error).__name__}: {error}") from error


def _check_known(row: Known) -> Check:
    """Return a check of one solution or the best, of all of them, and of their number."""

    def check(backend: Backend, seconds: float) -> None:
        goal = not isinstance(row.problem.model.goal, Satisfy)
        status = (Status.OPTIMAL if goal else Status.SATISFIED) if row.count else Status.INFEASIBLE
        for want in list_wants(backend, goal):
            answer = solve_completely(backend, row.problem, want, seconds)
            expect(answer.status, status, f"{want}: the status")
            expect((answer.objective, answer.bound if goal else None), (row.objective,) * 2, f"{want}: the optimum")
            expect(answer.count, min(row.count, 1) if want is Want.ONE else row.count, f"{want}: the count")
            kept = 0 if want is Want.COUNT else answer.count
            expect((len(answer.solutions), len(set(answer.solutions))), (kept, kept), f"{want}: different solutions")

    return check


def _check_random_models(backend: Backend, seconds: float) -> None:
    for model in random_models(40):
        best, optimal = best_of(model)
        for want in list_wants(backend, not isinstance(model.goal, Satisfy)):
            try:
                answer = solve_completely(backend, as_problem(model), want, seconds)
            except Unsupported:
                if "partial" not in backend.can:
                    raise
                continue
            expect(answer.objective, best, f"the optimum of {model}")
            found = {frozenset(square.column for square in placed) for placed in answer.solutions}
            if want is Want.COUNT:
                expect(answer.count, len(optimal), f"the number of {model}")
            else:
                number = len(optimal) if want is Want.ALL else min(1, len(optimal))
                expect((found <= optimal, len(found)), (True, number), f"{want} of {model}")


CASES: tuple[Case, ...] = (
    *(Case(str(row), _check_known(row)) for row in (*MODELS, *PLACED, *GUARDED)),
    Case("random models", _check_random_models),
    *(Case(name, check, frozenset(needs)) for name, check, needs in CONDUCT),
)
