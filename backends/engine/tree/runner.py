"""Runs the forests of a request: in this thread, by other threads, or on the machines of an executor.

The calling thread alone owns a forest: it takes what slices have found, cuts subtrees in two, reports progress and
saves. Workers only run kernels, which hold no interpreter lock.
"""

from collections.abc import Generator, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from math import inf
from time import monotonic
from typing import NamedTuple

from rookery.backends.contract import End, Reason, Solution, Stream, Want
from rookery.backends.distribute import Calls, count_workers
from rookery.backends.engine.tree import slices
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.slices import FAR_SECONDS, MAX_ROWS, Here, Slice, SliceSize
from rookery.backends.engine.tree.subtree import Subtree
from rookery.backends.progress import Progress
from rookery.core.deadline import Deadline

TELL_SECONDS = 0.1
PATIENCE = 0.04  # seconds until the calling thread looks after other tasks
SPARE = 2  # subtrees for each worker
LEAST_STEPS, MAX_STEPS = 1 << 10, 1 << 62  # of the last slices before the end of a budget, and without a budget
NEAR_SECONDS, NEAR_NODES = 0.5, 1 << 21  # what takes less is not worth the way to another machine
LAST_SECONDS = 0.3  # after the deadline, for slices of other machines to come back


class Crew(NamedTuple):
    """Workers: an executor, and how many slices it takes at a time; `far` ones search copies of subtrees."""

    executor: Executor
    workers: int
    far: bool = False

    @property
    def seconds(self) -> float:
        """The seconds that a slice of this machine takes."""
        return slices.THREAD_SECONDS if self.workers > 1 else slices.SLICE_SECONDS

    @property
    def subtrees(self) -> int:
        """The number of subtrees that leaves no worker idle."""
        return SPARE * self.workers if self.workers > 1 else 1

    def choose_steps(self, size: SliceSize, left: float) -> int:
        """Return the steps of the next slice, of the nodes that are left of a budget."""
        own = left if self.workers == 1 else max(LEAST_STEPS, left / self.workers)
        return int(min(MAX_STEPS if self.far else size.steps, own))

    def submit(
        self, calls: Calls[Subtree, Slice], tree: Subtree, steps: int, forest: Forest, deadline: Deadline
    ) -> None:
        """Let a worker search a subtree."""
        part = tree.kernel, tree.program.tables, tree.state, steps
        if not self.far:
            calls.submit(tree, slices.advance, *part)
            return
        # short slices, as long as there are few subtrees: they come back to be cut in two
        seconds = FAR_SECONDS if len(forest.trees) >= self.subtrees else NEAR_SECONDS
        most = MAX_ROWS if forest.mode is Mode.ALL else 1
        calls.submit(tree, slices.advance_copy, *part, type(tree), min(seconds, deadline.left()), most)


class Runner:
    """Runs one forest after the other for a request.

    A forest's `name` says which search of the request it is: the same in each run of the same request.
    """

    def __init__(self, ask: SearchAsk) -> None:
        self._ask = ask
        self._observed = 0.0

    @property
    def workers(self) -> int:
        """The number of slices that are searched at a time."""
        far = self._ask.executor
        return self._ask.workers or (1 if far is None else count_workers(far))

    @property
    def capacity(self) -> int:
        """How many times as much as one worker of this machine is searched between two looks at the outcome."""
        return self.workers * (1 if self._ask.executor is None else round(FAR_SECONDS / slices.THREAD_SECONDS))

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
        was_over = forest.over
        try:
            if budget == inf:
                yield from forest.empty_outbox()  # of a file: a reader of these alone is told their cost as well
            yield from self._search(forest, name, deadline, budget)
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

    def _search(self, forest: Forest, name: str, deadline: Deadline, budget: float) -> Generator[Solution, None, None]:
        """Search by the workers that there are; here first where others are far, since many searches are soon over."""
        far, threads = self._ask.executor, self._ask.threads
        if threads > 1:
            with ThreadPoolExecutor(threads) as pool:
                yield from self._work(Crew(pool, threads), forest, name, deadline, budget)
            return
        if far is None or forest.charged is None or budget < NEAR_NODES:
            soon = deadline if far is None else deadline.within(NEAR_SECONDS)
            yield from self._work(Crew(Here(), 1), forest, name, soon, budget)
        if far is not None and budget >= NEAR_NODES:
            yield from self._work(Crew(far, self.workers, far=True), forest, name, deadline, budget)

    def _work(
        self, crew: Crew, forest: Forest, name: str, deadline: Deadline, budget: float
    ) -> Generator[Solution, None, None]:
        """Search a forest by some workers until the deadline, or for about a `budget` of nodes."""
        calls, size = Calls[Subtree, Slice](crew.executor), SliceSize(forest.first_steps, crew.seconds)
        asked = dict[Subtree, int]()  # the steps of each subtree that a worker has

        def take(tree: Subtree, part: Slice) -> None:
            steps, tree.taken = asked.pop(tree), False
            found = forest.take(tree, part)
            if not crew.far:
                size.took(part.seconds, early=part.over or found or steps < size.steps)
            while len(forest.trees) < crew.subtrees and forest.divide(tree):
                pass

        try:
            while True:
                left = budget - forest.counted().nodes - sum(asked.values())
                while len(calls) < crew.workers and left > 0 and not deadline.passed():
                    tree = forest.idle()
                    if tree is None:
                        break
                    forest.ask(tree)
                    tree.taken, asked[tree] = True, crew.choose_steps(size, left)
                    left -= asked[tree]
                    crew.submit(calls, tree, asked[tree], forest, deadline)
                if not calls or (crew.far and (forest.over or deadline.passed(LAST_SECONDS))):
                    return
                for tree, part in calls.collect(PATIENCE):
                    take(tree, part)
                if budget == inf and self._is_due(forest):
                    while calls and not crew.far:  # others search copies: what they were given is kept
                        for tree, part in calls.collect():
                            take(tree, part)
                    self._keep(forest, name)
                yield from forest.empty_outbox()
                self._tell(forest, name)
        finally:
            for tree, part in calls.close(0 if crew.far else None):
                take(tree, part)
            for tree in asked:
                tree.taken = False

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
        if self._ask.store is not None and forest.recorded and forest.whole:
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
    """Return the number of solutions that a kernel may find before it hands them over."""
    return 1 if ask.want is Want.ONE else min(MAX_BUFFER, ask.limit or MAX_BUFFER)


def give_all(found: Iterable[Solution], forest: Forest) -> Stream:
    """Yield the solutions of a search, and whether these are all."""
    yield from found
    yield outcome_of(forest.over)


def give_first(found: Iterable[Solution], forest: Forest) -> Stream:
    """Give the solution of a search for one; without one, it is proven that no solution exists."""
    yield from found
    yield outcome_of(forest.over, proven=forest.over and not forest.found)


def give_count(found: Iterable[Solution], forest: Forest) -> Stream:
    """Yield the outcome of a search that counts; an interrupted one keeps what was counted."""
    try:
        yield from found
    except KeyboardInterrupt:
        yield End(proven=False, reason=Reason.INTERRUPTED, count=forest.count())
    else:
        yield outcome_of(forest.over, forest.count())


def outcome_of(over: bool, count: int | None = None, bound: int | None = None, proven: bool | None = None) -> End:
    """The outcome of a search that is over, or whose time is up; being over proves it unless `proven` says more."""
    return End(over if proven is None else proven, Reason.DONE if over else Reason.TIME, count, bound)
