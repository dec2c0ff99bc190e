"""Time in tests, such that none depends on the speed of a machine: yardsticks, events that are waited for, patience."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import TypeVar

from rookery.backends.conformance.case import slowness as slowness

# For what ends within seconds and is waited for: only what would never end is given up.
PATIENCE = 600.0

Found = TypeVar("Found")


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
