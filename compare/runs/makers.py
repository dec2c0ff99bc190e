"""Who makes runs: fork servers of this machine, or somebody who has them elsewhere."""

import socket
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.tasks import Task
from rookery.compare.problems.command_lines import family
from rookery.compare.runs.environment import now
from rookery.compare.runs.isolation.host import ForkServer, Report

HERE = ""  # the kind of the one machine that there is without a cluster


class KindLeft(Exception):
    """No machine of the kind is left that was to make a run."""


class MadeRun(NamedTuple):
    """The report of a run, when it began, and the name of the machine that made it, in a cluster."""

    report: Report
    started: str
    machine: str = ""


class RunMaker(Protocol):
    """Makes isolated runs; all but `make` is called by the thread that makes the campaign."""

    def places(self) -> Mapping[str, int]:
        """How many runs can be made at a time, by kinds of machine."""

    def make(self, task: Task, kind: str, stop: socket.socket) -> MadeRun:
        """Make a run; raises `Cancelled` when `stop` becomes readable first, and `KindLeft`."""

    def describe(self, machine: str) -> Mapping[str, str]:
        """What the environment is to say of a machine that has made a run."""

    def abandon(self) -> None:
        """Hear that nobody wants the runs any more that go on."""

    def close(self) -> None:
        """End what was started to make runs."""


class ForkServers:
    """The fork server of each backend on this machine, started when it is first needed; makes `jobs` runs at a time."""

    def __init__(self, tasks: Iterable[Task], jobs: int = 1) -> None:
        self._servers = {entrant: ForkServer(entrant, samples) for entrant, samples in choose_samples(tasks).items()}
        self._jobs = jobs

    def places(self) -> Mapping[str, int]:
        """One kind of machine: this one."""
        return {HERE: self._jobs}

    def make(self, task: Task, kind: str, stop: socket.socket) -> MadeRun:
        """Make a run here."""
        started = now()
        return MadeRun(self._servers[task.backend].run(task, stop), started)

    def describe(self, machine: str) -> Mapping[str, str]:
        """Say nothing: this machine is the environment itself."""
        return {}

    def abandon(self) -> None:
        """Do nothing: a run ends with its link."""

    def close(self) -> None:
        """End them all."""
        for server in self._servers.values():
            server.close()


def choose_samples(tasks: Iterable[Task]) -> dict[BackendRef, Collection[Task]]:
    """For each backend a small task of each kind, for which its fork server gets ready."""
    samples: dict[BackendRef, dict[tuple[str, str], Task]] = {}
    for task in sorted(tasks, key=lambda task: max(task.problem["board"])):
        kind = family(task.problem), task.question.want.value
        samples.setdefault(task.backend, {}).setdefault(kind, task)
    return {backend: kinds.values() for backend, kinds in samples.items()}
