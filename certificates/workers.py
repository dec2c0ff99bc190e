"""The number of threads for a call: the caller *allows* some, and work that can be shared looks it up.

The result must not depend on that number.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from threading import Event
from typing import Any, TypeVar

from rookery.core.runtime import HAS_THREADS
from rookery.models import BadInput
from rookery.models.reading.given import take_whole

T = TypeVar("T")
AHEAD = 16  # jobs that wait for each thread

MAX_WORKERS = 1_000

_allowed: ContextVar[int] = ContextVar("workers", default=1)


def count_allowed() -> int:
    """The number of threads allowed."""
    return _allowed.get()


def take_workers(value: Any) -> int:
    """The number of threads that a caller wants; None means one per available processor."""
    if value is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = take_whole(value, "workers")
    if not 1 <= number <= MAX_WORKERS:
        raise BadInput(f"workers {number}; it must be between 1 and {MAX_WORKERS:,}")
    return number


@contextmanager
def allow(workers: int) -> Iterator[None]:
    """Let the work in the block use this many threads."""
    token = _allowed.set(workers)
    try:
        yield
    finally:
        _allowed.reset(token)


def run_in_order(jobs: Iterable[Callable[[Event], T]], workers: int) -> Generator[T, None, None]:
    """Yield the results of the jobs, in their order; each under the deadline that is held."""
    abandoned = Event()
    if not HAS_THREADS:
        yield from (job(abandoned) for job in jobs)
        return
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
