"""Ctrl-C at a moment of one's own choosing."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[None]:
    """KeyboardInterrupt in the block after some seconds, as Ctrl-C would raise it."""
    previous = signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    try:
        # again after 5 s: an exception raised while an object is finalised is lost (Python prints and ignores it)
        signal.setitimer(signal.ITIMER_REAL, seconds, 5)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
