"""Kernels that a wheel of a platform brings along: where they are, and whether this machine runs them.

Nothing here imports numpy: it is asked at the start of each program.
"""

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from rookery.core.runtime import has_numpy

SHIPPED = Path(__file__).parent / "compiled"  # in the wheel of a platform
FIELDS = "fields.json"  # what kernels of a page take
BASELINE = "x86-64-v3"  # most processors for personal computers since 2013
# Its instructions, as Linux calls them
INSTRUCTIONS = {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "popcnt", "sse4_1", "sse4_2", "ssse3"}


def find_shipping() -> Path | None:
    """The folder to which kernels are compiled that a wheel brings along; None if none are."""
    named = os.environ.get("ROOKERY_SHIP_KERNELS")
    return Path(named) if named else None


@cache
def runs_in_page() -> bool:
    """Return whether this is Python in a page that has kernels with it (see `webassembly`)."""
    return sys.platform == "emscripten" and not has_numpy() and (SHIPPED / FIELDS).is_file()


@cache
def runs_shipped() -> bool:
    """Return whether this installation has kernels with it that the processor of this machine runs.

    They check no index and know no other switch of numba's.
    """
    if not SHIPPED.is_dir() or not has_numpy() or [switch for switch in list_switches() if switch[1] not in ("", "0")]:
        return False
    flags = " ".join(line for line in describe_processor() if line.startswith("flags"))
    return set(flags.split()) >= INSTRUCTIONS


def list_switches() -> list[tuple[str, str]]:
    """The switches of numba's that are in the environment, with their values, but for the folder of its cache."""
    return sorted(each for each in os.environ.items() if each[0].startswith("NUMBA_") and each[0] != "NUMBA_CACHE_DIR")


def describe_processor() -> tuple[str, ...]:
    """The processor and its instructions; where the system does not tell them in a file, LLVM does."""
    with suppress(OSError), open("/proc/cpuinfo", errors="replace") as file:
        first = file.read(1 << 14).split("\n\n", 1)[0].splitlines()
        lines = [line for line in first if line.startswith(("model name", "flags", "Features", "CPU part", "isa"))]
        if lines:
            return tuple(lines)
    from llvmlite import binding

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
