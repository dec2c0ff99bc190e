"""Checks a packing: the rows of the model are added up as it says."""

from typing import Any

from rookery.certificates.certificate import Evidence
from rookery.certificates.packing import plain as plain_checker
from rookery.certificates.packing.rows import Packed, list_rows
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem
from rookery.models import Satisfy
from rookery.models.base.deadline import look

TRUSTED = "the plain checker of packings (certificates/packing: plain, rows), which only adds, and Python itself"


def check(theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
    """What must be trusted; raises `Refused` where the packing does not prove the theorem.

    There is one checker, in plain Python, whether or not `plain` asks for it.
    """
    problem = export(theorem, evidence)
    look()
    try:
        plain_checker.check(problem)
    except plain_checker.Unproven as error:
        raise Refused("packing", str(error)) from None
    return (TRUSTED,)


def export(theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
    """All that the plain checker reads, as plain data."""
    if theorem.count != 0 or not isinstance(theorem.model.goal, Satisfy):
        raise Refused(
            "evidence", "a packing proves that there is no solution, or none that is better, and nothing else"
        )
    packed = Packed.of(evidence)
    rows = list_rows(theorem.model)
    return {
        "rows": [[row.least, [[weight, variable] for variable, weight in row.weights.items()]] for row in rows],
        "cliques": [list(each) for each in packed.cliques],
        "times": [[many, row] for row, many in packed.times.items()],
    }
