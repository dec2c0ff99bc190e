"""Runs the forests of a request: in this thread or by several workers, telling how far it is, keeping what is done.

A search ends with its outcome; one for any solution may begin again and again, in random orders.
"""

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import partial
from math import inf
from time import monotonic

from rookery.backends.contract import End, Reason, Solution, Stream, Want
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.slices import search_in_slices, search_in_threads
from rookery.backends.progress import Progress
from rookery.core.deadline import Deadline

TELL_SECONDS = 0.1


class Runner:
    """Runs one forest after the other for a request.

    A forest's `name` says which search of the request it is: the same in each run of the same request.
    """

    def __init__(self, ask: SearchAsk) -> None:
        self._ask = ask
        self._observed = 0.0

    def run(
        self, forest: Forest, name: str, deadline: Deadline | None = None, budget: float = inf
    ) -> Generator[Solution, None, None]:
        """Give what is found; the forest is over if all is searched that had to be.

        A search that is cut short by its deadline may be run again, and goes on. A `budget` of nodes is for a quick
        look, which is not kept.
        """
        deadline = deadline or self._ask.deadline
        if budget == inf:
            self._begin(forest, name)
        was_over, workers = forest.over, self._ask.workers or 1
        try:
            if budget == inf:
                yield from forest.empty_outbox()  # of a file: a reader of these alone is told their cost as well
            is_due = partial(self._is_due, forest)
            slices = (
                search_in_threads(forest, workers, is_due, deadline, budget)
                if workers > 1
                else search_in_slices(forest, deadline, budget)
            )
            with closing(slices):
                for at_rest in slices:
                    yield from forest.empty_outbox()
                    self._tell(forest, name)
                    if at_rest and is_due():
                        self._keep(forest, name)
        finally:
            # Report the cost of a forest since the last report; a forest that is run in several turns is one search
            nodes = _nodes_to_tell(forest)
            self._ask.effort.update(nodes=nodes)
            forest.charged = nodes + (forest.charged or 0)
            if not was_over:
                self._keep(forest, name)

    def finish(self, forest: Forest, name: str, deadline: Deadline | None = None) -> bool:
        """Search without reading solutions, and return whether all is searched by the deadline."""
        for _ in self.run(forest, name, deadline):
            pass
        return forest.over

    def _begin(self, forest: Forest, name: str) -> None:
        """Take a forest up where an earlier run has left it, the first time."""
        store = self._ask.store
        if store is None or forest.recorded:
            return
        forest.recorded = True
        record = store.load(name)
        if record is not None:
            forest.recall(record)

    def _is_due(self, forest: Forest) -> bool:
        """Return whether it is time to save a forest."""
        return self._ask.store is not None and forest.recorded and self._ask.store.due()

    def _keep(self, forest: Forest, name: str) -> None:
        if self._ask.store is not None and forest.recorded:
            self._ask.store.save(name, forest.record())

    def _tell(self, forest: Forest, name: str) -> None:
        observer = self._ask.progress
        if observer is not None and monotonic() - self._observed >= TELL_SECONDS:
            self._observed = monotonic()
            observer(Progress(name, forest.share(), self._ask.effort["nodes"] + _nodes_to_tell(forest)))


def _nodes_to_tell(forest: Forest) -> int:
    return forest.counted().nodes - (forest.charged or 0)


MAX_BUFFER = 256


def buffer_size(ask: SearchAsk) -> int:
    """The number of solutions that a kernel may find before it hands them over."""
    return 1 if ask.want is Want.ONE else min(MAX_BUFFER, ask.limit or MAX_BUFFER)


def give_all(found: Iterable[Solution], forest: Forest) -> Stream:
    """The solutions of a search, and whether these are all."""
    yield from found
    yield outcome_of(forest.over)


def give_first(found: Iterable[Solution], forest: Forest) -> Stream:
    """Give the solution of a search for one; without one, it is proven that no solution exists."""
    yield from found
    yield outcome_of(forest.over, proven=forest.over and not forest.found)


def give_count(found: Iterable[Solution], forest: Forest, at_least: int = 0) -> Stream:
    """The outcome of a search that counts; an interrupted one keeps what was counted, by itself or before it."""
    try:
        yield from found
    except KeyboardInterrupt:
        outcome = End(proven=False, reason=Reason.INTERRUPTED, count=max(at_least, forest.count()))
    else:
        outcome = outcome_of(forest.over, forest.count() if forest.over else max(at_least, forest.count()))
    yield outcome


def outcome_of(over: bool, count: int | None = None, bound: int | None = None, proven: bool | None = None) -> End:
    """The outcome of a search that is over, or whose time is up; being over proves it unless `proven` says more."""
    return End(over if proven is None else proven, Reason.DONE if over else Reason.TIME, count, bound)
