"""Slices of a search, in this thread or by workers; between them deadlines, Ctrl-C, checkpoints and streams are served.

The calling thread alone owns the forest: it takes what slices have found and cuts subtrees in two. Workers only run
kernels, which hold no interpreter lock.
"""

from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from math import inf
from time import perf_counter
from typing import NamedTuple

from rookery.backends.contract import Solution
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.subtree import Subtree
from rookery.core.deadline import Deadline

SLICE_SECONDS = 0.04
THREAD_SECONDS, PATIENCE = 0.02, 0.04  # of a slice of a worker; until the calling thread looks after other tasks
SPARE = 2  # subtrees for each worker
LEAST_STEPS = 1 << 10  # of the last slices before the end of a budget


class Slice(NamedTuple):
    """What a slice of a subtree has found, whether the subtree is over, and the seconds it took."""

    found: list[Solution]
    over: bool
    seconds: float


def take_slice(tree: Subtree, steps: int) -> Slice:
    """Search a subtree for some steps."""
    start = perf_counter()
    over = tree.step(steps)
    return Slice(tree.harvest(), over, perf_counter() - start)


class SliceSize:
    """The number of `steps` of a slice, which grows to about `seconds`."""

    def __init__(self, steps: int, seconds: float = SLICE_SECONDS) -> None:
        self.steps, self._seconds = steps, seconds

    def took(self, seconds: float, found: bool) -> None:
        """Adapt to what a slice took; one that found something may have ended early, and says nothing of its steps."""
        if seconds > self._seconds:
            self.steps = max(1, self.steps // 2)
        elif not found and seconds <= self._seconds / 2:
            self.steps *= 2


def search_in_slices(forest: Forest, deadline: Deadline, budget: float = inf) -> Generator[bool, None, None]:
    """Search a forest in this thread, its first subtree first, until the deadline, or for a `budget` of nodes.

    Yield True after each slice.
    """
    size = SliceSize(forest.first_steps)
    while forest.trees and (left := budget - forest.counted().nodes) > 0 and not deadline.passed():
        tree = forest.trees[0]
        forest.ask(tree)
        made = take_slice(tree, int(min(size.steps, left)))
        size.took(made.seconds, made.over or bool(made.found))
        forest.add_slice(tree, made.found, made.over)
        yield True


def search_in_threads(
    forest: Forest, workers: int, is_due: Callable[[], bool], deadline: Deadline, budget: float = inf
) -> Generator[bool, None, None]:
    """Search a forest by some workers, until the deadline, or for about a `budget` of nodes.

    Yield now and then whether all subtrees are at rest, as they soon are when a record `is_due`.
    """
    size, busy = SliceSize(forest.first_steps, THREAD_SECONDS), dict[Future[Slice], tuple[Subtree, int]]()

    def take(future: Future[Slice]) -> None:
        tree, steps = busy.pop(future)
        tree.taken, made = False, future.result()
        size.took(made.seconds, made.over or bool(made.found) or steps < size.steps)
        forest.add_slice(tree, made.found, made.over)
        if len(forest.trees) < SPARE * workers:
            forest.divide(tree)

    with ThreadPoolExecutor(workers) as pool:
        try:
            while True:
                left = budget - forest.counted().nodes - sum(steps for _, steps in busy.values())
                may_begin = left > 0 and not deadline.passed()
                while may_begin and len(busy) < workers and not is_due() and (tree := forest.idle()) is not None:
                    forest.ask(tree)
                    tree.taken, steps = True, int(min(size.steps, max(LEAST_STEPS, left / workers)))
                    busy[pool.submit(take_slice, tree, steps)] = tree, steps
                    left -= steps
                    may_begin = left > 0
                if not busy and not (may_begin and forest.trees):
                    return
                for future in wait(busy, PATIENCE, FIRST_COMPLETED).done:
                    take(future)
                yield not busy
        finally:
            for future in wait(busy).done:
                if future.exception() is None:
                    take(future)
