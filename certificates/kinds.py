"""The kinds of evidence, a package each: a checker is looked up here, and imported only then."""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

from rookery.certificates.certificate import Certificate, Evidence
from rookery.certificates.claim import Refused, Theorem, theorem
from rookery.core.words import legible
from rookery.models import Problem
from rookery.models.problems.stating import list_details

ROOMS: Mapping[str, str] = {
    "packing": "rookery.certificates.packing.rows",
    "tree": "rookery.certificates.tree.check",
    "branching": "rookery.certificates.branching.check",
    "lrat": "rookery.certificates.lrat.check",
}


class Check(Protocol):
    """A checker of one kind of evidence."""

    def __call__(self, theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
        """List the assumptions other than the declaration; raises `Refused` if the evidence does not prove the theorem.

        `plain` asks for the checker in plain Python. Deadlines are looked at (`core.deadline.check_deadline`).
        """


class Export(Protocol):
    """A function that writes all input of the plain checker of one kind of evidence."""

    def __call__(self, theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
        """Plain data; raises `Refused` for evidence that makes no sense."""


def checker(kind: str) -> Check:
    """The checker of a kind of evidence."""
    check: Check = _import_room(kind).check
    return check


def exporter(kind: str) -> Export:
    """The export to the plain checker of a kind of evidence; raises `Refused` for a kind without a plain checker."""
    export: Export | None = getattr(_import_room(kind), "export", None)
    if export is None:
        raise Refused("evidence", f"evidence of the kind {kind!r} has no plain checker that runs without Rookery")
    return export


def _import_room(kind: str) -> ModuleType:
    if kind not in ROOMS:
        raise Refused("evidence", f"unknown kind {kind[:40]!r}; known are {', '.join(ROOMS)}")
    return import_module(ROOMS[kind])


NOTHING_DRAWN = "there is no packing to draw: {} proves it, which the checker follows"


def export_problem(certificate: Certificate) -> dict[str, Any]:
    """All that the plain checker of its evidence reads; raises `Refused` for a certificate without such evidence."""
    _, demanded = _demand(certificate)
    if demanded is None:
        raise Refused("evidence", "its solution proves the claim: nothing is left for a plain checker")
    return exporter(certificate.evidence.kind)(demanded, certificate.evidence)


def explain_evidence(certificate: Certificate) -> str:
    """An explanation of the claim: a packing as a board with a sentence, other evidence by name; then the givens."""
    problem, demanded = _demand(certificate)
    given = "; ".join(list_details(problem))
    return _explain(problem, demanded, certificate.evidence) + (f"\n\nGiven: {legible(given)}" if given else "")


def _explain(problem: Problem, demanded: Theorem | None, evidence: Evidence) -> str:
    kind = evidence.kind
    if demanded is None:
        return NOTHING_DRAWN.format("the solution itself")
    if kind != "packing":
        return NOTHING_DRAWN.format(f"evidence of the kind {kind!r}")
    from rookery.certificates.packing.picture import explain

    return explain(problem, demanded, evidence)


def _demand(certificate: Certificate) -> tuple[Problem, Theorem | None]:
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    problem = certificate.claim.declare()
    return problem, theorem(problem, certificate.claim, listed)
