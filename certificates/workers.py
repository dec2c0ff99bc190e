"""How many threads the work of a call may share: whoever asks *allows* some, and whatever can share its work looks.

What comes out must not depend on that number.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from threading import Event
from typing import TypeVar

T = TypeVar("T")
AHEAD = 16  # jobs that wait for each thread

_allowed: ContextVar[int] = ContextVar("workers", default=1)


def allowed() -> int:
    """How many threads there may be."""
    return _allowed.get()


@contextmanager
def allow(workers: int) -> Iterator[None]:
    """Let the work in the block share so many threads."""
    token = _allowed.set(workers)
    try:
        yield
    finally:
        _allowed.reset(token)


def run_in_order(jobs: Iterable[Callable[[Event], T]], workers: int) -> Generator[T]:
    """What the jobs return, in their order; each under the deadline that is held.

    A job is given an event: once that is set nobody wants what it returns, and it should end.
    """
    abandoned = Event()
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[T]] = deque()
        try:
            for job in jobs:
                waiting.append(pool.submit(copy_context().run, job, abandoned))
                if len(waiting) == AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            abandoned.set()
            for each in waiting:
                each.cancel()
