"""A* for the fewest: the state that promises least is looked at first, so the first goal that is met is the best.

A state is what is left: the items that are still to be hit, and the candidates that may still be chosen. A candidate
hits at most the largest gain of them all, hence at least `ceil(items left / largest gain)` more are needed. The bound
falls by at most one a choice (it is consistent): a state that was looked at once is never looked at again.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from sys import getsizeof

from rookery.backends.contract import Ask, End, Solution, Stream
from rookery.backends.presolve.budget import Budget, Halted
from rookery.backends.presolve.structure.parts import Masks
from rookery.backends.solvers.textbook.program import TextbookProgram
from rookery.core.numbers import bits

State = tuple[int, int]  # items left, candidates left
EVERY = 64


def search_astar(program: TextbookProgram, ask: Ask) -> Stream:
    """Give the best solution; the outcome reports the length of the queue, and the number of closed states."""
    space = Space(program)
    budget = Budget(ask.deadline, program.memory_limit)
    forced = program.selection.forced
    try:
        found = space.search(budget, len(forced))
    except Halted as halt:
        yield budget.halted(halt, space.describe(), space.statistics())
        return
    if found is not None:
        yield forced | found
    yield End(proven=True, bound=budget.bound, note=space.describe(), statistics=space.statistics())


class Space:
    """The states met: a queue of those to look at, and how each was reached with the fewest choices.

    `states` counts those that were queued, once more if fewer choices were found to suffice.
    """

    def __init__(self, program: TextbookProgram) -> None:
        self._masks, self._most = program.masks, program.selection.most
        self._queue: list[tuple[int, int, int, State]] = []
        self._reached: dict[State, tuple[int, State | None, int]] = {}
        self._closed: set[State] = set()
        self._longest = self.states = 0

    def statistics(self) -> dict[str, int]:
        """Return the cost of the search."""
        return {"nodes": len(self._closed), "states": self.states}

    def search(self, budget: Budget, forced: int) -> Solution | None:
        """The fewest candidates that hit all items; None if no number within the bounds does."""
        start = (self._masks.items, self._masks.candidates)
        self._meet(start, 0, None, -1)
        while self._queue:
            promise, _, _, state = heappop(self._queue)
            if state in self._closed:
                continue
            budget.bound = forced + promise
            if not state[0]:
                return frozenset(self._masks.variables[candidate] for candidate in self._candidates(state))
            self._closed.add(state)
            if len(self._closed) % EVERY == 1:
                budget.check(self._bytes())
            # One of the options of the scarcest item has to be chosen: no other candidate need be looked at
            left, candidates = state
            number = self._reached[state][0] + 1
            m = self._masks
            scarcest = min((m.options[item] & candidates for item in bits(left)), key=int.bit_count)
            for candidate in bits(scarcest):
                self._meet((left & ~m.hits[candidate], candidates & ~m.rivals[candidate]), number, state, candidate)
        budget.bound = None
        return None

    def _meet(self, state: State, number: int, before: State | None, candidate: int) -> None:
        """Queue a state, unless it was reached with as few choices, or cannot lead to a solution."""
        known = self._reached.get(state)
        if known is not None and known[0] <= number:
            return
        more = count_needed(self._masks, state)
        if more is not None and number + more <= self._most:
            self.states += 1
            self._reached[state] = (number, before, candidate)
            heappush(self._queue, (number + more, -number, len(self._reached), state))
            self._longest = max(self._longest, len(self._queue))

    def _candidates(self, state: State) -> Iterator[int]:
        _, before, candidate = self._reached[state]
        while before is not None:
            yield candidate
            _, before, candidate = self._reached[before]

    def _bytes(self) -> int:
        """About how much the states take; a state's parts stand in all three, and are held once."""
        start = (self._masks.items, self._masks.candidates)
        state = getsizeof(start) + sum(map(getsizeof, start))
        how, queued = getsizeof((0, 0, 0)), getsizeof((0, 0, 0, 0)) + getsizeof(1 << 20)
        tables = getsizeof(self._reached) + getsizeof(self._closed) + getsizeof(self._queue)
        return tables + len(self._reached) * (state + how) + len(self._queue) * queued

    def describe(self) -> str:
        """The size of the search, in words."""
        size = self._bytes() / 2**20
        return f"astar: queue at most {self._longest:,} states, {len(self._closed):,} closed; about {size:,.1f} MiB"


def count_needed(masks: Masks, state: State) -> int | None:
    """The least number of further choices; None if an item cannot be hit any more."""
    left, candidates = state
    if not left:
        return 0
    gain = max((masks.hits[candidate] & left).bit_count() for candidate in bits(candidates)) if candidates else 0
    return -(-left.bit_count() // gain) if gain else None
