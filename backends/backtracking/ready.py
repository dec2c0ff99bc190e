"""Makes the kernels ready before a run, so that its search time is search alone."""

import logging
from pathlib import Path
from typing import Any

from rookery.backends.backtracking.components.program import ComponentsProgram
from rookery.backends.backtracking.cover import kernel as cover_kernel
from rookery.backends.backtracking.cover import state as cover_state
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.general import kernel as general_kernel
from rookery.backends.backtracking.general import tables as general_tables
from rookery.backends.backtracking.general.program import GeneralProgram
from rookery.backends.backtracking.rows import kernel as row_kernel
from rookery.backends.backtracking.rows import tables as row_tables
from rookery.backends.backtracking.rows.program import RowProgram
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram

KERNELS = (row_kernel.count_block, row_kernel.list_rows, cover_kernel.advance, general_kernel.explore)
LOG = logging.getLogger("rookery")
NO_STEPS = 0


def warm(program: CompiledProgram, want: Want) -> None:
    """Call the kernel that a program needs without letting it search.

    numba compiles it in the first run on a machine, and loads it from its cache in later ones.
    """
    program = program.whole if isinstance(program, ComponentsProgram) else program
    kernel = choose_kernel(program, want)
    if kernel is None:
        return
    if not are_cached(kernel):
        LOG.info("compiling a search kernel, once on this machine: about 10 seconds")
    match program:
        case RowProgram():
            kernel(program.tables, row_tables.make_state(program.tables, 1), NO_STEPS)
        case CoverProgram():
            kernel(program.tables, cover_state.make_state(program.tables, {}, 1), NO_STEPS)
        case GeneralProgram():
            kernel(program.tables, general_tables.make_state(program.tables, 1), NO_STEPS)


def choose_kernel(program: CompiledProgram, want: Want) -> Any:
    """The kernel that searches a program; None where there is nothing to search."""
    match program:
        case RowProgram():
            return row_kernel.choose_counter(program.tables) if want is Want.COUNT else row_kernel.list_rows
        case CoverProgram():
            return cover_kernel.advance
        case GeneralProgram():
            return general_kernel.explore
        case _:
            return None


def are_cached(*kernels: Any) -> bool:
    """Whether numba keeps these kernels (all that there are) compiled on disk, or shall not compile."""
    return all(not hasattr(kernel, "stats") or _on_disk(kernel) for kernel in kernels or KERNELS)


def cache_folders() -> set[Path]:
    """The folders in which numba keeps the compiled kernels, one a room; none when it is told not to compile."""
    return {Path(kernel.stats.cache_path) for kernel in KERNELS if hasattr(kernel, "stats")}


def _on_disk(kernel: Any) -> bool:
    module = kernel.__module__.rpartition(".")[2]
    return any(Path(kernel.stats.cache_path).glob(f"{module}.{kernel.__name__}-*.nbi"))
