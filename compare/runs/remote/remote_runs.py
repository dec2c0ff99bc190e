"""Runs made by the workers of a fleet: given to one of the right kind, and made again when that one is lost."""

import select
import socket
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager
from secrets import token_hex
from time import monotonic, sleep
from typing import Any

from rookery.backends.contract.fleet import Fleet
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.campaign import Task
from rookery.compare.records.record import row_name
from rookery.compare.runs.environment import now
from rookery.compare.runs.harness import KindLeft, MadeRun, choose_samples
from rookery.compare.runs.isolation.host import Cancelled, Report, report_of
from rookery.compare.runs.remote.work import Message, make_run, read_machine
from rookery.compare.runs.remote.workers import ANY, Workers
from rookery.models import BadInput

TRIES = 20  # a run whose worker was lost so often is lost itself: it may be what ends them
LOOK_SECONDS, PAUSE = 0.1, 0.2
ABANDON = 300.0  # seconds beyond its limit after which a run is given up, wherever it is


class RemoteRuns:
    """Makes each run on a worker of a fleet; nothing but the report of a run that was asked for comes back."""

    def __init__(self, fleet: Fleet, tasks: Iterable[Task]) -> None:
        self._fleet, self._workers = fleet, Workers(fleet)
        self._samples: Mapping[BackendRef, list[Message]] = {
            backend: [task.as_plain() for task in samples] for backend, samples in choose_samples(tasks).items()
        }
        self._kinds: dict[str, str] = {}

    def count_slots(self) -> Mapping[str, int]:
        """The number of runs that each kind of machine can make at a time."""
        return self._workers.count_slots()

    def describe(self, machine: str) -> Mapping[str, str]:
        """The row of a machine in the environment."""
        return {row_name(machine): self._kinds[machine]} if machine in self._kinds else {}

    def make(self, task: Task, kind: str, stop: socket.socket) -> MadeRun:
        """Make a run on a machine of a kind; raises `Cancelled`, `KindLeft`, `BadInput` and `LostFleet`."""
        plain = {"task": task.as_plain() | {"keep": task.keep}, "versions": task.versions()}
        asked, refusal = plain | {"samples": self._samples.get(task.backend, [])}, ""
        started = now()
        for _ in range(TRIES):
            with self._worker_for(kind, stop) as worker:
                started = now()
                answer = self._ask(asked | {"token": token_hex(8)}, worker, _patience(task), stop)
            if answer is None:
                continue
            machine, refusal = str(answer.get("machine")), str(answer.get("refused"))
            if "report" in answer:
                try:
                    machine, kind, _ = read_machine(answer)
                    self._kinds[machine] = kind
                    return MadeRun(_read_report(answer["report"]), started, machine)
                except BadInput as error:
                    refusal = str(error)
            self._workers.refuse(worker or machine, machine, refusal)
            _pause(stop)
        if refusal:
            raise BadInput(f"no worker of {self._fleet.address} can make these runs: {refusal}")
        return MadeRun(Report(log=f"its worker was lost {TRIES} times"), started)

    @contextmanager
    def _worker_for(self, kind: str, stop: socket.socket) -> Iterator[str]:
        """Wait for a free worker of a kind, as long as its kind exists; empty if no worker can be chosen."""
        if kind == ANY:
            yield ""
            return
        while (worker := self._workers.choose(kind)) is None:
            if kind not in self._workers.count_slots():
                raise KindLeft
            _pause(stop)
        try:
            yield worker
        finally:
            self._workers.release(worker)

    def _ask(self, asked: Message, worker: str, patience: float, stop: socket.socket) -> Message | None:
        """The answer of a worker to a question of ours; None if it was lost, or answers something else."""
        where = (worker,) if worker else ()
        future = self._fleet.submit_to(where, make_run, asked, self._fleet.cancelled)
        try:
            answer = self._wait(future, worker, monotonic() + patience, stop)
        finally:
            future.cancel()
        ours = isinstance(answer, dict) and answer.get("token") == asked["token"]
        return answer if ours else None

    def _wait(self, future: "Future[Message]", worker: str, deadline: float, stop: socket.socket) -> Message | None:
        while not wait([future], LOOK_SECONDS).done:
            if _is_readable(stop):
                raise Cancelled
            if (worker and not self._workers.has(worker)) or monotonic() > deadline:
                return None
        try:
            return future.result()
        except (Exception, CancelledError):
            if _is_readable(stop):
                raise Cancelled from None
            sleep(LOOK_SECONDS)
            return None

    def abandon(self) -> None:
        """Leave the fleet: its remaining runs are not wanted any more."""
        self._workers.close()
        self._fleet.close()

    def close(self) -> None:
        """Stop watching the workers; the fleet belongs to its maker."""
        self._workers.close()


def _read_report(plain: Any) -> Report:
    """The report that a worker sends; one that is damaged says nothing."""
    if not isinstance(plain, dict):
        return report_of({}, None)
    preloaded = plain.pop("preloaded", None)
    if plain.get("wall") is None:  # a report of the worker's own, which has lost its supervisor
        return Report(log=str(plain.get("log", "")))
    return report_of(plain, preloaded if isinstance(preloaded, float) else None)


def _patience(task: Task) -> float:
    return float("inf") if task.limits.seconds is None else task.limits.seconds + ABANDON


def _is_readable(stop: socket.socket) -> bool:
    return bool(select.select([stop], [], [], 0)[0])


def _pause(stop: socket.socket) -> None:
    """Wait a moment; raises `Cancelled` if the campaign ends."""
    if select.select([stop], [], [], PAUSE)[0]:
        raise Cancelled
