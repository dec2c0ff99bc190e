"""Streams from a library that would hold the main thread: it works in a separate thread and hands over.

Bounded queues, whose reader may leave.
"""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from queue import Empty, Full, Queue
from threading import Event
from typing import TypeVar

from rookery.backends.contract import Bound, End, Reason, Solution
from rookery.backends.presolve.structure.components import Items
from rookery.core.runtime import HAS_THREADS, SideThread

MAX_WAITING = 1000
PATIENCE = 0.1  # seconds between two checks that there is a reader
T = TypeVar("T")


def put_until(queue: Queue[T], item: T, left: Event) -> bool:
    """Put an item into a queue as soon as there is room; False if the reader has left before."""
    while not left.is_set():
        try:
            queue.put(item, timeout=PATIENCE)
        except Full:
            continue
        return True
    return False


class Stopped(Exception):
    """Raised when no thread listens any more."""


class Channel:
    """A queue where a working thread puts solutions; `stopped` says that no thread listens any more.

    `count` is the number found so far by work that counts without giving solutions; `bound` is what work that looks
    for the best has proven of the objective so far.
    """

    def __init__(self) -> None:
        self._queue: Queue[Solution | End | BaseException] = Queue(MAX_WAITING if HAS_THREADS else 0)
        self.stopped = Event()
        self.count: int | None = None
        self.bound: int | None = None

    def put(self, item: Solution | End | BaseException) -> None:
        """Hand over, waiting for room; raises `Stopped` when no thread listens."""
        if not put_until(self._queue, item, self.stopped):
            raise Stopped

    def get(self) -> Solution | End | BaseException:
        """Wait for what comes next; Ctrl-C breaks the wait."""
        while True:
            try:
                return self._queue.get(timeout=PATIENCE)
            except Empty:
                continue


def stream_from_thread(work: Callable[[Channel], End], stop: Callable[[], None] = lambda: None) -> Items:
    """Give what `work` puts into its channel, and last its outcome; raise its error.

    `work` runs in a thread: Python handles Ctrl-C in the main one alone, and only while that runs Python. When the
    stream is closed early, `stop` is called until the thread has ended. Work that counts ends with what it has. Before
    a solution, an interim report says what bound is proven by then.
    """
    channel, bound = Channel(), None
    thread = SideThread(target=copy_context().run, args=(_work, work, channel))
    thread.start()
    try:
        while isinstance(item := channel.get(), frozenset):
            if channel.bound != bound:
                bound = channel.bound
                yield Bound(bound)
            yield item
    except KeyboardInterrupt:
        if channel.count is None:
            raise
        item = End(proven=False, reason=Reason.INTERRUPTED, count=channel.count)
    finally:
        channel.stopped.set()
        while thread.is_alive():
            stop()
            thread.join(PATIENCE / 5)
    if isinstance(item, BaseException):
        raise item
    yield item


def _work(work: Callable[[Channel], End], channel: Channel) -> None:
    """Put what some work returns or raises into its channel."""
    try:
        result: End | BaseException = work(channel)
    except Stopped:
        return
    except BaseException as error:
        result = error
    with suppress(Stopped):
        channel.put(result)


def run_in_thread(work: Callable[[], T]) -> T:
    """The result of some work done in a separate thread, so that Ctrl-C is Python's own in the main one."""
    result: Future[T] = Future()

    def attempt() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    SideThread(target=copy_context().run, args=(attempt,)).start()
    return result.result()
