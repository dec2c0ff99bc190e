"""From an address, or an executor, to a fleet: processes of this machine, an executor, or the workers of dask."""

import os
import re
import socket
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import suppress
from importlib import import_module
from queue import Queue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from rookery.backends.contract.fleet import PATIENCE, ClusterLike, Fleet, LostFleet
from rookery.backends.fleet.processes import BackendProcess
from rookery.core.errors import show_value
from rookery.models import BadInput


def is_this_machine(address: str) -> bool:
    """Return whether the host of `tcp://HOST:PORT` is this machine: only its own addresses can be bound."""
    host = address.partition("://")[2].rpartition(":")[0].strip("[]")
    with suppress(OSError):
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_DGRAM)
        return bool(found) and all(_can_bind(family, place) for family, _, _, _, place in found)
    return False


def _can_bind(family: int, place: tuple[object, ...]) -> bool:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.bind(place)
        return True
    return False


T = TypeVar("T")
SIZES = "num_workers", "max_workers", "_max_workers"  # what engines call the number of their workers


class OfferedFleet(Fleet):
    """The workers of an executor, which belongs to the caller: closing the fleet leaves it as it is."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self.address = type(executor).__name__

    def submit(self, task: Callable[..., T], *given: Any) -> "Future[T]":
        """Hand a task to the executor."""
        try:
            return self._executor.submit(task, *given)
        except (BrokenExecutor, RuntimeError) as error:
            raise LostFleet(f"{self.address} takes no more tasks: {error}; give a new executor") from None

    def slots(self) -> int:
        """The number of workers that the executor reports; the processors of this machine if it does not."""
        for name in SIZES:
            with suppress(TypeError, ValueError):
                if (size := int(getattr(self._executor, name, 0))) > 0:
                    return size
        return os.cpu_count() or 1

    def close(self) -> None:
        """Leave the executor to its owner."""


class QueuedTask(NamedTuple):
    """A task that waits for a process, and the future of its result."""

    future: "Future[Any]"
    function: Callable[..., Any]
    given: tuple[Any, ...]


class LocalFleet(Fleet):
    """Local processes, each made when it gets its first task, and replaced after its death.

    A task that is cancelled ends with its process, within milliseconds.
    """

    def __init__(self, size: int) -> None:
        self.address = f"local:{size}"
        self._tasks: Queue[QueuedTask | None] = Queue()
        self._processes = [BackendProcess() for _ in range(size)]
        self._threads = [Thread(target=self._serve, args=(each,), daemon=True) for each in self._processes]
        self._closed = False
        for thread in self._threads:
            thread.start()

    def submit(self, task: Callable[..., T], *given: Any) -> "Future[T]":
        """Queue a task for the next process that is free."""
        if self._closed:
            raise LostFleet(f"{self.address} is closed")
        future: Future[T] = Future()
        self._tasks.put(QueuedTask(future, task, given))
        return future

    def slots(self) -> int:
        """The number of processes."""
        return len(self._processes)

    def close(self) -> None:
        """End the processes, even those at work."""
        if self._closed:
            return
        self._closed = True
        for _ in self._threads:
            self._tasks.put(None)
        for process, thread in zip(self._processes, self._threads, strict=True):
            while thread.is_alive():  # a task may have been begun just now
                process.kill()
                thread.join(0.05)

    def _serve(self, process: BackendProcess) -> None:
        """Hand one task after the other to a process; what it creates dies with this thread."""
        with process:
            while (task := self._tasks.get()) is not None:
                if not (self._closed or task.future.cancelled()):
                    _carry_out(task, process)


def _carry_out(task: QueuedTask, process: BackendProcess) -> None:
    """Call a function in a process, and end that process if the task is cancelled meanwhile."""
    current = [True]
    task.future.add_done_callback(lambda future: process.kill() if future.cancelled() and current else None)
    try:
        result = process.call(task.function, *task.given)
    except BaseException as error:
        with suppress(InvalidStateError):
            task.future.set_exception(error)
    else:
        current.clear()  # from now on the process is for others
        with suppress(InvalidStateError):
            task.future.set_result(result)


LOCAL = re.compile(r"local:([0-9]{1,3})")
ACCEPTED = "local:N, tcp://HOST:PORT, tls://HOST:PORT, a scheduler file, or an executor of concurrent.futures"


def connect(cluster: ClusterLike, patience: float = PATIENCE) -> Fleet:
    """The fleet that an address or an executor stands for; raises `BadInput` for what is neither, and `LostFleet`."""
    if isinstance(cluster, Fleet):
        return cluster
    if isinstance(cluster, Executor):
        return OfferedFleet(cluster)
    if not isinstance(cluster, str) or not cluster.strip():
        raise BadInput(f"cluster {show_value(cluster)}: expected {ACCEPTED}")
    address = cluster.strip()
    if address.partition(":")[0] == "local":
        found = LOCAL.fullmatch(address)
        if found is None or not int(found[1]):
            raise BadInput(f"cluster {address!r}: expected local:N, with 1 to 999 processes")
        return LocalFleet(int(found[1]))
    dask_fleet = import_module("rookery.backends.fleet.dask_fleet")  # it alone imports what a cluster needs
    fleet: Fleet = dask_fleet.connect(address, patience)
    fleet.patience = patience
    return fleet
