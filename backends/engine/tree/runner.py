"""Runs the forests of a request: in this thread or by several workers, telling how far it is, keeping what is done."""

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.backend import Deadline, Request, Solution
from rookery.backends.contract.progress import Progress
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.slices import Readiness, search_in_slices
from rookery.backends.engine.tree.threads import Threads
from rookery.core.kernels import compiler

if TYPE_CHECKING:
    from rookery.backends.engine.tree.lease import Lease
    from rookery.backends.engine.tree.lease_result import LeaseResult

TELL_SECONDS = 0.1
HOME_SECONDS = 0.5  # of a search before a fleet is asked: most are over by then
ALONE = nullcontext()


class Runner:
    """Runs one forest after the other for a request.

    A forest's `name` says which search of the request it is: the same in each run of the same request.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        self._readiness = Readiness(request.deadline)
        self._observed = 0.0

    def run(
        self, forest: Forest, name: str, deadline: Deadline | None = None, budget: float = inf
    ) -> Generator[Solution, None, None]:
        """Give what is found; the forest is over where all is searched that had to be.

        A search that is cut short by its deadline may be run again, and goes on. A `budget` of nodes is for a quick
        look, which is not kept.
        """
        deadline = deadline or self._request.deadline
        if budget == inf:
            self._begin(forest, name)
        try:
            if budget == inf:
                yield from forest.empty_outbox()  # of a file: a reader of these alone is told their cost as well
            yield from self._choose_way(budget)(forest, name, deadline, budget)
        except KeyboardInterrupt:
            compiler.stop()
            raise
        finally:
            self._charge(forest)

    def _charge(self, forest: Forest) -> None:
        """Report the cost of a forest since the last report; a forest that is run in several turns is one search."""
        nodes = _nodes_to_tell(forest)
        self._request.effort.add(calls=int(forest.charged is None), nodes=nodes)
        forest.charged = nodes + (forest.charged or 0)

    def finish(self, forest: Forest, name: str, deadline: Deadline | None = None) -> bool:
        """Search without reading solutions, and return whether all is searched by the deadline."""
        for _ in self.run(forest, name, deadline):
            pass
        return forest.over

    def _begin(self, forest: Forest, name: str) -> None:
        """Take a forest up where an earlier run has left it, the first time."""
        store = self._request.store
        if store is None or forest.recorded:
            return
        forest.recorded = True
        record = store.recall(name)
        if record is not None:
            forest.recall(record)

    def _choose_way(self, budget: float) -> Callable[[Forest, str, Deadline, float], Iterator[Solution]]:
        """Alone, by several threads, or, if it is no quick look, by a fleet."""
        if self._request.work is not None and budget == inf:
            return self._abroad
        return self._at_home

    def _at_home(self, forest: Forest, name: str, deadline: Deadline, budget: float) -> Iterator[Solution]:
        together = self._request.workers > 1 or self._request.store is not None
        return (self._together if together else self._alone)(forest, name, deadline, budget)

    def _abroad(self, forest: Forest, name: str, deadline: Deadline, budget: float) -> Iterator[Solution]:
        """Search at home for about as long as a fleet takes to begin, then by the fleet, unless that has failed."""
        work = self._request.work
        if work is None or work.failure:
            return
        yield from self._at_home(forest, name, _soon(deadline, HOME_SECONDS), budget)
        if forest.over or deadline.passed():
            return
        from rookery.backends.engine.tree.expedition import Expedition

        try:
            expedition = Expedition(forest, work, partial(self._log, name))
            yield from expedition.run(deadline, partial(self._attend_abroad, forest, name))
        finally:
            self._keep(forest, name)

    def _alone(self, forest: Forest, name: str, deadline: Deadline, budget: float) -> Iterator[Solution]:
        for _ in search_in_slices(forest, self._readiness, deadline, budget):
            yield from forest.empty_outbox()
            self._tell(forest, name)

    def _together(self, forest: Forest, name: str, deadline: Deadline, budget: float) -> Iterator[Solution]:
        if forest.over:
            return
        threads = Threads(forest, self._request.workers)
        try:
            yield from threads.run(deadline, partial(self._attend, threads, forest, name), budget)
        finally:
            self._keep(forest, name)

    def _attend(self, threads: Threads, forest: Forest, name: str, seconds: float) -> None:
        """Attend to other tasks between two looks at the workers, which have worked for `seconds`."""
        self._tell(forest, name, threads.lock)
        for tree in [tree for tree in forest.trees[:1] if not tree.kernel.ready]:
            with threads.lock:  # plain Python of the workers would hold up what imports numba ten times as long
                self._readiness.prepare(tree, seconds)
        store = self._request.store
        if store is not None and forest.recorded and store.due():
            store.keep(name, threads.record())

    def _attend_abroad(self, forest: Forest, name: str) -> None:
        """Attend to other tasks between two looks at the results: the forest is complete at any time."""
        self._tell(forest, name)
        if self._request.store is not None and self._request.store.due():
            self._keep(forest, name)

    def _log(self, name: str, lease: "Lease", result: "LeaseResult", others: str) -> None:
        if self._request.store is not None:
            from rookery.backends.engine.tree.audit import describe_commit

            self._request.store.log(name, describe_commit(lease, result, others))

    def _keep(self, forest: Forest, name: str) -> None:
        if self._request.store is not None and forest.recorded:
            self._request.store.keep(name, forest.record())

    def _tell(self, forest: Forest, name: str, lock: AbstractContextManager[Any] = ALONE) -> None:
        observer: Callable[[Progress], None] | None = self._request.observer
        if observer is not None and monotonic() - self._observed >= TELL_SECONDS:
            self._observed = monotonic()
            with lock:
                nodes = self._request.effort.statistics.get("nodes", 0) + _nodes_to_tell(forest)
                progress = Progress(name, forest.share(), nodes, str(self._request.work or ""))
            observer(progress)


def _nodes_to_tell(forest: Forest) -> int:
    return forest.counted().nodes - (forest.charged or 0)


def _soon(deadline: Deadline, seconds: float) -> Deadline:
    return deadline if deadline.left() <= seconds else Deadline(seconds)
