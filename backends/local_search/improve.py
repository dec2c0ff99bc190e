"""Better coverings than a given one, by local search with a limited number of exchanges, in parallel on each worker."""

from collections.abc import Iterator
from dataclasses import dataclass

from rookery.backends.contract import Solution
from rookery.backends.local_search.kernel import Exchange, Groups, exchange, make_exchange, make_groups
from rookery.backends.presolve.chance import affordable
from rookery.backends.presolve.covering import Covering
from rookery.core.deadline import Deadline
from rookery.core.kernels.kernel import Kernel
from rookery.core.runtime import SideThread

MAX_INCIDENCES = 1 << 22
SLICE = 1 << 24  # incidences that the exchanges between two looks at the clock read, about


@dataclass(frozen=True, slots=True)
class DescentStart:
    """Start of a local search: a solution, a lower bound, a seed, and the number of searches at the same time."""

    solution: Solution
    least: int
    seed: int
    workers: int = 1


class Descent:
    """A local search from a solution; every call of `improve` goes on where the last one has ended.

    Each worker has a separate search, by other chances.
    """

    def __init__(self, found: Covering, begun: DescentStart, deadline: Deadline) -> None:
        self._forced, self._deadline = found.forced, deadline
        self._tables = make_groups(found, target=max(begun.least, found.least))
        seeds = range(begun.seed, begun.seed + begun.workers)
        self._states = [make_exchange(self._tables, begun.solution - found.forced, seed) for seed in seeds]
        self._reads = count_reads(self._tables)

    def improve(self, reads: int, most: int) -> Iterator[Solution]:
        """Yield each solution that is better than those before.

        The exchanges of all workers together read about `reads` incidences, and are at most `most`; there are fewer in
        plain Python, and when time is up.
        """
        exchange.wait((self._tables, self._states[0], 0), Deadline(0))  # a search goes on while it is compiled
        slice_, many = affordable(exchange, SLICE), len(self._states)
        left = min(affordable(exchange, reads), most * self._reads) // many
        while left > 0 and not self._deadline.passed():
            before = best_of(self._states[0])
            # Make `steps` exchanges in each search, all at the same time
            steps = max(1, min(left, slice_) // self._reads)
            others = [SideThread(target=exchange, args=(self._tables, each, steps)) for each in self._states[1:]]
            for thread in others:
                thread.start()
            try:
                exchange(self._tables, self._states[0], steps)
            finally:
                for thread in others:
                    thread.join()
            left -= slice_
            found = min(self._states, key=best_of)
            if best_of(found) < before:
                for state in self._states:
                    state.fewest[0] = best_of(found)
                chosen = self._tables.variable[found.best[: best_of(found)]]
                yield (self._forced | frozenset(chosen.tolist()))


def best_of(state: Exchange) -> int:
    """Return the number of candidates in the best solution of a search."""
    return int(state.fewest[0])


def count_reads(t: Groups) -> int:
    """The approximate reads of an exchange, in incidences: groups of two candidates, and members of a few groups."""
    size, groups = max(1, len(t.variable)), max(1, len(t.first) - 1)
    return max(1, len(t.member) * (2 + len(t.member) // (2 * groups)) // size)


def can_improve(selection: Covering) -> bool:
    """Return whether a selection is one that local search knows: an option for each item, the fewest, not too large."""
    whole = selection.goal < 0 and not selection.folded
    groups = (*selection.items, *selection.cliques)
    return whole and bool(selection.items) and sum(map(len, groups)) <= MAX_INCIDENCES


def sample_exchange() -> tuple[Kernel, Groups, Exchange]:
    """Return the kernel with arguments such as it is called with."""
    item, free = (0, 1), frozenset((0, 1))
    small = Covering(2, frozenset(), free, (item,), (1,), (frozenset(),), (item,), 0, 2, -1)
    tables = make_groups(small, target=0)
    return exchange, tables, make_exchange(tables, [0], 0)
