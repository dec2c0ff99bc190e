"""The harness: makes the runs of a campaign, some at a time, each isolated, and hands over their records."""

import signal
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from queue import Empty, Queue
from types import FrameType, MappingProxyType
from typing import Protocol

from rookery.backends.contract.fleet import LostFleet
from rookery.compare.campaign.tasks import Task
from rookery.compare.records.record import Record
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.isolation.host import Cancelled
from rookery.compare.runs.makers import ForkServers, KindLeft, RunMaker
from rookery.compare.runs.todo import Todo

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
        self._todo, self._observer = Todo(tasks, kinds), observer or SilentObserver()
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
                task, news = self._news.get(timeout=LOOK)
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
        """Whether there is more to come: runs go on, or wait for somebody to make them."""
        waiting = not self._given_up and len(self._todo) > 0
        return waiting or any(worker.is_alive() for worker in chain.from_iterable(self._workers.values()))

    def _hire(self) -> None:
        """Start a worker thread for each run that can be made besides those that go on."""
        if self._given_up:
            self._maker.abandon()
            return
        try:
            places = self._maker.places() if self._todo else {}
        except LostFleet as error:
            self._fail(error)
            return
        if places:
            self._todo.keep_kinds(places)
        for kind, most in places.items():
            there = [worker for worker in self._workers.get(kind, ()) if worker.is_alive()]
            missing = min(most - len(there), len(self._todo)) if self._todo.has(kind) else 0
            new = [threading.Thread(target=self._work, args=(kind,), daemon=True) for _ in range(missing)]
            self._workers[kind] = there + new
            for worker in new:
                worker.start()

    def _work(self, kind: str) -> None:
        """What each worker thread does: one run after the other, all for one kind of machine."""
        while not self._given_up and (task := self._todo.take(kind)) is not None:
            self._news.put((task, None))
            try:
                self._news.put((task, self._make_run(task, kind)))
            except Cancelled:
                return
            except KindLeft:
                self._todo.put_back(task)
                return
            except BaseException as error:
                self._news.put((task, error))
                return

    def _make_run(self, task: Task, kind: str) -> Record:
        made = self._maker.make(task, kind, self._stop)
        return replace(decode_report(task, made.report, made.started), machine=made.machine)

    def _fail(self, error: BaseException) -> None:
        """Give up where the fleet is lost, and keep what there is; whatever else went wrong is raised."""
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
