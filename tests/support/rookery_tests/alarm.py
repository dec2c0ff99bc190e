"""Ctrl-C at a moment of one's own choosing."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[None]:
    """KeyboardInterrupt in the block after some seconds, as Ctrl-C would raise it.

    Python ignores what is raised in callbacks of weak references and of the garbage collector; it is then raised again.
    """

    def raise_again(ignored: Any) -> None:
        if ignored.exc_type is KeyboardInterrupt:
            signal.setitimer(signal.ITIMER_REAL, 0.01)
        else:
            report(ignored)

    previous = signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    report, sys.unraisablehook = sys.unraisablehook, raise_again
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        sys.unraisablehook = report
