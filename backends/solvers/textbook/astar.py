"""A* for the fewest: the state that promises least is expanded first, so the first goal that it meets is the best.

A state is the items that are still to be hit, and the candidates that may still be chosen. A candidate hits at most the
largest gain of them all, hence at least `ceil(items left / largest gain)` more are needed. The bound falls by at most
one a choice (it is consistent), so no state is expanded twice.
"""

from heapq import heappop, heappush
from sys import getsizeof

from rookery.backends.contract import Ask, End, Solution, Stream, Unsupported, Want
from rookery.backends.presolve.budget import Budget, Halted
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.masks import Masks
from rookery.core.numbers import bits

State = tuple[int, int]  # items left, candidates left


def require_fewest(selection: Covering, ask: Ask) -> None:
    """Raise `Unsupported` unless one solution with the fewest is wanted."""
    if ask.want is not Want.ONE:
        raise Unsupported(
            f"strategy astar looks for the fewest, and finds one solution; this question wants {ask.want}: use dp"
            " or auto"
        )
    if selection.goal >= 0 or selection.least:
        raise Unsupported("strategy astar looks for the fewest, of any number; this model asks for something else")


def search_astar(selection: Covering, masks: Masks, ask: Ask, budget: Budget) -> Stream:
    """Yield the best solution."""
    space = Space(masks, selection.most)
    try:
        found = space.search(budget, len(selection.forced))
    except Halted as halt:
        yield budget.halted(halt, space.describe(), space.statistics())
        return
    if found is not None:
        yield selection.forced | found
    yield End(True, bound=budget.bound, note=space.describe(), statistics=space.statistics())


class Space:
    """The states met: a queue of those to expand, and how each was reached with the fewest choices."""

    def __init__(self, masks: Masks, most: int) -> None:
        self._masks, self._most = masks, most
        self._queue: list[tuple[int, int, int, State]] = []  # promise, minus the number chosen, order of arrival
        self._reached: dict[State, tuple[int, State | None, int]] = {}  # number chosen, the state before, the choice
        self._closed: set[State] = set()
        self._longest = self._queued = 0
        start = (masks.items, masks.candidates)
        self._state_bytes = getsizeof(start) + sum(map(getsizeof, start)) + getsizeof((0, 0, 0))
        self._queued_bytes = getsizeof((0, 0, 0, 0)) + getsizeof(1 << 20)

    def search(self, budget: Budget, forced: int) -> Solution | None:
        """Return the fewest candidates that hit all items; None if no number within the bounds does."""
        m = self._masks
        self._meet((m.items, m.candidates), 0, None, -1)
        while self._queue:
            promise, _, _, state = heappop(self._queue)
            if state in self._closed:
                continue
            budget.bound = forced + promise
            left, candidates = state
            if not left:
                return self._trace_back(state)
            self._closed.add(state)
            budget.check(self._bytes())
            # One of the options of the scarcest item has to be chosen: no other candidate need be looked at
            scarcest = min((m.options[item] & candidates for item in bits(left)), key=int.bit_count)
            number = self._reached[state][0] + 1
            for candidate in bits(scarcest):
                self._meet((left & ~m.hits[candidate], candidates & ~m.rivals[candidate]), number, state, candidate)
        budget.bound = None
        return None

    def _meet(self, state: State, number: int, before: State | None, candidate: int) -> None:
        """Queue a state, unless it was reached with as few choices, or cannot lead to a solution."""
        known = self._reached.get(state)
        if known is not None and known[0] <= number:
            return
        left, candidates = state
        gain = max(((self._masks.hits[each] & left).bit_count() for each in bits(candidates)), default=0)
        if left and not gain:
            return
        promise = number + (-(-left.bit_count() // gain) if left else 0)
        if promise <= self._most:
            self._queued += 1
            self._reached[state] = (number, before, candidate)
            heappush(self._queue, (promise, -number, len(self._reached), state))
            self._longest = max(self._longest, len(self._queue))

    def _trace_back(self, state: State) -> Solution:
        chosen = set()
        _, before, candidate = self._reached[state]
        while before is not None:
            chosen.add(self._masks.variables[candidate])
            _, before, candidate = self._reached[before]
        return frozenset(chosen)

    def statistics(self) -> dict[str, int]:
        """Return the cost of the search; a state counts again if it was reached with fewer choices."""
        return {"nodes": len(self._closed), "states": self._queued}

    def describe(self) -> str:
        """Return the size of the search, in words."""
        size = self._bytes() / 2**20
        return f"astar: queue at most {self._longest:,} states, {len(self._closed):,} closed; about {size:,.1f} MiB"

    def _bytes(self) -> int:
        """Return about how much the states take; queue, closed and reached states share the same tuples."""
        tables = getsizeof(self._reached) + getsizeof(self._closed) + getsizeof(self._queue)
        return tables + len(self._reached) * self._state_bytes + len(self._queue) * self._queued_bytes
