"""Time in tests, such that none depends on the speed of a machine: yardsticks, events that are waited for, patience."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, perf_counter, process_time, sleep
from typing import TypeVar

# For what ends within seconds and is waited for: only what would never end is given up.
PATIENCE = 600.0

Found = TypeVar("Found")


def slowness() -> float:
    """The factor of a limit in seconds: 1 on an idle machine, else the square of what is lost to other processes."""
    began, spent = perf_counter(), process_time()
    while process_time() - spent < 0.1:
        sum(range(1000))
    lost = (perf_counter() - began) / 0.1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1.0, lost, load / (os.cpu_count() or 1)) ** 2


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Assert that a block takes at most some seconds of an idle machine."""
    began = monotonic()
    yield
    took = monotonic() - began
    if took >= seconds:
        idle = slowness()
        assert took < seconds * idle, f"{took:.2f} s, of {seconds} s by {idle:.1f} for a machine that is busy"


def comes_true(holds: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Wait for an event, looked for again and again; False if it does not come."""
    until = monotonic() + seconds
    while not (true := bool(holds())) and monotonic() < until:
        sleep(0.01)
    return true


def with_time_enough(ask: Callable[[float], Found], enough: Callable[[Found], object], seconds: float) -> Found:
    """What a question with a time limit finds: asked again with more time, until it is enough, or 300 times as much."""
    for factor in (1, 4, 15, 60, 300):
        found = ask(seconds * factor)
        if enough(found):
            break
    return found
