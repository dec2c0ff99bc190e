"""Better coverings than a given one, by local search for so many exchanges."""

from collections.abc import Iterator

from rookery.backends.contract.backend import Deadline, Solution
from rookery.backends.exchange.kernel import exchange
from rookery.backends.exchange.pace import affordable
from rookery.backends.exchange.tables import BEST, Exchange, Groups, make_exchange, make_groups
from rookery.backends.selection.selection import Selection, selection
from rookery.models import Model
from rookery.models.kernels.compiler import Look, get_ready, nothing
from rookery.models.kernels.jit import Kernel

MOST_INCIDENCES = 1 << 22
SLICE = 1 << 24  # incidences that the exchanges between two looks at the clock read, about


class Descent:
    """A local search from a solution; every call of `improve` goes on where the last one has ended.

    Now and then it calls `look`, which may raise to end it.
    """

    def __init__(
        self, found: Selection, solution: Solution, least: int, deadline: Deadline, seed: int, look: Look = nothing
    ) -> None:
        self._forced, self._deadline, self._look = found.forced, deadline, look
        self._tables = make_groups(found)
        self._state = make_exchange(self._tables, solution - found.forced, max(least, found.least), seed)
        self._reads = count_reads(self._tables)

    def improve(self, reads: int, most: int) -> Iterator[Solution]:
        """Each better solution than those before, by exchanges that read about so many incidences, `most` at most.

        There are fewer of them as plain Python, and when time is up.
        """
        get_ready(exchange, (self._tables, self._state, 0), self._deadline.clock, self._look)
        slice_, left = affordable(exchange, SLICE), min(affordable(exchange, reads), most * self._reads)
        while left > 0 and not self._deadline.passed():
            self._look()
            before = self._best
            exchange(self._tables, self._state, max(1, min(left, slice_) // self._reads))
            left -= slice_
            if self._best < before:
                yield self._solution()

    @property
    def _best(self) -> int:
        return int(self._state.registers[BEST])

    def _solution(self) -> Solution:
        chosen = self._tables.variable[self._state.best[: self._best]]
        return self._forced | frozenset(chosen.tolist())


def begin_descent(
    model: Model, solution: Solution, least: int, deadline: Deadline, seed: int, look: Look
) -> Descent | None:
    """A local search from a solution of a model, where it is known how; no solution has fewer than `least`."""
    found = selection(model)
    if found is None or not can_improve(found):
        return None
    return Descent(found, solution, least - len(found.forced), deadline, seed, look)


def count_reads(t: Groups) -> int:
    """How many incidences an exchange reads, about: the groups of two candidates."""
    size, groups = max(1, len(t.variable)), max(1, len(t.first) - 1)
    return max(1, 2 * len(t.member) ** 2 // (size * groups))


def can_improve(selection: Selection) -> bool:
    """Whether a selection is one that local search knows: an option for each item, the fewest, not too large."""
    whole = selection.goal < 0 and not selection.folded
    groups = (*selection.items, *selection.cliques)
    return whole and bool(selection.items) and sum(map(len, groups)) <= MOST_INCIDENCES


def sample_exchange() -> tuple[Kernel, Groups, Exchange]:
    """The kernel with arguments such as it is called with."""
    item, free = (0, 1), frozenset((0, 1))
    small = Selection(2, frozenset(), free, (item,), (1,), (frozenset(),), (item,), 0, 2, -1)
    tables = make_groups(small)
    return exchange, tables, make_exchange(tables, [0], 0, 0)
