"""The harness: what the store lacks, run in a fair order, some at a time; Ctrl-C ends it well."""

import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, Queue
from types import FrameType
from typing import Protocol

from rookery.backends.progress import Observer as ProgressObserver
from rookery.backends.progress import Progress
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.campaign import Task
from rookery.compare.campaign.problems import measure_size, name_series
from rookery.compare.records.record import Record
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.environment import now
from rookery.compare.runs.isolation.host import Cancelled, ForkServer


def choose_samples(tasks: Iterable[Task]) -> dict[BackendRef, Collection[Task]]:
    """For each backend a small task of each kind, for which its fork server gets ready."""
    samples: dict[BackendRef, dict[tuple[str, str], Task]] = {}
    for task in sorted(tasks, key=lambda task: measure_size(task.problem)):
        kind = name_series(task.problem), task.question.want.value
        samples.setdefault(task.backend, {}).setdefault(kind, task)
    return {backend: kinds.values() for backend, kinds in samples.items()}


Keep = Callable[[Record], None]
LOOK_SECONDS, PATIENCE = 0.2, 5.0


class Observer(Protocol):
    """An observer of the progress of a campaign; all calls come from the thread that called `make`."""

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Announce the planned runs, and the number of runs kept from before."""

    def on_begin(self, task: Task) -> None:
        """A run has begun."""

    def on_end(self, task: Task, record: Record) -> None:
        """A run has ended, and its record is kept."""


class SilentObserver:
    """An observer that ignores all events."""

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Say nothing."""

    def on_begin(self, task: Task) -> None:
        """Say nothing."""

    def on_end(self, task: Task, record: Record) -> None:
        """Say nothing."""


class Harness:
    """Makes isolated runs, `jobs` at a time, in the order of the tasks.

    Ctrl-C gives up the present runs, begins no more, and sets `interrupted`; Ctrl-C again raises `KeyboardInterrupt`.
    """

    def __init__(self, tasks: Sequence[Task], jobs: int = 1, observer: Observer | None = None) -> None:
        self.interrupted = self._given_up = False
        self._tasks, self._observer = deque(tasks), observer or SilentObserver()
        self._servers = {backend: ForkServer(backend, samples) for backend, samples in choose_samples(tasks).items()}
        # not a SimpleQueue: `get` of that one waits for ever when a signal comes as its time runs out
        self._news: Queue[tuple[Task, Record | BaseException | None]] = Queue()
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(min(jobs, len(tasks)))]

    def make(self, keep: Keep) -> None:
        """Make all runs; `keep` is called with each record as soon as it is known."""
        self._stop_sender, self._stop = socket.socketpair()
        try:
            with self._interruptible():
                for worker in self._workers:
                    worker.start()
                self._listen(keep)
        finally:
            self._give_up()
            for worker in self._workers:
                worker.join(PATIENCE)
            for server in self._servers.values():
                server.close()
            self._stop.close()

    def _listen(self, keep: Keep) -> None:
        """Take the news of the workers until all have ended."""
        while self._is_working() or not self._news.empty():
            try:
                task, news = self._news.get(timeout=LOOK_SECONDS)
            except Empty:
                continue
            if news is None:
                self._observer.on_begin(task)
            elif isinstance(news, BaseException):
                raise news
            else:
                keep(news)
                self._observer.on_end(task, news)

    def _is_working(self) -> bool:
        return any(worker.is_alive() for worker in self._workers)

    def _work(self) -> None:
        """Make one run after the other."""
        while not self._given_up:
            try:
                task = self._tasks.popleft()
            except IndexError:
                return
            self._news.put((task, None))
            try:
                started = now()
                report = self._servers[task.backend].run(task, self._stop)
                self._news.put((task, decode_report(task, report, started)))
            except Cancelled:
                return
            except BaseException as error:
                self._news.put((task, error))
                return

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


class RunsProgress(SilentObserver):
    """An observer that reports the share of ended runs after each run."""

    def __init__(self, tell: ProgressObserver) -> None:
        self._tell = tell
        self._done = self._total = 0

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Report that nothing is done yet."""
        self._total = len(tasks)
        self._tell_share()

    def on_end(self, task: Task, record: Record) -> None:
        """Report that one more run is done."""
        self._done += 1
        self._tell_share()

    def _tell_share(self) -> None:
        share = self._done / self._total if self._total else 1.0
        self._tell(Progress(f"comparing, {self._total} runs", share))
