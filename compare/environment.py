"""The machine and the software on which runs are made: the conditions of a measurement."""

import os
import platform
import re
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from rookery.core.words import amount


def now() -> str:
    """Return the moment, as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def describe_environment(jobs: int = 1, left_out: str = "") -> dict[str, str]:
    """Return the machine as it is now; `left_out` says which backends "all" does not stand for, and why."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    facts = {
        "processor": _processor(),
        "cores": str(cores),  # those that this process may use
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()} ({platform.machine()})",
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
        "load at start": " ".join(f"{load:.2f}" for load in os.getloadavg()),
        "jobs": f"{amount(jobs, 'run')} at a time",
        "limits": "" if sys.platform == "linux" else "memory only as address space (RLIMIT_AS) on this system",
        "left out": left_out,
    }
    return {name: fact for name, fact in facts.items() if fact}


def _memory() -> str:
    try:
        return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.1f} GiB"
    except (ValueError, OSError):  # not every system reports it
        return ""


def _processor() -> str:
    with suppress(OSError):
        if found := re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(errors="replace")):
            return found[1]
    return platform.processor() or platform.machine()
