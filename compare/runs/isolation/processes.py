"""The processes of Linux: their descendants, their use of resources, and how to end them together."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from rookery.backends.fleet.processes import set_process_option

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
