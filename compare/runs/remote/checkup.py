"""The check of each worker of a fleet: machine, versions, kernels, clock, and whether it gets work."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from dataclasses import dataclass
from time import monotonic, time
from typing import Any, TypeVar

from rookery.backends.contract.fleet import Fleet
from rookery.backends.running.results import own_versions
from rookery.compare.runs.remote.work import Message, compare_versions, describe_worker, warm_kernels
from rookery.core.words import reason

T = TypeVar("T")
ANSWERING, COMPILING = 60.0, 600.0  # seconds that a worker has for a word, and for its kernels
PROBES = 3  # of the clock: the quickest one counts, since a slow one may have waited


@dataclass(frozen=True)
class WorkerFacts:
    """A worker as it is found; `unfit` says why it gets no work, and `clock` how far its clock is ahead, in seconds."""

    name: str
    slots: int
    machine: str = ""
    cores: int = 0
    versions: tuple[tuple[str, str], ...] = ()
    kernels: tuple[int, int] = (0, 0)
    clock: float = 0.0
    unfit: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The facts as plain data."""
        return {**vars(self), "versions": dict(self.versions), "kernels": list(self.kernels)}


def examine_workers(fleet: Fleet) -> Iterator[WorkerFacts]:
    """Each worker, as it is found; the first one of each machine compiles its kernels, and the others load them."""
    members = fleet.members()
    if members is None:  # one answers for all: whoever is free
        members = {fleet.address: fleet.slots()}
    for name, slots in sorted(members.items()):
        try:
            yield _examine(fleet, name, slots)
        except (Exception, CancelledError) as error:
            yield WorkerFacts(name, slots, unfit=f"it cannot carry out what this rookery asks ({reason(error)})")


def _examine(fleet: Fleet, name: str, slots: int) -> WorkerFacts:
    told, clock = min((_probe(fleet, name) for _ in range(PROBES)), key=lambda probe: probe[1][1])
    facts: dict[str, Any] = {"machine": str(told["machine"]), "cores": int(told["cores"]), "clock": clock[0]}
    facts["versions"] = tuple(told["versions"].items())
    differs = compare_versions(told["versions"], own_versions())
    if differs is not None:
        return WorkerFacts(name, slots, unfit=differs, **facts)
    return WorkerFacts(name, slots, kernels=_ask(fleet, name, COMPILING, warm_kernels), **facts)


def _probe(fleet: Fleet, name: str) -> tuple[Message, tuple[float, float]]:
    """A worker's description, the lead of its clock over the middle of the question, and the question's duration."""
    asked, begun = time(), monotonic()
    told = _ask(fleet, name, ANSWERING, describe_worker)
    took = monotonic() - begun
    return told, (float(told["clock"]) - asked - took / 2, took)


def _ask(fleet: Fleet, name: str, seconds: float, task: Callable[[], T]) -> T:
    future: Future[T] = fleet.submit_to([name], task)
    if not wait([future], seconds).done:
        future.cancel()
        raise TimeoutError(f"no answer within {seconds:g} s")
    return future.result()
