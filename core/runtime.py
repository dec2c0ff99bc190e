"""Threads, their processor time, and numpy, which not every interpreter has.

Python in a page has one thread and no clock of its own: there work is done at once, by the thread that starts it.
"""

import sys
import time
from functools import cache
from importlib.util import find_spec
from threading import Thread
from typing import Any

HAS_THREADS = sys.platform not in ("emscripten", "wasi")
thread_time = getattr(time, "thread_time", time.perf_counter)  # in seconds


class SideThread(Thread):
    """A thread that ends with the program; without threads its work is done when it is started.

    So the work may not wait for what is done after its start, and a queue that it fills may not be bounded.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, daemon=True, **named)

    def start(self) -> None:
        """Begin the work."""
        if HAS_THREADS:
            super().start()
        else:
            self.run()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the work is done, or for some seconds."""
        if HAS_THREADS:
            super().join(timeout)


@cache
def has_numpy() -> bool:
    """Return whether numpy can be imported: what is small does without it, and so does a page."""
    try:
        return find_spec("numpy") is not None
    except ImportError:
        return False
