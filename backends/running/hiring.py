"""Fleets for runs: hired for the time of a call, and told of in its answer."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from rookery.backends.contract.answer import Answer, End
from rookery.backends.contract.backend import Backend, Unsupported
from rookery.backends.contract.fleet import PATIENCE, ClusterLike, Fleet, FleetWork
from rookery.backends.contract.question import QuestionFields, QuestionLimits
from rookery.models import BadInput
from rookery.models.errors import show_value
from rookery.models.reading.given import take_seconds

HIRING = frozenset({"cluster", "patience", "audit"})
SHARE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%")


class Hiring(QuestionLimits, total=False):
    """The keywords of a question, and those that say which fleet is to search."""

    cluster: ClusterLike | None
    patience: float | str
    audit: float | str


class HiringFields(QuestionFields, Hiring, total=False):
    """All keywords of a question, and those that say which fleet is to search."""


def asked_by(given: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of the question alone."""
    return {name: value for name, value in given.items() if name not in HIRING}


@contextmanager
def hire(
    cluster: ClusterLike | None = None, patience: float | str = PATIENCE, audit: float | str = 0.0, **_: Any
) -> Iterator[Fleet | None]:
    """The fleet that a cluster is, for as long as the block lasts; further keywords of a question mean nothing here.

    Raises `BadInput` for what is no cluster, and `LostFleet` where it cannot be reached within the patience.
    """
    waited, twice = _take_patience(patience), _take_audit(audit)
    if cluster is None:
        yield None
        return
    from rookery.backends.cluster.connect import connect

    fleet = connect(cluster, waited)
    fleet.audit = twice
    try:
        yield fleet
    finally:
        if fleet is not cluster:
            fleet.close()


def _take_patience(value: Any) -> float:
    seconds = take_seconds(value, "patience")
    if seconds is None or not 0 <= seconds < float("inf"):
        raise BadInput(f"patience {value!r}: expected seconds, or text such as 90s, 10m, 1h")
    return float(seconds)


def _take_audit(value: Any) -> float:
    """The share of the parts of a search that are searched twice."""
    found = SHARE.fullmatch(value) if isinstance(value, str) else None
    share = float(found[1]) / 100 if found else value
    if not isinstance(share, int | float) or isinstance(share, bool) or not 0 <= share <= 1:
        raise BadInput(f"audit {show_value(value)}: expected a share of the parts, such as 1% or 0.01")
    return float(share)


def require_spreading(backend: Backend[Any], fleet: Fleet | None) -> None:
    """Raise `Unsupported` where a backend has nothing to do for a fleet."""
    if fleet is not None and not backend.capabilities.spreads:
        raise Unsupported(f"backend {backend.name} cannot use a cluster; drop the option, or use backend backtracking")


def tell_fleet(answer: Answer, work: FleetWork) -> Answer:
    """An answer that says what the fleet has done, and whether it was lost before the end."""
    end = End.CLUSTER if work.failure and not answer.complete else answer.end
    return replace(answer, end=end, fleet=work.as_dict())
