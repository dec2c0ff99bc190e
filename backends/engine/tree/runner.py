"""Runs the forests of a request: in this thread, by other threads, or by the workers of an executor.

The calling thread alone owns a forest: it takes what slices have found, cuts subtrees in two, reports progress and
saves. Workers only run kernels, which hold no interpreter lock.
"""

from collections.abc import Generator
from concurrent.futures import Executor, ThreadPoolExecutor
from math import inf
from time import monotonic
from typing import NamedTuple, Self

from rookery.backends.contract import End, Reason, Solution, Stream, Want
from rookery.backends.distribute import Calls, count_workers
from rookery.backends.engine.tree import slices
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.slices import FAR_SECONDS, MAX_ROWS, Here, Slice, SliceSize, first_steps
from rookery.backends.engine.tree.subtree import Subtree
from rookery.backends.progress import Progress
from rookery.core.deadline import Deadline
from rookery.core.errors import BadInput

TELL_SECONDS = 0.1
SPARE = 2  # subtrees for each worker
LEAST_STEPS, MAX_STEPS = 1 << 10, 1 << 62  # of the last slices before the end of a budget, and without a budget
NEAR_SECONDS, NEAR_NODES = 0.5, 1 << 21  # what takes less is not worth the way to another machine
LAST_SECONDS = 0.3  # after the deadline, for slices of other machines to come back
SliceCalls = Calls[Subtree, Slice]


class Crew(NamedTuple):
    """Workers, each of which searches one subtree at a time.

    Those of this process search subtrees in place, in slices of a `size`. Those of an executor have no `size`: they
    search copies, for longer.
    """

    executor: Executor
    workers: int
    size: SliceSize | None = None

    @classmethod
    def near(cls, executor: Executor, workers: int, forest: Forest) -> Self:
        """Return workers of this process."""
        steps = first_steps(forest.trees[0].kernel, forest.trees[0].program.tables) if forest.trees else 1
        seconds = slices.THREAD_SECONDS if workers > 1 else slices.SLICE_SECONDS
        return cls(executor, workers, SliceSize(steps, seconds))

    @property
    def subtrees(self) -> int:
        """The number of subtrees that leaves no worker idle."""
        return SPARE * self.workers if self.workers > 1 else 1

    def submit(self, calls: SliceCalls, tree: Subtree, left: float, forest: Forest, deadline: Deadline) -> int:
        """Let a worker search a subtree; return for how many nodes at most, of those that are `left` of a budget."""
        own = left if self.workers == 1 else max(LEAST_STEPS, left / self.workers)
        part = tree.kernel, tree.program.tables, tree.state
        if self.size is not None:
            steps = int(min(self.size.steps, own))
            calls.submit(tree, slices.advance, *part, steps, self.size)
        else:
            # short slices, as long as there are few subtrees: they come back to be cut in two
            seconds = FAR_SECONDS if len(forest.trees) >= self.subtrees else NEAR_SECONDS
            steps, most = int(min(MAX_STEPS, own)), MAX_ROWS if forest.mode is Mode.ALL else 1
            calls.submit(tree, slices.advance_copy, *part, steps, type(tree), min(seconds, deadline.left()), most)
        return steps


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

    def answer(self, forest: Forest, name: str) -> Stream:
        """Search a forest to its end: yield its solutions, unless they are counted, and the outcome.

        A first solution is not proven to be the only one. If Ctrl-C ends a count, its outcome is what was counted.
        """
        counting = self._ask.want is Want.COUNT and forest.mode is Mode.ALL
        try:
            yield from self.run(forest, name)
        except KeyboardInterrupt:
            if not counting:
                raise
            yield End(proven=False, reason=Reason.INTERRUPTED, count=forest.count())
        else:
            proven = forest.over and not (forest.mode is Mode.FIRST and forest.found)
            yield outcome_of(forest.over, forest.count() if counting else None, proven=proven)

    def run(
        self, forest: Forest, name: str, deadline: Deadline | None = None, budget: float = inf
    ) -> Generator[Solution, None, None]:
        """Yield the solutions that are found; the forest is over if all is searched that had to be.

        A search that is cut short by its deadline may be run again, and goes on. A `budget` of nodes is for a quick
        look, which is not kept.
        """
        deadline, store = deadline or self._ask.deadline, self._ask.store
        if store is not None and budget == inf and not forest.recorded:
            forest.recorded = True
            if (record := store.load(name)) is not None:
                try:
                    forest.recall(record)
                except KeyError as error:  # damage of an archive may lose an entry
                    raise BadInput(f"the checkpoint is damaged: it lacks {error}") from error
        was_over = forest.over
        try:
            if budget == inf:
                # Of a checkpoint; nodes are reported even if the reader stops here
                yield from forest.empty_outbox()
            yield from self._search(forest, name, deadline, budget)
        finally:
            # Report the cost of a forest since the last report; a forest that is run in several turns is one search
            nodes = forest.counted().nodes - forest.charged
            self._ask.effort.update(nodes=nodes)
            forest.charged += nodes
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
                yield from self._work(Crew.near(pool, threads, forest), forest, name, deadline, budget)
            return
        if far is None or not forest.charged or budget < NEAR_NODES:
            soon = deadline if far is None else deadline.within(NEAR_SECONDS)
            yield from self._work(Crew.near(Here(), 1, forest), forest, name, soon, budget)
        if far is not None and budget >= NEAR_NODES:
            yield from self._work(Crew(far, self.workers), forest, name, deadline, budget)

    def _work(
        self, crew: Crew, forest: Forest, name: str, deadline: Deadline, budget: float
    ) -> Generator[Solution, None, None]:
        """Search a forest by some workers until the deadline, or for about a `budget` of nodes."""
        calls, store, is_far = SliceCalls(crew.executor), self._ask.store, crew.size is None
        asked = dict[Subtree, int]()  # the nodes that the worker of a subtree may make

        def take(tree: Subtree, part: Slice) -> None:
            del asked[tree]
            forest.take(tree, part)
            while len(forest.trees) < crew.subtrees and forest.divide(tree):
                pass

        try:
            while True:
                left = budget - forest.counted().nodes - sum(asked.values())
                while len(calls) < crew.workers and left > 0 and not deadline.passed():
                    tree = forest.find_idle(asked)
                    if tree is None:
                        break
                    forest.ask(tree)
                    asked[tree] = 0  # a call in this thread may end by Ctrl-C
                    asked[tree] = crew.submit(calls, tree, left, forest, deadline)
                    left -= asked[tree]
                if not calls or (is_far and (forest.over or deadline.passed(LAST_SECONDS))):
                    return
                for tree, part in calls.collect():
                    take(tree, part)
                if store is not None and budget == inf and store.due():
                    while calls and not is_far:  # copies that are searched elsewhere change nothing here
                        for tree, part in calls.collect():
                            take(tree, part)
                    self._keep(forest, name)
                yield from forest.empty_outbox()
                self._tell(forest, name)
        finally:
            for tree, part in calls.close(0 if is_far else None):
                take(tree, part)

    def _keep(self, forest: Forest, name: str) -> None:
        if self._ask.store is not None and forest.recorded and forest.whole:
            self._ask.store.save(name, forest.record())

    def _tell(self, forest: Forest, name: str) -> None:
        observer = self._ask.progress
        if observer is not None and monotonic() - self._observed >= TELL_SECONDS:
            self._observed = monotonic()
            nodes = self._ask.effort["nodes"] + forest.counted().nodes - forest.charged
            observer(Progress(name, forest.share(), nodes))


MAX_BUFFER = 256


def buffer_size(ask: SearchAsk) -> int:
    """Return the number of solutions that a kernel may find before it hands them over."""
    return 1 if ask.want is Want.ONE else min(MAX_BUFFER, ask.limit or MAX_BUFFER)


def outcome_of(over: bool, count: int | None = None, bound: int | None = None, proven: bool | None = None) -> End:
    """The outcome of a search that is over, or whose time is up; being over proves it unless `proven` says more."""
    return End(over if proven is None else proven, Reason.DONE if over else Reason.TIME, count, bound)
