"""The harness: what the store lacks, run in a fair order, some at a time; Ctrl-C ends it well."""

import signal
import socket
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from queue import Empty, Queue
from threading import Lock
from types import FrameType, MappingProxyType
from typing import NamedTuple, Protocol

from rookery.backends.contract.fleet import LostFleet
from rookery.backends.contract.progress import Observer as ProgressObserver
from rookery.backends.contract.progress import Progress
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.campaign import Task
from rookery.compare.campaign.entries import family
from rookery.compare.records.record import Record
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.environment import now
from rookery.compare.runs.isolation.host import Cancelled, ForkServer, Report


class RunQueue:
    """A queue of tasks for several threads, each task for a kind of machine.

    `kinds` has the kind on which the runs of an instance were made so far; a new instance goes to the first taker.
    """

    def __init__(self, tasks: Iterable[Task], kinds: Mapping[str, str]) -> None:
        self._tasks = {task.key(): task for task in tasks}
        self._kinds = dict(kinds)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._tasks)

    def pop(self, kind: str) -> Task | None:
        """Take the next task for this kind, or of a new instance."""
        with self._lock:
            for key, task in self._tasks.items():
                if self._kinds.get(task.instance, kind) == kind:
                    self._kinds[task.instance] = kind
                    return self._tasks.pop(key)
        return None

    def has(self, kind: str) -> bool:
        """Return whether there is a task for this kind."""
        with self._lock:
            return any(self._kinds.get(task.instance, kind) == kind for task in self._tasks.values())

    def put_back(self, task: Task) -> None:
        """Take a task back that was not carried out: it comes first."""
        with self._lock:
            self._tasks = {task.key(): task, **self._tasks}

    def keep_kinds(self, kinds: Collection[str]) -> None:
        """Free the instances of all other kinds of machine: those have left."""
        with self._lock:
            self._kinds = {instance: kind for instance, kind in self._kinds.items() if kind in kinds}


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

    def count_slots(self) -> Mapping[str, int]:
        """The number of runs that can be made at a time, by kinds of machine."""

    def make(self, task: Task, kind: str, stop: socket.socket) -> MadeRun:
        """Make a run; raises `Cancelled` when `stop` becomes readable first, and `KindLeft`."""

    def describe(self, machine: str) -> Mapping[str, str]:
        """Describe a machine that has made a run, for the environment."""

    def abandon(self) -> None:
        """Note that the remaining runs are not wanted any more."""

    def close(self) -> None:
        """End what was started to make runs."""


class ForkServers:
    """The fork server of each backend on this machine, started when it is first needed; makes `jobs` runs at a time."""

    def __init__(self, tasks: Iterable[Task], jobs: int = 1) -> None:
        self._servers = {entrant: ForkServer(entrant, samples) for entrant, samples in choose_samples(tasks).items()}
        self._jobs = jobs

    def count_slots(self) -> Mapping[str, int]:
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
    """Has runs made, as many at a time as their maker can, in the order in which they are given.

    `kinds` are the kinds of machine on which runs of an instance were made before. After Ctrl-C the harness begins no
    more, gives up those that go on, and `interrupted` is true; Ctrl-C again raises `KeyboardInterrupt` at once. Where
    the fleet is lost, `lost` says so.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        maker: RunMaker | None = None,
        observer: Observer | None = None,
        kinds: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.interrupted = self._given_up = False
        self.lost = ""
        self._queue, self._observer = RunQueue(tasks, kinds), observer or SilentObserver()
        # not a SimpleQueue: `get` of that one waits for ever when a signal comes as its time runs out
        self._news: Queue[tuple[Task, Record | BaseException | None]] = Queue()
        self._maker = maker or ForkServers(tasks)
        self._workers: dict[str, list[threading.Thread]] = {}

    def make(self, keep: Keep) -> None:
        """Make all runs; `keep` is called with each record as soon as it is known."""
        self._stop_sender, self._stop = socket.socketpair()
        try:
            with self._interruptible():
                self._listen(keep)
        finally:
            self._give_up()
            self._maker.abandon()
            for worker in chain.from_iterable(self._workers.values()):
                worker.join(PATIENCE)
            self._maker.close()
            self._stop.close()

    def _listen(self, keep: Keep) -> None:
        """Take the news of the workers until all have ended."""
        self._hire()
        while self._is_working() or not self._news.empty():
            try:
                task, news = self._news.get(timeout=LOOK_SECONDS)
            except Empty:
                self._hire()
                continue
            if news is None:
                self._observer.on_begin(task)
            elif isinstance(news, BaseException):
                self._fail(news)
            else:
                keep(news)
                self._observer.on_end(task, news)

    def _is_working(self) -> bool:
        """Return whether more runs will come: runs go on, or wait for a worker."""
        waiting = not self._given_up and len(self._queue) > 0
        return waiting or any(worker.is_alive() for worker in chain.from_iterable(self._workers.values()))

    def _hire(self) -> None:
        """Start a worker thread for each run that can be made besides those that go on."""
        if self._given_up:
            self._maker.abandon()
            return
        try:
            places = self._maker.count_slots() if self._queue else {}
        except LostFleet as error:
            self._fail(error)
            return
        if places:
            self._queue.keep_kinds(places)
        for kind, most in places.items():
            there = [worker for worker in self._workers.get(kind, ()) if worker.is_alive()]
            missing = min(most - len(there), len(self._queue)) if self._queue.has(kind) else 0
            new = [threading.Thread(target=self._work, args=(kind,), daemon=True) for _ in range(missing)]
            self._workers[kind] = there + new
            for worker in new:
                worker.start()

    def _work(self, kind: str) -> None:
        """Work as one worker thread: one run after the other, all for one kind of machine."""
        while not self._given_up and (task := self._queue.pop(kind)) is not None:
            self._news.put((task, None))
            try:
                made = self._maker.make(task, kind, self._stop)
                self._news.put((task, replace(decode_report(task, made.report, made.started), machine=made.machine)))
            except Cancelled:
                return
            except KindLeft:
                self._queue.put_back(task)
                return
            except BaseException as error:
                self._news.put((task, error))
                return

    def _fail(self, error: BaseException) -> None:
        """Stop if the fleet is lost, and keep the finished runs; all other errors are raised."""
        if not isinstance(error, LostFleet):
            raise error
        self.lost = self.lost or str(error)
        self._give_up()

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
