"""The plain checker, `examples/check-certificate/check.py`: what `rookery verify --plain` asks it, and its input.

It is written from docs/certificate-format.md alone, and shares no code with the checkers here.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.packing.rows import list_rows
from rookery.core.deadline import OutOfTime, checking_deadline
from rookery.models import Maximize, Problem, Satisfy
from rookery.models.model.model import over_variables

ALONE = "rookery.certificates.alone"  # the folder examples/check-certificate
TRUSTED = "the plain checker (examples/check-certificate: check), and Python itself"


def load_checker() -> Any:
    """The module of the plain checker, which has no types."""
    return import_module(f"{ALONE}.check")


def make_claim(theorem: Theorem) -> dict[str, Any]:
    """A theorem as the plain checker reads it."""
    model, value = theorem.model, theorem.value
    worth, constant = ({}, 0) if value is None else over_variables(theorem.goal.terms())
    return {
        "variables": model.variables,
        "shown": theorem.placed if theorem.count and theorem.placed is not None else model.variables,
        "literals": [*load_checker().list_literals((row.least, row.weights) for row in list_rows(model))],
        "worth": worth,
        "symmetries": [tuple(map(int, each)) for each in theorem.symmetries],
        "listed": theorem.listed or (),
        "value": None if value is None else value - constant,
        "count": theorem.count,
        "orbits": theorem.orbits,
    }


def prove(theorem: Theorem, evidence: Evidence, given: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """List what is trusted of the plain checker; raises `Refused` if it is not convinced.

    `given` are parts of the claim that are known by other names: the clauses of a refutation, and all its solutions.
    """
    claim = make_claim(theorem) | dict(given or {})
    try:
        load_checker().prove(evidence.kind, claim, evidence.about, evidence.data, checking_deadline)
    except (OutOfTime, Refused):
        raise
    except Exception as error:  # what makes no sense proves nothing
        raise Refused(evidence.kind, f"{type(error).__name__}: {error}") from None
    return (TRUSTED,)


def state_rows(problem: Problem) -> dict[str, Any]:
    """The rows of any problem, as `statement.py` writes those of its families."""
    goal = problem.model.goal
    sign = 0 if isinstance(goal, Satisfy) else 1 if isinstance(goal, Maximize) else -1
    worth, constant = ({}, 0) if isinstance(goal, Satisfy) else over_variables(goal.terms())
    return {
        "variables": problem.model.variables,
        "shown": len(problem.pieces) * len(problem.board),
        "goal": sign,
        "rows": [[row.least, dict(row.weights)] for row in list_rows(problem.model)],
        "worth": worth,
        "constant": constant,
        "symmetries": [list(map(int, each)) for each in problem.symmetries],
    }
