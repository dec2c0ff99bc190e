"""A process that ends with its parent."""

import ctypes
import os
import signal
import sys

PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """Ask the system for SIGKILL when the parent goes, and go at once where it is gone already.

    A solver may hold the interpreter for long, so that no thread of ours would end it.
    """
    set_process_option(PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def set_process_option(option: int, value: int) -> None:
    """Call Linux's prctl; nothing happens elsewhere."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
