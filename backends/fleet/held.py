"""The fleet that is held: it carries out the searches and comparisons of a block, and no function hands it on."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypedDict

from rookery.backends.contract.fleet import PATIENCE, ClusterLike, Fleet
from rookery.core.errors import show_value
from rookery.models import BadInput
from rookery.models.reading.given import take_seconds

SHARE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%")
_held: ContextVar[Fleet | None] = ContextVar("fleet", default=None)


class ClusterKeywords(TypedDict, total=False):
    """The keywords of a call that name a cluster for the time of that call."""

    cluster: ClusterLike | None
    patience: float | str
    audit: float | str


KEYWORDS = frozenset(ClusterKeywords.__annotations__)


@contextmanager
def cluster(address: ClusterLike, patience: float | str = PATIENCE, audit: float | str = 0.0) -> Iterator[Fleet]:
    """Hold a cluster: in the block, searches and comparisons are carried out by its workers.

    >>> import rookery as rk
    >>> with rk.cluster("local:2"):
    ...     print(rk.solve(rk.placement("queen", 6, count=6), want="count").count)
    4

    `address` is that of a cluster of dask (`tcp://host:8786`, `tls://host:8786`, a scheduler file), an executor of
    `concurrent.futures`, or "local:4" for processes here. `patience` (600, "10m") is for how long the cluster may be
    out of reach; `audit` ("1%", 0.01) is the share of the parts of a search that are searched twice and compared.

    A call that cannot use a cluster is refused in the block, such as `rk.solve(..., backend="sat")`. Raises `BadInput`
    for anything that does not name a cluster, and `LostFleet` if it cannot be reached within the patience.
    """
    with open_fleet(address, patience, audit) as fleet, hold(fleet):
        yield fleet


def held_fleet() -> Fleet | None:
    """The fleet of the innermost block that holds one."""
    return _held.get()


@contextmanager
def hold(fleet: Fleet | None) -> Iterator[None]:
    """Let all work in the block find a fleet; without one, it finds the one that is held around it."""
    token = _held.set(_held.get() if fleet is None else fleet)
    try:
        yield
    finally:
        _held.reset(token)


@contextmanager
def at_home() -> Iterator[None]:
    """Let no work in the block find a fleet: small searches that prepare or explain something else."""
    token = _held.set(None)
    try:
        yield
    finally:
        _held.reset(token)


@contextmanager
def open_fleet(address: ClusterLike, patience: float | str = PATIENCE, audit: float | str = 0.0) -> Iterator[Fleet]:
    """Open the fleet of a cluster for the block, and leave it after that; nothing holds it yet. Raises as `cluster`."""
    waited, twice = _take_patience(patience), _take_audit(audit)
    from rookery.backends.fleet.connect import connect  # no small question imports executors

    fleet = connect(address, waited)
    fleet.audit = twice
    try:
        yield fleet
    finally:
        if fleet is not address:
            fleet.close()


@contextmanager
def open_named(
    cluster: ClusterLike | None = None, patience: float | str = PATIENCE, audit: float | str = 0.0
) -> Iterator[Fleet | None]:
    """Open the fleet that keywords of a call name, if they do; raises `BadInput` for the others without a `cluster`."""
    if cluster is not None:
        with open_fleet(cluster, patience, audit) as fleet:
            yield fleet
        return
    if _take_patience(patience) != PATIENCE or _take_audit(audit):
        name, value = ("audit", audit) if _take_audit(audit) else ("patience", patience)
        raise BadInput(f"{name} {value}: that is for a cluster; give cluster, too")
    yield None


@contextmanager
def hold_named(
    cluster: ClusterLike | None = None, patience: float | str = PATIENCE, audit: float | str = 0.0
) -> Iterator[None]:
    """Hold the cluster that keywords of a call name for the block, if they do; raises as `open_named`."""
    with open_named(cluster, patience, audit) as fleet, hold(fleet):
        yield


def split_keywords(given: Mapping[str, Any]) -> tuple[dict[str, Any], ClusterKeywords]:
    """Split the keywords of a call into those that name a cluster, which come second, and all others."""
    named: Any = {name: value for name, value in given.items() if name in KEYWORDS}
    return {name: value for name, value in given.items() if name not in KEYWORDS}, named


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
