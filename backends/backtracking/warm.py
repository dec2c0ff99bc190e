"""Makes the kernels ready before a run, so that its search time is search alone."""

import logging
from pathlib import Path
from typing import Any

from rookery.backends.answer import Want
from rookery.backends.backend import Request, Sized
from rookery.backends.backtracking import cover_kernel, general_kernel, rows_kernel
from rookery.backends.backtracking.programs import CoverProgram, GeneralProgram, PartsProgram, RowProgram, compiled
from rookery.backends.backtracking.searches import search
from rookery.models.model import AtLeast, Exactly, Linear, Minimize, Model

PAIR = (0, 1)
SAMPLES: dict[type[Sized], Model] = {
    RowProgram: Model(2, (Exactly(1, PAIR),)),
    CoverProgram: Model(3, (AtLeast(1, PAIR), AtLeast(1, (1, 2))), Minimize((0, 1, 2))),
    GeneralProgram: Model(2, (Linear((1, 2), PAIR, lower=1),)),
}
KERNELS: dict[type[Sized], tuple[Any, ...]] = {
    RowProgram: (rows_kernel.count_rows, rows_kernel.list_rows),
    CoverProgram: (cover_kernel.advance, cover_kernel.list_cliques),
    GeneralProgram: (general_kernel.explore,),
}
LOG = logging.getLogger("rookery")


def warm(program: type[Sized], want: Want) -> None:
    """Run the kernels of a kind of program once on a model of two or three variables.

    numba compiles them in the first run on a machine, and loads them from its cache in later ones.
    """
    program = CoverProgram if program is PartsProgram else program
    if program not in KERNELS:
        return
    if not cached(program):
        LOG.info("compiling the search kernels, once on this machine: about 10 seconds")
    request = Request(want)
    for _ in search(compiled(SAMPLES[program], request), request):
        pass


def cached(*programs: type[Sized]) -> bool:
    """Whether numba keeps the kernels of these kinds of programs (of all) compiled on disk, or shall not compile."""
    kernels = [kernel for program in programs or KERNELS for kernel in KERNELS[program]]
    return all(not hasattr(kernel, "stats") or _on_disk(kernel) for kernel in kernels)


def cache_path() -> str | None:
    """The folder in which numba keeps the compiled kernels; None when it is told not to compile."""
    kernel = rows_kernel.count_rows
    return str(kernel.stats.cache_path) if hasattr(kernel, "stats") else None


def _on_disk(kernel: Any) -> bool:
    module = kernel.__module__.rpartition(".")[2]
    return any(Path(kernel.stats.cache_path).glob(f"{module}.{kernel.__name__}-*.nbi"))
