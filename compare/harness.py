"""The harness: makes runs in a fair order, some at a time; Ctrl-C ends it well."""

import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from queue import Empty, Queue
from types import FrameType

from rookery.backends.distribute import submit_all
from rookery.backends.progress import Observer, Progress
from rookery.compare.backends import BackendRef
from rookery.compare.client import Cancelled, Client, make_run
from rookery.compare.judge import judge
from rookery.compare.problems import measure_size, name_series
from rookery.compare.record import Record, Task
from rookery.core.words import amount

LOOK_SECONDS, PATIENCE = 0.2, 5.0


class RunsObserver:
    """Reports the share of ended runs, if anybody listens; all calls come from the thread that makes the campaign."""

    def __init__(self, tell: Observer | None = None) -> None:
        self._tell, self._done, self._total = tell, 0, 0

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Take the planned runs, and the number of runs kept from before."""
        self._total = len(tasks)
        self._report()

    def on_begin(self, task: Task) -> None:
        """Take a run that has begun."""

    def on_end(self) -> None:
        """Report that one more run is done."""
        self._done += 1
        self._report()

    def _report(self) -> None:
        if self._tell is not None:
            share = self._done / self._total if self._total else 1.0
            self._tell(Progress(f"comparing, {amount(self._total, 'run')}", share))


def choose_samples(tasks: Iterable[Task]) -> dict[BackendRef, list[Task]]:
    """Return for each backend a small task of each kind, for which its servers get ready."""
    samples: dict[BackendRef, dict[tuple[str, str], Task]] = {}
    for task in sorted(tasks, key=lambda task: measure_size(task.problem)):
        kind = name_series(task.problem), task.want
        samples.setdefault(BackendRef(task.backend, task.use), {}).setdefault(kind, task)
    return {backend: list(kinds.values()) for backend, kinds in samples.items()}


def make_elsewhere(
    executor: Executor, tasks: Sequence[Task], keep: Callable[[Record], None], watch: RunsObserver
) -> bool:
    """Make runs on an executor; return True after Ctrl-C, which gives up those that are not done.

    A run that is lost with its worker is submitted again. Solutions are refereed here.
    """
    with closing(submit_all(executor, make_run, tasks)) as done:
        try:
            for task, report in done:
                record = judge(task, report)
                keep(record)
                watch.on_begin(task)
                watch.on_end()
        except KeyboardInterrupt:
            return True
    return False


class Harness:
    """Makes isolated runs, `jobs` at a time, in the order of the tasks; each slot has its own servers.

    Ctrl-C gives up the present runs, and begins no more; Ctrl-C again raises `KeyboardInterrupt`.
    """

    def __init__(self, tasks: Sequence[Task], jobs: int, observer: RunsObserver) -> None:
        self._interrupted = self._given_up = False
        self._tasks, self._observer = deque(tasks), observer
        self._samples = choose_samples(tasks)
        # not a SimpleQueue: `get` of that one waits for ever when a signal comes as its time runs out
        self._events: Queue[tuple[Task, Record | BaseException | None]] = Queue()
        self._slots = [threading.Thread(target=self._work, daemon=True) for _ in range(min(jobs, len(tasks)))]

    def make(self, keep: Callable[[Record], None]) -> bool:
        """Make all runs, and return True if Ctrl-C came first; `keep` is called with each record."""
        self._stop_sender, self._stop = socket.socketpair()
        try:
            with self._interruptible():
                for slot in self._slots:
                    slot.start()
                self._listen(keep)
        finally:
            self._give_up()
            for slot in self._slots:
                slot.join(PATIENCE)
            self._stop.close()
        return self._interrupted

    def _listen(self, keep: Callable[[Record], None]) -> None:
        """Keep the records that the slots deliver, until all slots have ended."""
        while self._is_working() or not self._events.empty():
            try:
                task, event = self._events.get(timeout=LOOK_SECONDS)
            except Empty:
                continue
            if event is None:
                self._observer.on_begin(task)
            elif isinstance(event, BaseException):
                raise event
            else:
                keep(event)
                self._observer.on_end()

    def _is_working(self) -> bool:
        return any(slot.is_alive() for slot in self._slots)

    def _work(self) -> None:
        """Make one run after the other, in servers of this slot's own."""
        clients = {ref: Client(ref, samples, self._stop) for ref, samples in self._samples.items()}
        try:
            while not self._given_up:
                try:
                    task = self._tasks.popleft()
                except IndexError:
                    return
                self._events.put((task, None))
                try:
                    report = clients[BackendRef(task.backend, task.use)].run(task)
                    self._events.put((task, judge(task, report)))
                except Cancelled:
                    return
                except BaseException as error:
                    self._events.put((task, error))
                    return
        finally:
            for client in clients.values():
                client.close()

    def _give_up(self) -> None:
        """Begin no more runs, and cancel those that go on."""
        if not self._given_up:
            self._given_up = True
            self._stop_sender.close()  # which makes `stop` readable to all slots

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Let the first Ctrl-C end the campaign in good order, and the second one at once."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupt(number: int, frame: FrameType | None) -> None:
            if self._interrupted:
                raise KeyboardInterrupt
            self._interrupted = True
            self._give_up()

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
