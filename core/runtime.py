"""This Python: threads, numpy, and new interpreters.

Python in a page (Pyodide) has one thread: work is done at once, by the thread that starts it.

`python -c` looks for modules in the current folder first, which may belong to another person: a `pickle.py` there would
be run in place of Python's own. `-P` keeps an interpreter from that; and if the path of this process begins with the
current folder, as in a notebook, it stands last on that of a new one: modules that only it holds are still found.
"""

import os
import signal
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from threading import Event, Thread
from typing import Any

HAS_THREADS = sys.platform not in ("emscripten", "wasi")
PDEATHSIG = 1
EXPENDABLE = Event()  # set in a process that may be killed, as that of one run: no solver needs a further one there
IN_PAGE = sys.platform == "emscripten"  # no numba, and numpy only if the page loads it


class SideThread(Thread):
    """A thread that ends with the program; without threads its work is done when it is started.

    So the work may not wait for what is done after its start, and a queue that it fills may not be bounded.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, daemon=True, **named)

    def start(self) -> None:
        """Begin the work."""
        (super().start if HAS_THREADS else self.run)()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the work is done, or for some seconds."""
        if HAS_THREADS:
            super().join(timeout)


@cache
def has_numpy() -> bool:
    """Return whether numpy can be imported: small questions do without it, and so does a page."""
    return find_spec("numpy") is not None


def interpreter_command(code: str, *arguments: str) -> list[str]:
    """Return the command that runs code in a new interpreter; the code sets `sys.path` to `import_path` of this one."""
    return [sys.executable, "-P", "-c", code, *arguments]


def import_path() -> list[str]:
    """Return the import path for a new interpreter: that of this process, the current folder last."""
    with suppress(FileNotFoundError):  # the current folder is gone
        here = os.path.realpath(os.curdir)
        return sorted(sys.path, key=lambda place: os.path.realpath(place) == here)
    return [place for place in sys.path if place]


def die_with_parent(parent: int) -> None:
    """End this process with its parent, by Linux's signal: while a solver runs, no thread of ours may."""
    set_process_option(PDEATHSIG, signal.SIGKILL)
    if sys.platform == "linux" and os.getppid() != parent:  # it has gone already
        os._exit(1)


def set_process_option(option: int, value: int) -> None:
    """Call Linux's prctl; nothing happens elsewhere."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
