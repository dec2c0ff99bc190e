"""The kinds of evidence, a room each: who checks which is looked up here, and imported only then."""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

from rookery.certificates.certificate import Evidence
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem

ROOMS: Mapping[str, str] = {
    "packing": "rookery.certificates.packing.check",
    "tree": "rookery.certificates.tree.check",
    "branching": "rookery.certificates.branching.check",
    "lrat": "rookery.certificates.lrat.check",
}


class Check(Protocol):
    """What checks one kind of evidence."""

    def __call__(self, theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
        """What must be trusted beside the declaration; raises `Refused` where the evidence does not prove it all.

        `plain` asks for the checker in plain Python. Deadlines are looked at (`models.base.deadline.look`).
        """


class Export(Protocol):
    """What writes down all that the plain checker of one kind of evidence reads."""

    def __call__(self, theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
        """Plain data; raises `Refused` for evidence that makes no sense."""


def checker(kind: str) -> Check:
    """The checker of a kind of evidence."""
    check: Check = _room(kind).check
    return check


def exporter(kind: str) -> Export:
    """What exports for the plain checker of a kind of evidence; raises `Refused` for one without a plain checker."""
    export: Export | None = getattr(_room(kind), "export", None)
    if export is None:
        raise Refused("evidence", f"evidence of the kind {kind!r} has no plain checker that runs without Rookery")
    return export


def _room(kind: str) -> ModuleType:
    if kind not in ROOMS:
        raise Refused("evidence", f"unknown kind {kind[:40]!r}; known are {', '.join(ROOMS)}")
    return import_module(ROOMS[kind])
