"""Work on many processes or machines: executors of `concurrent.futures`, and tasks that survive a lost worker."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rookery.backends.contract import Unsupported
from rookery.backends.worker import Worker, WorkerLost
from rookery.core.errors import BadInput, RookeryError
from rookery.core.interrupts import postpone_ctrl_c

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")
MAX_LOCAL = 1024
PATIENCE = 0.04  # seconds that a caller waits for calls at a time
ACCEPTED = "expected local:N for N processes, tcp://HOST:PORT of a dask scheduler, or the scheduler's file"


def open_executor(where: str) -> Executor:
    """Return an executor that calls functions in other processes or on other machines; use it in a `with` block.

    >>> import rookery as rk
    >>> with rk.open_executor("local:2") as executor:
    ...     print(executor.submit(sum, [1, 2]).result())
    3

    Args:
        where: `local:N` for N processes of this machine; the address of a dask scheduler, such as
            `tcp://node1:8786` or `tls://node1:8786`; or the file that `dask scheduler --scheduler-file FILE` writes.
    """
    kind, _, count = where.partition(":")
    if kind == "local":
        if not count.isdecimal() or not 1 <= int(count) <= MAX_LOCAL:
            raise BadInput(f"cluster {where!r}: expected local:N with N from 1 to {MAX_LOCAL:,}")
        return LocalExecutor(int(count))
    if "://" not in where and not Path(where).is_file():
        raise BadInput(f"cluster {where!r}: {ACCEPTED}")
    return _open_cluster(where)


class LocalExecutor(ThreadPoolExecutor):
    """Calls functions in processes of this machine, each driven by a thread; one that dies is replaced."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes, "rookery-local")
        self.workers = processes
        self._workers = [Worker() for _ in range(processes)]
        self._idle = SimpleQueue[Worker]()
        for worker in self._workers:
            self._idle.put(worker)

    def submit(self, function: Callable[..., R], /, *arguments: Any, **named: Any) -> "Future[R]":
        """Call a function, which has to be importable, in the next idle process."""
        return super().submit(self._call, partial(function, *arguments, **named))

    def _call(self, function: Callable[[], R]) -> R:
        worker = self._idle.get()
        try:
            return worker.call(function)
        finally:
            self._idle.put(worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes: after the calls that go on or, with `cancel_futures`, at once."""
        if cancel_futures:
            super().shutdown(wait=False, cancel_futures=True)
            for worker in self._workers:
                worker.kill()
        super().shutdown(wait=wait)
        for worker in self._workers if wait else ():
            worker.close()


def _open_cluster(where: str) -> Executor:
    try:
        from distributed import Client
        from distributed.cfexecutor import ClientExecutor
    except ImportError:
        raise Unsupported(f"cluster {where!r} needs dask: pip install 'rookery-cp[cluster]'") from None

    class ClusterExecutor(ClientExecutor):  # type: ignore[misc]
        """Dask's executor; it closes its client, too."""

        def __init__(self, client: "Client") -> None:
            super().__init__(client, pure=False)  # a call that was lost is made again, and not looked up
            self.client = client

        @property
        def workers(self) -> int:
            """The number of calls that the cluster makes at once, at the moment."""
            return sum(self.client.nthreads().values())

        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            """Leave the cluster: after the calls that go on; at once with `cancel_futures`, or without `wait`."""
            super().shutdown(wait=wait and not cancel_futures)
            self.client.close()

    try:
        client = Client(where) if "://" in where else Client(scheduler_file=where)
    except (OSError, TimeoutError, ValueError) as error:
        raise RookeryError(f"cluster {where!r}: no dask scheduler answers ({type(error).__name__})") from error
    return ClusterExecutor(client)


def count_workers(executor: Executor) -> int:
    """Return how many calls an executor of `open_executor` makes at once; for any other, the number of processors."""
    return max(1, getattr(executor, "workers", None) or os.cpu_count() or 1)


class Calls(Generic[T, R]):
    """Calls of pure functions on an executor, each under a key.

    A call whose worker is lost is repeated, up to `again` times; then `WorkerLost` is raised. Ctrl-C is postponed
    inside `concurrent.futures`, where it could leave a lock held for which the workers wait forever.
    """

    def __init__(self, executor: Executor, again: int = 3) -> None:
        self._executor, self._again = executor, again
        self._waiting: dict[Future[R], tuple[T, Callable[[], R], int]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def submit(self, key: T, function: Callable[..., R], *arguments: Any) -> None:
        """Call a function."""
        self._submit(key, partial(function, *arguments), self._again)

    def _submit(self, key: T, call: Callable[[], R], left: int) -> None:
        try:
            with postpone_ctrl_c():
                self._waiting[self._executor.submit(call)] = key, call, left
        except BrokenExecutor as error:  # Python's own pools end with one of their processes
            raise WorkerLost(f"the executor cannot go on after it lost a worker: {error}") from error

    def collect(self) -> Iterator[tuple[T, R]]:
        """Wait at most `PATIENCE` seconds for a call to end, and yield the keys and results of all that have ended.

        Raises what a function raises.
        """
        with postpone_ctrl_c():
            done = wait(self._waiting, PATIENCE, FIRST_COMPLETED).done
        for future in done:
            key, call, left = self._waiting.pop(future)
            try:
                result = future.result()
            except Exception as error:
                if not _is_loss(error):
                    raise
                if not left:
                    lost = f"a task lost its worker {self._again + 1} times: {error or 'cancelled'}"
                    raise WorkerLost(lost) from error
                self._submit(key, call, left - 1)
            else:
                yield key, result

    def close(self, seconds: float | None = 0) -> list[tuple[T, R]]:
        """Wait for some seconds, cancel what has not ended, and return the keys and results of what has."""
        with postpone_ctrl_c():
            done = wait(self._waiting, seconds).done
        ended = [future for future in done if not future.cancelled() and future.exception() is None]
        found = [(self._waiting.pop(future)[0], future.result()) for future in ended]
        for future in self._waiting:
            future.cancel()
        self._waiting.clear()
        return found


def submit_all(
    executor: Executor, function: Callable[[T], R], tasks: Iterable[T], again: int = 3
) -> Generator[tuple[T, R], None, None]:
    """Yield each task with what the function returns for it, as they end.

    A task whose worker is lost is submitted up to `again` more times; then `WorkerLost` is raised, as is the error of
    a function that fails. Tasks that are not done are cancelled when the iterator is left.
    """
    calls = Calls[T, R](executor, again)
    try:
        for task in tasks:
            calls.submit(task, function, task)
        while calls:
            yield from calls.collect()
    finally:
        calls.close()


def _is_loss(error: Exception) -> bool:
    """Return whether a task failed because its worker died; dask need not be installed."""
    return isinstance(error, (WorkerLost, BrokenExecutor, CancelledError)) or type(error).__name__ == "KilledWorker"
