"""The kinds of evidence, a room each: who checks which is looked up here, and imported only then."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

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


def checker(kind: str) -> Check:
    """The checker of a kind of evidence."""
    if kind not in ROOMS:
        raise Refused("evidence", f"unknown kind {kind[:40]!r}; known are {', '.join(ROOMS)}")
    check: Check = import_module(ROOMS[kind]).check
    return check
