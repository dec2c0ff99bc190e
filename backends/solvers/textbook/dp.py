"""Dynamic programming over the states of the board, after Fernau: choices are forgotten, their effects are kept.

The candidates are looked at one after the other: chosen or not. Two ways that leave the same items to hit and the same
candidates to come have the same future, and become one state: with a goal it keeps the better of the ways, without one
their number (or all of them), separately for each number chosen.

H. Fernau, minimum dominating set of queens: a trivial programming exercise? Discrete Applied Mathematics 158 (2010).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from operator import add
from sys import getsizeof
from typing import Any, NamedTuple

from rookery.backends.contract import Ask, End, Stream, Unsupported, Want
from rookery.backends.presolve.budget import Budget, Halted
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.masks import Masks

State = int  # from the low end: the items left, the candidates left, and the number chosen where it is kept apart
Ways = Any  # what a state keeps of the ways to it: their number, or links `(candidate, the ways before it)`
NOTHING = ("nothing",)  # the way that chose nothing


class Keeping(NamedTuple):
    """What is kept of the ways to a state: at the start, after one more choice, and of two ways to one state."""

    start: Ways
    choose: Callable[[Ways, int], Ways]
    merge: Callable[[Ways, Ways], Ways]
    weight: int  # bytes of a state


KEEPING = {
    Want.COUNT: Keeping(1, lambda ways, candidate: ways, add, 90),
    Want.ALL: Keeping(NOTHING, lambda ways, candidate: ((candidate, ways),), add, 310),
    Want.ONE: Keeping(NOTHING, lambda ways, candidate: ((candidate, ways),), lambda first, other: first, 170),
}


def require_no_seed(selection: Covering, ask: Ask) -> None:
    """Raise `Unsupported` for a question with a seed."""
    if ask.seed:
        raise Unsupported("strategy dp takes no seed: its states stay few in the model's own order alone")


def search_dp(selection: Covering, masks: Masks, ask: Ask, budget: Budget) -> Stream:
    """Yield the best solution, or one, or all of them, or count them without listing."""
    layers = Layers(selection, masks, KEEPING[ask.want])
    try:
        ends = layers.search(budget)
    except Halted as halt:
        yield budget.halted(halt, layers.describe(), {"states": layers.states})
        return
    end = End(True, note=layers.describe(), statistics={"states": layers.states})
    if ask.want is Want.COUNT:
        yield replace(end, count=sum(ends))
        return
    for found, candidates in enumerate(chain.from_iterable(map(spell_out, ends)), 1):
        yield selection.forced.union(masks.variables[each] for each in candidates)
        if found == ask.most:
            yield replace(end, proven=bool(selection.goal))
            return
    yield end


def spell_out(ways: Ways) -> Iterator[tuple[int, ...]]:
    """Yield the candidates of each way, the last one first."""
    if ways == NOTHING:
        yield ()
        return
    for candidate, before in ways:
        for rest in spell_out(before):
            yield candidate, *rest


class Layers:
    """One layer of states after each candidate; a state has the number chosen and what is kept of the ways to it.

    With a goal the worse of two ways is dropped, unless a bound may cut the better way but not the worse one: then, and
    without a goal, ways of different length are different states. `states` counts those of all layers.
    """

    def __init__(self, selection: Covering, masks: Masks, keeping: Keeping) -> None:
        self._selection, self._masks, self._keeping = selection, masks, keeping
        self._items = len(masks.options)
        self._top = self._items + len(masks.variables)
        bounded = selection.least > 0 if selection.goal < 0 else selection.most < len(selection.free)
        self._one = 0 if selection.goal and not bounded else 1 << self._top
        self._before: dict[State, tuple[int, Ways]] = {}
        self._after: dict[State, tuple[int, Ways]] = {}
        self._most = self.states = 0

    def search(self, budget: Budget) -> list[Ways]:
        """Return what is kept of the solutions of each number chosen, the best number first if there is a goal."""
        self._after = {self._masks.items | self._masks.candidates << self._items: (0, self._keeping.start)}
        for candidate in range(len(self._masks.variables)):
            self._before, self._after = self._after, {}
            try:
                self._look_at(candidate, budget)
            finally:
                self.states += len(self._after)
                self._most = max(self._most, len(self._after))
        # Every item has lost its last option or was hit: the states that are left differ in the number chosen
        numbers, goal = dict(self._after.values()), self._selection.goal
        within = sorted(n for n in numbers if self._selection.least <= n <= self._selection.most)
        return [numbers[n] for n in (reversed(within) if goal > 0 else within)]

    def _look_at(self, candidate: int, budget: Budget) -> None:
        """Fill the layer after a candidate: it is chosen or not, and an item may not lose its last option."""
        m, choose, most = self._masks, self._keeping.choose, self._selection.most
        bit = 1 << self._items + candidate
        left_by = ~(m.hits[candidate] | m.rivals[candidate] << self._items)
        last = sum(1 << item for item, options in enumerate(m.options) if options.bit_length() == candidate + 1)
        for state, (number, ways) in budget.watch(self._before.items(), self._bytes):
            if state & bit:
                chosen = (state & left_by) + self._one
                if number + 1 + bool(chosen & m.items) <= most:
                    self._keep(chosen, number + 1, choose(ways, candidate))
                state ^= bit
            if not state & last:
                self._keep(state, number, ways)

    def _keep(self, state: State, number: int, ways: Ways) -> None:
        known = self._after.get(state)
        if known is None or self._selection.goal * (number - known[0]) > 0:
            self._after[state] = number, ways
        elif number == known[0]:
            self._after[state] = number, self._keeping.merge(known[1], ways)

    def _bytes(self) -> int:
        """Return about how much the states of two layers take."""
        state = getsizeof(1 << self._top + 1) + self._keeping.weight
        tables = getsizeof(self._before) + getsizeof(self._after)
        return tables + state * (len(self._before) + len(self._after))

    def describe(self) -> str:
        """Return the size of the search, in words."""
        return f"dp: at most {self._most:,} states after a candidate"
