"""Kernels run in bounded slices, so that deadlines, Ctrl-C and streams are served between them."""

from collections.abc import Callable, Generator, Iterable
from math import inf
from time import perf_counter

from rookery.backends.backend import Deadline, Solution

FIRST_STEPS, SLICE_SECONDS = 1 << 12, 0.04

Kernel = Callable[[int], int]
Harvest = Callable[[], Iterable[Solution]]


def stream(
    kernel: Kernel, harvest: Harvest, deadline: Deadline, budget: float = inf
) -> Generator[Solution, None, bool]:
    """Call a kernel with a number of steps again and again, and give what it has found after each slice.

    A kernel returns a negative number when all is searched; returns whether it came to that before the deadline and
    within the `budget` of steps. Slices grow to about `SLICE_SECONDS`.
    """
    steps = FIRST_STEPS
    while budget > 0 and not deadline.passed():
        budget -= steps
        start = perf_counter()
        finished = kernel(steps) < 0
        seconds = perf_counter() - start
        found = list(harvest())
        yield from found
        if finished:
            return True
        if seconds > SLICE_SECONDS:
            steps = max(1, steps // 2)
        elif not found:  # a slice that found something may have ended early: it says nothing of its steps
            steps *= 2
    return False


def nothing() -> Iterable[Solution]:
    """The harvest of a kernel that only counts."""
    return ()
