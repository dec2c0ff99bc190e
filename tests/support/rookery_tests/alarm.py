"""Ctrl-C at a moment of one's own choosing."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

FINALISING = "_weakrefset"  # its module calls back when an object ends, and Python ignores what is raised there


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[None]:
    """KeyboardInterrupt in the block after some seconds, as Ctrl-C would raise it."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        if frame is not None and frame.f_globals.get("__name__") == FINALISING:
            signal.setitimer(signal.ITIMER_REAL, 0.01)
        else:
            signal.raise_signal(signal.SIGINT)

    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
