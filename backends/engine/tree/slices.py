"""Slices of a search, between which deadlines, Ctrl-C and streams are served."""

from collections.abc import Iterator
from math import inf
from time import perf_counter

from rookery.backends.engine.tree.forest import Forest
from rookery.core.deadline import Deadline

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


def search_in_slices(forest: Forest, deadline: Deadline, budget: float = inf) -> Iterator[None]:
    """Search a forest in this thread, its first subtree first, until the deadline, or for a `budget` of nodes."""
    slice_size = SliceSize(forest.fast)
    while forest.trees and (left := budget - forest.counted().nodes) > 0 and not deadline.passed():
        tree, start = forest.trees[0], perf_counter()
        forest.ask(tree)
        over = tree.step(int(min(slice_size.steps, left)))
        found = tree.harvest()
        slice_size.took(perf_counter() - start, over or bool(found))
        forest.add_slice(tree, found, over)
        yield
