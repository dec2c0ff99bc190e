"""Marks: labels that distinguish a run's processes from all others when their supervisor is gone.

A mark is a limit that is never reached, of a resource that is not used here (processor time of real-time threads). A
process passes its limits on to all that it forks or executes, in any session and below any parent, and everyone may
read them in /proc; unlike a variable of the environment, a mark is visible in a process that was only forked, and an
empty environment does not remove it.
"""

import os
import select
import signal
from contextlib import suppress
from pathlib import Path
from secrets import randbits
from time import monotonic

from rookery.compare.runs.isolation.processes import LINUX

LEAST, BITS = 1 << 61, 56  # microseconds: 70,000 years, and a number of the run's own
ROW = b"Max realtime timeout"
PATIENCE = 2.0


def new() -> int:
    """A mark that no other run has."""
    return LEAST | randbits(BITS)


def wear(mark: int) -> None:
    """Mark this process and all that come of it; not where the system limits that time already."""
    if LINUX:
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_RTTIME, (mark, mark))


def end_all(mark: int) -> int:
    """Kill every process that has a mark, until there is none; return their number."""
    met, deadline = 0, monotonic() + PATIENCE
    while LINUX and (found := _wearers(mark)) and monotonic() < deadline:
        met += len(found)
        for handle in found:
            with suppress(ProcessLookupError, PermissionError):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
        for handle in found:
            _has_ended(handle, max(0.0, deadline - monotonic()))
            os.close(handle)
    return met


def _wearers(mark: int) -> list[int]:
    """Handles of the processes that wear a mark and have not ended."""
    pids = (int(name) for name in os.listdir("/proc") if name.isdigit())
    return [handle for pid in pids if (handle := _wearer(pid, mark)) is not None]


def _wearer(pid: int, mark: int) -> int | None:
    """A handle of a process that wears a mark; it is asked again, since another may have got its number meanwhile."""
    if not _wears(pid, mark):
        return None
    with suppress(OSError, AttributeError):
        handle = os.pidfd_open(pid)
        if _wears(pid, mark) and not _has_ended(handle):
            return handle
        os.close(handle)
    return None


def _wears(pid: int, mark: int) -> bool:
    with suppress(OSError):
        rows = Path(f"/proc/{pid}/limits").read_bytes().splitlines()
        return any(str(mark).encode() in row.split() for row in rows if row.startswith(ROW))
    return False


def _has_ended(handle: int, seconds: float = 0.0) -> bool:
    """Return whether a process ends in time; a zombie has ended as well."""
    ended = select.poll()
    ended.register(handle, select.POLLIN)
    return bool(ended.poll(seconds * 1000))
