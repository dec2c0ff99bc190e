"""The workers of a fleet that can make runs: each describes itself before it gets any."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future, wait
from threading import Event, Lock, Thread
from time import monotonic, time
from typing import Any, TypeVar

from rookery.backends.contract.fleet import Fleet, LostFleet
from rookery.backends.running.results import own_versions
from rookery.compare.runs.remote.work import Message, compare_versions, describe_worker, read_machine, warm_kernels
from rookery.core.values import dataclass, replace
from rookery.core.words import reason
from rookery.models import BadInput, RookeryError

LOOK_SECONDS = 0.2  # seconds between two looks at who is there
GRACE = 60.0  # seconds after which a kind of machine has left for good: a worker is often replaced by its like
MAX_NAMED = 3
ANY = ""  # the kind of all workers of a fleet that does not name them
log = logging.getLogger("rookery")
T = TypeVar("T")
ANSWERING, COMPILING = 60.0, 600.0  # seconds that a worker has for a word, and for its kernels
PROBES = 3  # of the clock: the quickest one counts, since a slow one may have waited


@dataclass(frozen=True)
class Worker:
    """A worker that has said what it is, and why it gets no run, if it gets none."""

    machine: str = ""
    kind: str = ANY
    unfit: str = ""


class Workers:
    """The workers of a fleet, watched in a separate thread: a fleet that cannot be reached makes that one wait."""

    def __init__(self, fleet: Fleet) -> None:
        self._fleet = fleet
        self._workers: dict[str, Worker] = {}
        self._asked: dict[str, Future[Message]] = {}
        self._busy: Counter[str] = Counter()
        self._slots: Mapping[str, int] | None = {}
        self._kinds: dict[str, float] = {}
        self._staffed = monotonic()  # when there was last a worker to make runs
        self._error: RookeryError | None = None
        self._lock, self._closed = Lock(), Event()
        Thread(target=self._watch, daemon=True).start()

    def count_slots(self) -> dict[str, int]:
        """The number of runs that each kind of machine can make at a time; a kind that has just left stays, with 0.

        Raises `BadInput` when all workers are unfit, and `LostFleet` when there was no worker for too long.
        """
        with self._lock:
            if self._error is not None:
                raise self._error
            if self._slots is None:
                return {ANY: self._fleet.slots()}
            fit = {name: worker for name, worker in self._workers.items() if not worker.unfit}
            slots = dict.fromkeys(self._kinds, 0)
            for name, worker in fit.items():
                slots[worker.kind] = slots.get(worker.kind, 0) + self._slots.get(name, 0)
            return slots

    def choose(self, kind: str) -> str | None:
        """Choose the worker of a kind for the next run, and note it as busier; None if no worker is free."""
        with self._lock:
            slots = self._slots or {}
            free = {
                name: slots[name] - self._busy[name]
                for name, worker in self._workers.items()
                if worker.kind == kind and not worker.unfit and name in slots
            }
            if not free or max(free.values()) < 1:
                return None
            chosen = max(free, key=lambda name: free[name])
            self._busy[chosen] += 1
            return chosen

    def release(self, name: str) -> None:
        """Note that a worker has made, or lost, a run."""
        with self._lock:
            self._busy[name] -= 1

    def has(self, name: str) -> bool:
        """Return whether a worker is still there."""
        return name in (self._slots or {})

    def refuse(self, name: str, machine: str, why: str) -> None:
        """Note that a worker gets no more runs, and name it once."""
        with self._lock:
            worker = self._workers.get(name, Worker(machine))
            if not worker.unfit:
                self._workers[name] = replace(worker, unfit=why)
                log.warning("worker %s on %s gets no runs: %s", name or "unnamed", machine or "?", why)

    def close(self) -> None:
        """Watch no longer."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.is_set():
            try:
                self._look()
            except RookeryError as error:
                self._error = error
                return
            except Exception as error:  # whatever an engine raises, the next look may succeed
                log.debug("looking at %s: %r", self._fleet.address, error)
            self._closed.wait(LOOK_SECONDS)

    def _look(self) -> None:
        """List the workers, question the new ones, and read their answers."""
        slots = self._fleet.members()
        with self._lock:
            self._slots = slots
        if slots is None:
            self._fleet.slots()
            return
        for name in slots.keys() - self._workers.keys() - self._asked.keys():
            self._asked[name] = self._fleet.submit_to([name], describe_worker)
        for name, future in list(self._asked.items()):
            if future.done() or name not in slots:
                del self._asked[name]
                future.cancel()
                self._take_answer(name, future)
        with self._lock:
            self._workers = {name: worker for name, worker in self._workers.items() if name in slots}
        # Note the kinds of machine, and give up when no worker can make runs
        now, unfit = monotonic(), [worker.unfit for worker in self._workers.values()]
        with self._lock:
            present = {worker.kind: now for worker in self._workers.values() if not worker.unfit}
            self._kinds = {kind: at for kind, at in self._kinds.items() if now - at < GRACE} | present
        if present:
            self._staffed = now
        elif unfit and all(unfit) and not self._asked and not self._kinds:
            named = "; ".join(dict.fromkeys(unfit[:MAX_NAMED]))
            raise BadInput(f"no worker of {self._fleet.address} can make these runs: {named}")
        elif now - self._staffed > self._fleet.patience:
            raise LostFleet(f"cluster {self._fleet.address} has had no worker for {self._fleet.patience:g} s")

    def _take_answer(self, name: str, future: "Future[Message]") -> None:
        """Take what a new worker says of itself; one that was lost meanwhile is asked again if it is still there."""
        if future.cancelled():
            return
        if (error := future.exception()) is not None:
            if type(error).__name__ != "KilledWorker":
                self.refuse(name, "", f"it cannot carry out what this rookery asks ({reason(error)})")
            return
        try:
            machine, kind, versions = read_machine(future.result())
        except BadInput as error:
            self.refuse(name, "", str(error))
            return
        worker = Worker(machine, kind)
        with self._lock:
            self._workers[name] = worker
        if (differs := compare_versions(versions, own_versions())) is not None:
            self.refuse(name, worker.machine, differs)


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
    if members is None:  # one answers for all: any free worker
        members = {fleet.address: fleet.slots()}
    for name, slots in sorted(members.items()):
        try:
            yield _examine(fleet, name, slots)
        except (Exception, CancelledError) as error:
            yield WorkerFacts(name, slots, unfit=f"it cannot carry out what this rookery asks ({reason(error)})")


def _examine(fleet: Fleet, name: str, slots: int) -> WorkerFacts:
    answer, clock = min((_probe(fleet, name) for _ in range(PROBES)), key=lambda probe: probe[1][1])
    facts: dict[str, Any] = {"machine": str(answer["machine"]), "cores": int(answer["cores"]), "clock": clock[0]}
    facts["versions"] = tuple(answer["versions"].items())
    differs = compare_versions(answer["versions"], own_versions())
    if differs is not None:
        return WorkerFacts(name, slots, unfit=differs, **facts)
    return WorkerFacts(name, slots, kernels=_ask(fleet, name, COMPILING, warm_kernels), **facts)


def _probe(fleet: Fleet, name: str) -> tuple[Message, tuple[float, float]]:
    """A worker's description, the lead of its clock over the middle of the question, and the question's duration."""
    asked, begun = time(), monotonic()
    answer = _ask(fleet, name, ANSWERING, describe_worker)
    took = monotonic() - begun
    return answer, (float(answer["clock"]) - asked - took / 2, took)


def _ask(fleet: Fleet, name: str, seconds: float, task: Callable[[], T]) -> T:
    future: Future[T] = fleet.submit_to([name], task)
    if not wait([future], seconds).done:
        future.cancel()
        raise TimeoutError(f"no answer within {seconds:g} s")
    return future.result()
