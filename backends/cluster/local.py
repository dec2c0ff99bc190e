"""Processes of this machine as a fleet: one that dies takes its task along and no other, and is replaced."""

from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from queue import Queue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from rookery.backends.contract.fleet import Fleet, LostFleet
from rookery.backends.processes.apart import BackendProcess

T = TypeVar("T")


class QueuedTask(NamedTuple):
    """A task that waits for a process, and the future that tells how it ends."""

    future: "Future[Any]"
    function: Callable[..., Any]
    given: tuple[Any, ...]


class LocalFleet(Fleet):
    """So many processes, each made when it gets its first task, and made anew after its death.

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
        """End the processes, whatever they do."""
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
    """Call a function in a process, and end that process where the task is cancelled meanwhile."""
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
