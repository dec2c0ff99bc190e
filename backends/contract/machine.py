"""Resources of this machine."""

import os
import sys
from pathlib import Path

UNKNOWN = 8 << 30
UNIT = 1 if sys.platform == "darwin" else 1 << 10  # of `ru_maxrss`, in bytes


def memory_of_machine() -> int:
    """The bytes of memory that the system reports."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return UNKNOWN


def peak_memory_of_run() -> int | None:
    """The bytes that this process held at its peak, if it did the work itself; None if others shared it.

    It is that of all that the process did: only one that makes a single run, and ends, may take it for the run's.
    """
    try:
        import resource
    except ImportError:  # on Windows
        return None
    if resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss:
        return None
    return _peak_since_start() or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


def _peak_since_start() -> int | None:
    """The peak that Linux reports for this program; `getrusage` also counts the process before it became this one."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:")), None)
