"""Several threads on one forest: each takes the first idle subtree for a slice, and cuts it in two where few are left.

Kernels hold no interpreter lock, so threads run side by side; between slices they meet under one lock. Solutions wait
in the forest's outbox for the iterating thread: the main thread, which Ctrl-C interrupts and kernels never hold up.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from math import inf
from threading import Condition, Thread
from time import perf_counter
from typing import Any

from rookery.backends.contract.backend import Deadline, SearchState, Solution
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.slices import SliceSize
from rookery.backends.engine.tree.subtree import Subtree

PATIENCE, SLICE_SECONDS, MAX_WAITING, SPARE = 0.04, 0.02, 4096, 2


class Threads:
    """Threads that search a forest until it is searched, or until they are stopped."""

    def __init__(self, forest: Forest, workers: int) -> None:
        self._forest, self._spare = forest, SPARE * workers if workers > 1 else 0
        self._turn = Condition()
        self._stopped, self._recording = False, False
        self._failure: BaseException | None = None
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(workers)]

    def run(self, deadline: Deadline, attend: Callable[[float], None], budget: float = inf) -> Iterator[Solution]:
        """Give solutions as they come, and `attend` to other tasks after some seconds, until all is searched.

        The run ends when the deadline has passed, or when about `budget` nodes were made.
        """
        for thread in self._threads:
            thread.start()
        try:
            while not (self._over() or deadline.passed() or self._forest.counted().nodes > budget):
                began = perf_counter()
                found = self._wait_for_solutions(min(PATIENCE, deadline.left()))
                seconds = perf_counter() - began
                yield from found
                attend(seconds)
        finally:
            self._stop()
        if self._failure is not None:
            raise self._failure
        yield from self._forest.empty_outbox()

    def _over(self) -> bool:
        return self._failure is not None or not self._forest.trees

    def _wait_for_solutions(self, seconds: float) -> list[Solution]:
        """The solutions that come within some time, as soon as one comes."""
        with self._turn:
            self._turn.wait_for(lambda: self._forest.outbox or self._over(), seconds)
            self._turn.notify_all()  # there is room again
            return self._forest.empty_outbox()

    def _stop(self) -> None:
        with self._turn:
            self._stopped = True
            self._turn.notify_all()
        for thread in self._threads:
            thread.join()

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held whenever the forest is changed: what is read under it belongs together."""
        return self._turn

    def record(self) -> SearchState:
        """A snapshot of the search; no thread waits longer than it takes to pack one subtree.

        Meanwhile each subtree that is taken is packed first: what is done with it from then on belongs to the next
        record. So in the end each of them is at rest or packed, and has given nothing that is not recorded.
        """
        self._recording = True
        for tree in list(self._forest.trees):
            with self._turn:
                if not tree.taken:
                    tree.pack()
        with self._turn:
            self._turn.wait_for(lambda: self._failure is not None or all(map(_may_be_packed, self._forest.trees)))
            self._recording = False
            if self._failure is not None:
                raise self._failure
            return self._forest.record()

    def _serve(self) -> None:
        slice_size = SliceSize(self._forest.fast, SLICE_SECONDS)
        try:
            while (tree := self._take_subtree()) is not None:
                start = perf_counter()
                over = tree.step(slice_size.steps)
                found = tree.harvest()
                slice_size.took(perf_counter() - start, over or bool(found))
                self._bring_back(tree, found, over)
        except BaseException as error:
            self._fail(error)

    def _take_subtree(self) -> Subtree | None:
        """The next subtree to search for a slice; None if there is nothing more to do."""
        with self._turn:
            self._turn.wait_for(lambda: self._stopped or self._over() or self._ready())
            tree = None if self._stopped or self._over() else self._forest.idle()
            if tree is not None:
                self._forest.ask(tree)
                if self._recording:
                    tree.pack()
                tree.taken = True
            return tree

    def _ready(self) -> bool:
        return len(self._forest.outbox) < MAX_WAITING and self._forest.idle() is not None

    def _bring_back(self, tree: Subtree, found: list[Solution], over: bool) -> None:
        with self._turn:
            tree.taken = False
            self._forest.add_slice(tree, found, over)
            if len(self._forest.trees) < self._spare:
                self._forest.divide(tree)
            self._turn.notify_all()

    def _fail(self, error: BaseException) -> None:
        with self._turn:
            self._failure = error
            self._turn.notify_all()


def _may_be_packed(tree: Subtree) -> bool:
    """Return if no thread changes its arrays just now, or no thread needs them."""
    return not tree.taken or tree.is_packed
