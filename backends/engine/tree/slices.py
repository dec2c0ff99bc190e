"""Slices of a subtree: some steps of its kernel, here or, as a pure function, on any machine."""

from collections.abc import Sequence
from concurrent.futures import Executor, Future
from time import perf_counter
from typing import Any, NamedTuple

from rookery.backends.engine.kernels.size import count_bytes
from rookery.backends.engine.tree.subtree import Array, Subtree, copy_arrays
from rookery.core.deadline import Deadline
from rookery.core.interrupts import postpone_ctrl_c
from rookery.core.kernels.kernel import Kernel

SLICE_SECONDS, THREAD_SECONDS, FAR_SECONDS = 0.04, 0.02, 2.0  # in this thread, in other threads, on other machines
FIRST_STEPS, READ_AT_FIRST = 1 << 12, 1 << 29  # of a first slice, and the bytes of tables that its steps may read
MAX_ROWS = 1 << 14  # solutions that a slice on another machine sends back


class Slice(NamedTuple):
    """A subtree's state after a slice, and whether it is over; `found` are solutions that have left its buffer."""

    state: Any
    over: bool
    found: Sequence[Array] = ()


class SliceSize:
    """The number of `steps` of a slice, which grows to about `seconds`."""

    def __init__(self, steps: int, seconds: float) -> None:
        self.steps, self._seconds = steps, seconds

    def took(self, seconds: float, early: bool) -> None:
        """Adapt to what a slice took; one that may have ended `early` says nothing of its steps."""
        if seconds > self._seconds:
            self.steps = max(1, self.steps // 2)
        elif not early and seconds <= self._seconds / 2:
            self.steps *= 2


def first_steps(kernel: Kernel, tables: Any) -> int:
    """Return the number of steps that take well below a slice: one as plain Python, else by the bytes of the tables."""
    if kernel.compiled is None:
        return 1
    return max(1, min(FIRST_STEPS, READ_AT_FIRST // count_bytes(tables)))


def advance(kernel: Kernel, tables: Any, state: Any, steps: int, size: SliceSize) -> Slice:
    """Search a subtree in place for at most `steps` nodes, and adapt the `size` of slices to the time that takes."""
    start = perf_counter()
    with postpone_ctrl_c():  # in the middle of a kernel in plain Python a state is not whole
        over = bool(kernel(tables, state, steps) < 0)
    size.took(perf_counter() - start, early=over or bool(state.noted[0]) or steps < size.steps)
    if not over:
        kernel.hasten(tables, state, 0)
    return Slice(state, over)


def advance_copy(
    kernel: Kernel, tables: Any, state: Any, steps: int, kind: type[Subtree], seconds: float, most: int
) -> Slice:
    """Search a copy of a subtree for some seconds, until it has found `most` solutions or more.

    A pure function: if its machine is lost, another one begins with the same subtree.
    """
    deadline, found = Deadline(seconds), list[Array]()
    tables, state = copy_arrays(tables), copy_arrays(state)
    kernel.wait((tables, state, 0), deadline)
    size = SliceSize(first_steps(kernel, tables), THREAD_SECONDS)
    while True:
        asked = min(size.steps, steps)
        over = advance(kernel, tables, state, asked, size).over
        found += kind.take_found(state)
        steps -= asked
        if over or steps < 1 or len(found) >= most or deadline.passed():
            return Slice(state, over, found)


class Here(Executor):
    """Calls functions at once, in this thread."""

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> "Future[Any]":
        """Return the result of a call; raises what the function raises."""
        future = Future[Any]()
        future.set_result(function(*arguments, **named))
        return future
