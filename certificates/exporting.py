"""What the evidence of a certificate is about: exported for its plain checker, or explained."""

from typing import Any

from rookery.certificates.certificate import Certificate
from rookery.certificates.kinds import exporter
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem, theorem
from rookery.models import Problem

NOTHING_DRAWN = "there is no packing to draw: {} proves it, which the checker follows"


def export_problem(certificate: Certificate) -> dict[str, Any]:
    """All that the plain checker of its evidence reads; raises `Refused` for a certificate without such evidence."""
    _, demanded = _demand(certificate)
    if demanded is None:
        raise Refused("evidence", "its solution proves the claim: nothing is left for a plain checker")
    return exporter(certificate.evidence.kind)(demanded, certificate.evidence)


def explain_evidence(certificate: Certificate) -> str:
    """Why the claim holds: a packing as a board with a sentence, other evidence by its name."""
    problem, demanded = _demand(certificate)
    kind = certificate.evidence.kind
    if demanded is None:
        return NOTHING_DRAWN.format("the solution itself")
    if kind != "packing":
        return NOTHING_DRAWN.format(f"evidence of the kind {kind!r}")
    from rookery.certificates.packing.picture import explain

    return explain(problem, demanded, certificate.evidence)


def _demand(certificate: Certificate) -> tuple[Problem, Theorem | None]:
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    problem = certificate.claim.declare()
    return problem, theorem(problem, certificate.claim, listed)
