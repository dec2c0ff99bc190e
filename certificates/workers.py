"""How many threads the work of a call may share: whoever asks *allows* some, and whatever can share its work looks.

What comes out must not depend on that number.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from threading import Event
from typing import Any, TypeVar

from rookery.models import BadInput
from rookery.models.reading.given import take_whole

T = TypeVar("T")
AHEAD = 16  # jobs that wait for each thread

MOST_WORKERS = 1_000

_allowed: ContextVar[int] = ContextVar("workers", default=1)


def count_allowed() -> int:
    """How many threads there may be."""
    return _allowed.get()


def take_workers(value: Any) -> int:
    """How many threads somebody asks for; None asks for one on each processor that is ours."""
    if value is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = take_whole(value, "workers")
    if not 1 <= number <= MOST_WORKERS:
        raise BadInput(f"workers {number}; it must be between 1 and {MOST_WORKERS:,}")
    return number


@contextmanager
def allow(workers: int) -> Iterator[None]:
    """Let the work in the block share so many threads."""
    token = _allowed.set(workers)
    try:
        yield
    finally:
        _allowed.reset(token)


def run_in_order(jobs: Iterable[Callable[[Event], T]], workers: int) -> Generator[T, None, None]:
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
