"""How long a kernel runs before it is looked after: slices that deadlines, Ctrl-C and streams can wait for."""

from collections.abc import Iterator
from math import inf
from time import perf_counter

from rookery.backends.backtracking.tree.forest import Forest
from rookery.backends.backtracking.tree.readiness import Readiness
from rookery.backends.contract.backend import Deadline

FIRST_STEPS, SLICE_SECONDS = 1 << 12, 0.04
FIRST_PLAIN_STEPS = 1  # as plain Python: a step on a large board takes its time


class Pace:
    """The number of steps of a slice, which grows to about `seconds`; `fast`: compiled kernels make the steps."""

    def __init__(self, fast: bool, seconds: float = SLICE_SECONDS) -> None:
        self._seconds = seconds
        self.steps = FIRST_STEPS if fast else FIRST_PLAIN_STEPS

    def took(self, seconds: float, found: bool) -> None:
        """Adapt to what a slice took; one that found something may have ended early, and says nothing of its steps."""
        if seconds > self._seconds:
            self.steps = max(1, self.steps // 2)
        elif not found and seconds > self._seconds / 4:
            return
        elif not found:
            self.steps *= 2


def search_in_slices(
    forest: Forest, readiness: Readiness, deadline: Deadline, budget: float = inf, seconds: float = SLICE_SECONDS
) -> Iterator[None]:
    """Search a forest in this thread, its first subtree first, until the deadline, or for so many nodes of a budget."""
    pace = Pace(forest.fast, seconds)
    while forest.trees and (left := budget - forest.counted().nodes) > 0 and not deadline.passed():
        tree, start = forest.trees[0], perf_counter()
        forest.ask(tree)
        over = tree.step(int(min(pace.steps, left)))
        found = tree.harvest()
        took = perf_counter() - start
        pace.took(took, over or bool(found))
        forest.note(tree, found, over)
        readiness.look(tree, took)
        yield
