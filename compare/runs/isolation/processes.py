"""The processes of Linux: their descendants, their marks, their use of resources, and how to end them together.

A mark distinguishes the processes of a run from all others when their supervisor is gone. It is a limit that is never
reached, of a resource that is not used here (processor time of real-time threads). A process passes its limits on to
all that it forks or executes, in any session and below any parent, and everyone may read them in /proc; unlike a
variable of the environment, a mark is visible in a process that was only forked, and an empty environment does not
remove it.
"""

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import randbits
from time import monotonic, sleep
from typing import NamedTuple

from rookery.core.runtime import set_process_option

LEAST, BITS = 1 << 61, 56  # microseconds: 70,000 years, and a number of the run's own
ROW = b"Max realtime timeout"


def new_mark() -> int:
    """A mark that no other run has."""
    return LEAST | randbits(BITS)


def wear_mark(mark: int) -> None:
    """Mark this process and all that come of it; not if the system limits that time already."""
    if LINUX:
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_RTTIME, (mark, mark))


def end_all_marked(mark: int) -> int:
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


LINUX = sys.platform == "linux"
CHILD_SUBREAPER = 36
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PATIENCE = 2.0
IN_MEMORY = ("/memfd:", "/dev/shm/")
BLOCK = 512  # bytes, what `st_blocks` counts on every system


class Usage(NamedTuple):
    """The resources of some processes together: resident bytes and seconds of processor."""

    memory: int
    cpu: float


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent goes."""
    set_process_option(CHILD_SUBREAPER, 1)


def descendants(root: int) -> list[int]:
    """All processes below one, as far as they can be seen."""
    found: list[int] = []
    todo = [root]
    while todo:
        below = list(_children(todo.pop()))
        found += below
        todo += below
    return found


def _children(pid: int) -> Iterator[int]:
    with suppress(OSError, ValueError):
        for task in os.listdir(f"/proc/{pid}/task"):
            yield from map(int, _read(f"/proc/{pid}/task/{task}/children").split())


def usage(pids: list[int]) -> Usage:
    """Measure some processes together: resident memory, and files in memory that they hold without mapping them.

    Resident bytes that several share are counted once (Pss); reading that takes long, so a process alone is not asked.
    """
    memory = cpu = 0.0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            memory += _rolled_up(pid, "Pss:") if len(pids) > 1 else int(_read(f"/proc/{pid}/statm").split()[1]) * PAGE
            # Seconds of processor of a process and of those children that it has waited for
            fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
            cpu += sum(map(int, fields[11:15])) / TICK
    return Usage(int(memory) + _unmapped_bytes(pids), cpu)


def _rolled_up(pid: int, row: str) -> int:
    """Bytes of all mappings of a process, of one kind."""
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(row):
            return int(line.split()[1]) * 1024
    return 0


def _unmapped_bytes(pids: list[int]) -> int:
    """Bytes of the files in memory that processes hold open, less what of such files is resident anyway."""
    held: dict[tuple[int, int], int] = {}
    for pid in pids:
        with suppress(OSError):
            # The files in memory that a process holds open, each with the bytes that it takes
            found = {}
            for handle in os.listdir(f"/proc/{pid}/fd"):
                path = f"/proc/{pid}/fd/{handle}"
                with suppress(OSError):
                    if os.readlink(path).startswith(IN_MEMORY):
                        stat = os.stat(path)
                        found[stat.st_dev, stat.st_ino] = stat.st_blocks * BLOCK
            held |= found
    if not held:
        return 0
    mapped = 0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            mapped += _rolled_up(pid, "Pss_Shmem:")
    return max(0, sum(held.values()) - mapped)


def address_space() -> int:
    """Bytes of address space that this process holds."""
    with suppress(OSError, ValueError, IndexError):
        return int(_read("/proc/self/statm").split()[0]) * PAGE
    return 0


def _read(path: str) -> str:
    return Path(path).read_text(encoding="ascii", errors="replace")


def end(pid: int, number: int) -> None:
    """Send a signal to a process and its group; one that is gone is no error."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def end_all_below(root: int) -> int:
    """Kill and reap all descendants of this process, until there are none; returns their number."""
    met: set[int] = set()
    deadline = monotonic() + PATIENCE
    while (left := descendants(root)) and monotonic() < deadline:
        met.update(left)
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        reap()
        sleep(0.001)
    return len(met)


def reap() -> list[tuple[int, int]]:
    """Collect the children that have ended, each with its wait status."""
    ended = []
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended.append(found)
    return ended
