"""`examples/check-certificate/check.py`, asked about theorems: it shares no code with the checkers of Rookery."""

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import msgspec

from rookery.certificates.certificate import Certificate, Evidence, Lrat, Packing, Tree
from rookery.certificates.claim import Refused, Theorem, theorem
from rookery.certificates.lrat import exclude_solutions, read_solutions
from rookery.certificates.packing import list_rows
from rookery.certificates.tree import list_permutations, recognise
from rookery.core.deadline import OutOfTime
from rookery.models import Maximize, Problem, Satisfy
from rookery.models.model.constraints import over_variables

FOLDER = Path(__file__).parents[3] / "examples" / "check-certificate"
CHECKER = run_path(str(FOLDER / "check.py"))


def prove_plainly(stated: Theorem, evidence: Evidence) -> None:
    """Raise `Refused` unless the plain checker is convinced of evidence of the right type."""
    if isinstance(evidence, Packing) and not isinstance(stated.model.goal, Satisfy):
        raise Refused("model", "a packing is about a model without a goal")
    if isinstance(evidence, Tree):
        covering = recognise(stated)
        if evidence.symmetry:
            list_permutations(stated, covering)
    solutions = read_solutions(stated, evidence.solutions) if isinstance(evidence, Lrat) else stated.listed
    clauses = exclude_solutions(stated, solutions or ()).clauses if isinstance(evidence, Lrat) else None
    follow(stated, evidence, listed=solutions or (), clauses=clauses)


def follow(stated: Theorem, evidence: Evidence, **given: Any) -> None:
    """Let the plain checker follow some evidence. `given` are the clauses of a refutation, and all its solutions."""
    model, value, goal = stated.model, stated.value, stated.goal
    worth, constant = ({}, 0) if value is None or isinstance(goal, Satisfy) else over_variables(goal.terms())
    moved = stated.orbits is not None or (isinstance(evidence, Tree) and evidence.symmetry)
    claim = SimpleNamespace(
        evidence=msgspec.to_builtins(evidence),
        variables=model.variables,
        shown=stated.placed if stated.count and stated.placed is not None else model.variables,
        rows=[(row.least, {v: w for v, w in row.weights.items() if w}) for row in list_rows(model)],
        worth=worth,
        constant=constant,
        symmetries=[tuple(map(int, each)) for each in stated.symmetries] if moved else [],
        value=value,
        count=stated.count,
        orbits=stated.orbits,
        **given,
    )
    if isinstance(evidence, Packing):
        claim.evidence["rows"] = {str(at): times for at, times in evidence.rows.items()}
    try:
        CHECKER["prove"](claim)
    except OutOfTime:
        raise
    except Exception as error:  # evidence that makes no sense proves nothing
        raise Refused("plain checker", f"{type(error).__name__}: {error}") from None


def state_rows(problem: Problem) -> dict[str, Any]:
    """The rows of a problem of any family, as `statement.py` writes those of the families that it knows."""
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


def require_plainly(certificate: Certificate) -> None:
    """Raise `Refused` unless the plain checker is convinced of what the solutions of a certificate leave to prove."""
    claim = certificate.claim
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    if (demanded := theorem(claim.declare(), claim, listed)) is not None:
        assert certificate.evidence is not None
        prove_plainly(demanded, certificate.evidence)
