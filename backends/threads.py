"""The callbacks of a library as a generator: the library works in a thread, the main thread stays free for Ctrl-C."""

from collections.abc import Callable, Generator
from contextlib import suppress
from contextvars import copy_context
from queue import Empty, Full, Queue
from threading import Event
from typing import TypeVar

from rookery.backends.contract import Bound, End, Item, Solution
from rookery.core.runtime import HAS_THREADS, SideThread

MAX_WAITING = 1000
PATIENCE = 0.1  # seconds between two checks that there is a reader
T = TypeVar("T")


class Stopped(Exception):
    """Nobody reads the channel any more."""


class Channel:
    """A queue into which a working thread puts solutions; `stopped` says that nobody reads it any more.

    The thread may set `count`, the solutions counted so far, and `bound`, what is proven of the objective.
    """

    def __init__(self) -> None:
        self._queue: Queue[Solution | End | BaseException] = Queue(MAX_WAITING if HAS_THREADS else 0)
        self.stopped = Event()
        self.count: int | None = None
        self.bound: int | None = None

    def put(self, item: Solution | End | BaseException) -> None:
        """Put an item into the queue, after waiting for room; raises `Stopped` if nobody reads any more."""
        while not self.stopped.is_set():
            with suppress(Full):
                self._queue.put(item, timeout=PATIENCE)
                return
        raise Stopped

    def get(self) -> Solution | End | BaseException | None:
        """Return the next item; None if there is none within `PATIENCE`."""
        with suppress(Empty):
            return self._queue.get(timeout=PATIENCE)
        return None


def stream_from_thread(
    work: Callable[[Channel], End], stop: Callable[[], None] = lambda: None
) -> Generator[Item, None, None]:
    """Yield what `work` puts into its channel, the bounds and counts that it sets, and last the end that it returns.

    Raises what `work` raises. When the generator is closed early, `stop` is called until the thread has ended.
    """
    channel, told = Channel(), Bound()
    thread = SideThread(target=copy_context().run, args=(_work, work, channel))
    thread.start()
    try:
        while True:
            item = channel.get()
            if (now := Bound(channel.bound, channel.count)) != told and not isinstance(item, End):
                told = now
                yield now
            if isinstance(item, BaseException):
                raise item
            if item is not None:
                yield item
            if isinstance(item, End):
                return
    finally:
        channel.stopped.set()
        while thread.is_alive():
            stop()
            thread.join(PATIENCE / 5)


def _work(work: Callable[[Channel], End], channel: Channel) -> None:
    """Call `work`, and put what it returns or raises into its channel."""
    with suppress(Stopped):
        try:
            result: End | BaseException = work(channel)
        except Stopped:
            return
        except BaseException as error:
            result = error
        channel.put(result)


def run_in_thread(work: Callable[[], T]) -> T:
    """Return the result of work in another thread, so that Ctrl-C can interrupt the main one."""
    results, errors = list[T](), list[BaseException]()

    def attempt() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = SideThread(target=copy_context().run, args=(attempt,))
    thread.start()
    thread.join()
    for error in errors:
        raise error
    return results[0]
