"""Slices of a search between which deadlines, Ctrl-C and streams are served, and kernels are compiled once that pays.

A kernel on disk takes about as long to load as a search may go on before: so the search waits at most twice as long as
with the better choice. A kernel that is not on disk is compiled in parallel with the search.
"""

from collections.abc import Iterator
from math import inf
from time import perf_counter

from rookery.backends.contract.backend import Deadline
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.subtree import Subtree
from rookery.core.kernels.compiler import WORTH_COMPILING, WORTH_LOADING, go_on


class Readiness:
    """Looks after the kernel of a search between slices; what that takes is on no deadline's account."""

    def __init__(self, deadline: Deadline) -> None:
        self._clock = deadline.clock
        self._worth, self._waiting = WORTH_LOADING, False

    def prepare(self, tree: Subtree, seconds: float) -> None:
        """Prepare the kernel if it pays, after a slice of `seconds`.

        While it is compiled elsewhere the clock stands still, though the search goes on: the number of nodes until then
        is random.
        """
        kernel = tree.kernel
        if kernel.ready or kernel.spent < self._worth:
            return
        start, waited = perf_counter(), seconds if self._waiting else 0.0
        types = kernel.types(tree.program.tables, tree.state, 0)
        if kernel.spent < WORTH_COMPILING and not kernel.is_kept(types):
            self._worth = WORTH_COMPILING
        else:
            self._waiting = not go_on(kernel, types)
        self._clock.stand_still(waited + perf_counter() - start)


FIRST_STEPS, SLICE_SECONDS = 1 << 12, 0.04
FIRST_PLAIN_STEPS = 1  # as plain Python: a step on a large board takes its time


class SliceSize:
    """The number of steps of a slice, which grows to about `seconds`; `fast`: compiled kernels make the steps."""

    def __init__(self, fast: bool, seconds: float = SLICE_SECONDS) -> None:
        self._seconds = seconds
        self.steps = FIRST_STEPS if fast else FIRST_PLAIN_STEPS

    def took(self, seconds: float, found: bool) -> None:
        """Adapt to what a slice took; one that found something may have ended early, and says nothing of its steps."""
        if seconds > self._seconds:
            self.steps = max(1, self.steps // 2)
        elif not found and seconds <= self._seconds / 2:
            self.steps *= 2


def search_in_slices(forest: Forest, readiness: Readiness, deadline: Deadline, budget: float = inf) -> Iterator[None]:
    """Search a forest in this thread, its first subtree first, until the deadline, or for a `budget` of nodes."""
    slice_size = SliceSize(forest.fast)
    while forest.trees and (left := budget - forest.counted().nodes) > 0 and not deadline.passed():
        tree, start = forest.trees[0], perf_counter()
        forest.ask(tree)
        over = tree.step(int(min(slice_size.steps, left)))
        found = tree.harvest()
        took = perf_counter() - start
        slice_size.took(took, over or bool(found))
        forest.add_slice(tree, found, over)
        readiness.prepare(tree, took)
        yield
