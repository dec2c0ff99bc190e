"""The harness: makes the runs of a campaign, some at a time, each isolated, and hands over their records."""

import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, Queue, SimpleQueue
from types import FrameType
from typing import Protocol

from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.tasks import Task
from rookery.compare.problems.command_lines import family
from rookery.compare.records.record import Record
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.environment import now
from rookery.compare.runs.isolation.host import Cancelled, ForkServer

Keep = Callable[[Record], None]
LOOK, PATIENCE = 0.2, 5.0


class Observer(Protocol):
    """Who is told how a campaign goes on; all calls come from the thread that called `make`."""

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """These runs are to be made; so many were kept from before."""

    def on_begin(self, task: Task) -> None:
        """A run has begun."""

    def on_end(self, task: Task, record: Record) -> None:
        """A run has ended, and its record is kept."""


class SilentObserver:
    """An observer that tells nobody."""

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Say nothing."""

    def on_begin(self, task: Task) -> None:
        """Say nothing."""

    def on_end(self, task: Task, record: Record) -> None:
        """Say nothing."""


class ForkServers:
    """The fork server of each backend, started when it is first needed."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        samples: dict[BackendRef, dict[tuple[str, str], Task]] = {}
        for task in sorted(tasks, key=lambda task: max(task.problem["board"])):
            kind = family(task.problem), task.question.want.value
            samples.setdefault(task.backend, {}).setdefault(kind, task)
        self._lock = threading.Lock()
        self._servers = {entrant: ForkServer(entrant, kinds.values()) for entrant, kinds in samples.items()}

    def __getitem__(self, entrant: BackendRef) -> ForkServer:
        return self._servers[entrant]

    def close(self) -> None:
        """End them all."""
        for server in self._servers.values():
            server.close()


class Harness:
    """Makes runs, `jobs` at a time, in the order in which they are given.

    After Ctrl-C it begins no more, gives up those that go on, and `interrupted` is true; Ctrl-C again raises
    `KeyboardInterrupt` at once.
    """

    def __init__(self, tasks: Sequence[Task], jobs: int = 1, observer: Observer | None = None) -> None:
        self.interrupted = self._given_up = False
        self._tasks, self._observer = tasks, observer or SilentObserver()
        self._todo: SimpleQueue[Task] = SimpleQueue()
        # not a SimpleQueue: `get` of that one waits for ever when a signal comes as its time runs out
        self._news: Queue[tuple[Task, Record | BaseException | None]] = Queue()
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(min(jobs, len(tasks)))]

    def make(self, keep: Keep) -> None:
        """Make all runs; `keep` is called with each record as soon as it is known."""
        self._stop_sender, self._stop = socket.socketpair()
        self._servers = ForkServers(self._tasks)
        for task in self._tasks:
            self._todo.put(task)
        try:
            with self._interruptible():
                for worker in self._workers:
                    worker.start()
                self._listen(keep)
        finally:
            self._give_up()
            for worker in self._workers:
                if worker.is_alive():
                    worker.join(PATIENCE)
            self._servers.close()
            self._stop.close()

    def _listen(self, keep: Keep) -> None:
        """Take the news of the workers until all have ended."""
        while self._is_working() or not self._news.empty():
            try:
                task, news = self._news.get(timeout=LOOK)
            except Empty:
                continue
            if isinstance(news, BaseException):
                raise news
            if news is None:
                self._observer.on_begin(task)
            else:
                keep(news)
                self._observer.on_end(task, news)

    def _is_working(self) -> bool:
        return any(worker.is_alive() for worker in self._workers)

    def _work(self) -> None:
        """What each worker thread does: one run after the other."""
        while not self._given_up:
            try:
                task = self._todo.get_nowait()
            except Empty:
                return
            self._news.put((task, None))
            try:
                self._news.put((task, self._make_run(task)))
            except Cancelled:
                return
            except BaseException as error:
                self._news.put((task, error))
                return

    def _make_run(self, task: Task) -> Record:
        started = now()
        return decode_report(task, self._servers[task.backend].run(task, self._stop), started)

    def _give_up(self) -> None:
        """Begin no more runs, and let those that go on end."""
        if not self._given_up:
            self._given_up = True
            self._stop_sender.close()  # which makes `stop` readable to all workers

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Let the first Ctrl-C end the campaign in good order, and the second one at once."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupt(number: int, frame: FrameType | None) -> None:
            if self.interrupted:
                raise KeyboardInterrupt
            self.interrupted = True
            self._give_up()

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
