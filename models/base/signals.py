"""Ctrl-C that waits: a library that is interrupted while it is imported or made ready is broken until the end."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def postpone_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C come after the block; only the main thread gets it, so that others need no care."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if held:
            signal.raise_signal(signal.SIGINT)
