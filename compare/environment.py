"""The machine and the software on which runs are made: the conditions of a measurement."""

import os
import platform
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from rookery.compare.record import Environment
from rookery.core.plugins import installed_version, own_version

LIBRARIES = ("ortools", "python-sat", "python-constraint2", "numba", "numpy")
GIT = 5.0


def now() -> str:
    """The moment, as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def describe_environment(jobs: int = 1, left_out: str = "") -> Environment:
    """Return the machine as it is now; `left_out` says which backends "all" does not stand for, and why."""
    facts = {
        **machine_facts(),
        "load at start": " ".join(f"{load:.2f}" for load in os.getloadavg()),
        "jobs": f"{jobs} {'run' if jobs == 1 else 'runs'} at a time",
        **_software(),
        "started": now(),
        "limits": "enforced from outside" if sys.platform == "linux" else "memory only by RLIMIT_AS on this system",
        "left out": left_out,
    }
    return Environment({name: fact for name, fact in facts.items() if fact})


def machine_facts() -> dict[str, str]:
    """The hardware and the system of this machine."""
    # The cores that this process may use
    return {
        "processor": _read_field("/proc/cpuinfo", "model name") or platform.processor() or platform.machine(),
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()} ({platform.machine()})",
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
    }


def _software() -> dict[str, str]:
    """The software of a run."""
    libraries = {name: installed_version(name) or "missing" for name in LIBRARIES}
    facts = {"rookery": own_version(), **libraries, "commit": _commit(Path(__file__).resolve().parent)}
    return {name: fact for name, fact in facts.items() if fact}


def _memory() -> str:
    size = _read_field("/proc/meminfo", "MemTotal").removesuffix("kB").strip()
    return f"{int(size) / 1024 / 1024:.1f} GiB" if size.isdigit() else ""


def _read_field(path: str, name: str) -> str:
    """The value of a name in a file of `name : value` lines."""
    with suppress(OSError):
        for line in Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == name:
                return value.strip()
    return ""


def _commit(folder: Path) -> str:
    """The commit of the sources, and whether they were changed since; empty outside a repository."""
    with suppress(OSError, subprocess.SubprocessError):
        commit = _git(folder, "rev-parse", "HEAD")
        return f"{commit[:12]} with changes" if _git(folder, "status", "--porcelain", "-uno") else commit[:12]
    return ""


def _git(folder: Path, *words: str) -> str:
    output = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, timeout=GIT, check=True)
    return output.stdout.strip()
