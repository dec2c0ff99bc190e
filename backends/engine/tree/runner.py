"""Runs the forests of a request: in this thread or by several workers, telling how far it is, keeping what is done.

Each of several threads takes the first idle subtree for a slice, and cuts it in two if few are left. Kernels hold
no interpreter lock, so threads run side by side; between slices they meet under one lock. Solutions wait in the
forest's outbox for the iterating thread: the main thread, which Ctrl-C interrupts and kernels never hold up.

A search ends with its outcome; one for any solution may begin again and again, in random orders.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from math import inf
from threading import Condition, Thread
from time import monotonic, perf_counter
from typing import Any

from rookery.backends.contract import End, Reason, Solution, Stream, Want
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import SearchAsk, pack_arrays, unpack_arrays
from rookery.backends.engine.tree.slices import SliceSize, search_in_slices
from rookery.backends.engine.tree.subtree import Array, Subtree
from rookery.backends.progress import Progress
from rookery.core.deadline import Deadline

PATIENCE, SLICE_SECONDS, MAX_WAITING, SPARE = 0.04, 0.02, 4096, 2
LEAST_STEPS = 1 << 10  # of the last slices before the end of a budget


class Threads:
    """Threads that search a forest until it is searched, or until they are stopped."""

    def __init__(self, forest: Forest, workers: int) -> None:
        self._forest, self._spare = forest, SPARE * workers if workers > 1 else 0
        self._turn = Condition()
        self._stopped, self._recording = False, False
        self._failure: BaseException | None = None
        self._left = inf  # nodes of the budget that no worker makes just now
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(workers)]

    def run(self, deadline: Deadline, attend: Callable[[], None], budget: float = inf) -> Iterator[Solution]:
        """Give solutions as they come, and `attend` to other tasks now and then, until all is searched.

        The run ends when the deadline has passed, or when about `budget` nodes were made.
        """
        self._left = budget - self._forest.counted().nodes
        for thread in self._threads:
            thread.start()
        try:
            while not (self._over() or deadline.passed()):
                yield from self._wait_for_solutions(min(PATIENCE, deadline.left()))
                attend()
        finally:
            self._stop()
        if self._failure is not None:
            raise self._failure
        yield from self._forest.empty_outbox()

    def _over(self) -> bool:
        spent = self._left <= 0 and not any(tree.taken for tree in self._forest.trees)
        return self._failure is not None or not self._forest.trees or spent

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

    def record(self) -> dict[str, Array]:
        """A snapshot of the search: no thread begins a slice until all are between two."""
        with self._turn:
            self._recording = True
            self._turn.wait_for(lambda: self._failure or not any(tree.taken for tree in self._forest.trees))
            self._recording = False
            self._turn.notify_all()
            if self._failure is not None:
                raise self._failure
            return pack_arrays(self._forest.record())

    def _serve(self) -> None:
        slice_size = SliceSize(self._forest.fast, SLICE_SECONDS)
        try:
            while (taken := self._take_subtree(slice_size.steps)) is not None:
                (tree, steps), start = taken, perf_counter()
                over = tree.step(steps)
                found = tree.harvest()
                slice_size.took(perf_counter() - start, over or bool(found) or steps < slice_size.steps)
                with self._turn:
                    self._left += steps - (tree.count().nodes - tree.counted.nodes)
                    tree.taken = False
                    self._forest.add_slice(tree, found, over)
                    if len(self._forest.trees) < self._spare:
                        self._forest.divide(tree)
                    self._turn.notify_all()
        except BaseException as error:
            with self._turn:
                self._failure = error
                self._turn.notify_all()

    def _take_subtree(self, most: int) -> tuple[Subtree, int] | None:
        """The next subtree, and the steps of a slice: fewer near the end of a budget, so that all end together."""
        with self._turn:
            self._turn.wait_for(lambda: self._stopped or self._over() or self._ready())
            tree = None if self._stopped or self._over() else self._forest.idle()
            if tree is None:
                return None
            self._forest.ask(tree)
            tree.taken = True
            steps = int(min(most, max(LEAST_STEPS, self._left / len(self._threads))))
            self._left -= steps
            return tree, steps

    def _ready(self) -> bool:
        is_open = self._left > 0 and not self._recording and len(self._forest.outbox) < MAX_WAITING
        return is_open and self._forest.idle() is not None


TELL_SECONDS = 0.1
ALONE = nullcontext()


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
        try:
            if budget == inf:
                yield from forest.empty_outbox()  # of a file: a reader of these alone is told their cost as well
            together = (self._ask.workers or 1) > 1 or self._ask.store is not None
            yield from (self._together if together else self._alone)(forest, name, deadline, budget)
        finally:
            # Report the cost of a forest since the last report; a forest that is run in several turns is one search
            nodes = _nodes_to_tell(forest)
            self._ask.effort.update(nodes=nodes)
            forest.charged = nodes + (forest.charged or 0)

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
            forest.recall(unpack_arrays(record))

    def _alone(self, forest: Forest, name: str, deadline: Deadline, budget: float) -> Iterator[Solution]:
        for _ in search_in_slices(forest, deadline, budget):
            yield from forest.empty_outbox()
            self._tell(forest, name)

    def _together(self, forest: Forest, name: str, deadline: Deadline, budget: float) -> Iterator[Solution]:
        if forest.over:
            return
        threads = Threads(forest, self._ask.workers or 1)
        try:
            yield from threads.run(deadline, partial(self._attend, threads, forest, name), budget)
        finally:
            self._keep(forest, name)

    def _attend(self, threads: Threads, forest: Forest, name: str) -> None:
        """Attend to other tasks between two looks at the workers."""
        self._tell(forest, name, threads.lock)
        store = self._ask.store
        if store is not None and forest.recorded and store.due():
            store.save(name, threads.record())

    def _keep(self, forest: Forest, name: str) -> None:
        if self._ask.store is not None and forest.recorded:
            self._ask.store.save(name, pack_arrays(forest.record()))

    def _tell(self, forest: Forest, name: str, lock: AbstractContextManager[Any] = ALONE) -> None:
        observer = self._ask.progress
        if observer is not None and monotonic() - self._observed >= TELL_SECONDS:
            self._observed = monotonic()
            with lock:
                nodes = self._ask.effort["nodes"] + _nodes_to_tell(forest)
                progress = Progress(name, forest.share(), nodes)
            observer(progress)


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
