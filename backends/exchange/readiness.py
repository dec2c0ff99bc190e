"""Kernels of local searches, made ready before they run."""

from collections.abc import Callable
from time import perf_counter, sleep
from typing import Any

from rookery.backends.contract.backend import Deadline
from rookery.models.kernels.compiler import PATIENCE, go_on
from rookery.models.kernels.jit import Kernel

PLAIN_SHARE = 200  # a compiled kernel is so many times as fast
Look = Callable[[], None]


def nothing() -> None:
    """Do nothing."""


def get_ready(kernel: Kernel, arguments: tuple[Any, ...], deadline: Deadline, look: Look) -> None:
    """Load a kernel, or compile it, on no deadline's account; `look` is called meanwhile, and may raise."""
    start = perf_counter()
    while not (kernel.ready or go_on(kernel, kernel.types(*arguments))):
        look()
        sleep(PATIENCE)
    deadline.clock.stand_still(perf_counter() - start)


def affordable(kernel: Kernel, steps: int) -> int:
    """As many steps of a kernel as take the time of so many compiled ones."""
    return steps if kernel.compiled else steps // PLAIN_SHARE
