"""Dynamic programming over the states of the board, after Fernau: choices are forgotten, their effects are kept.

The candidates are looked at one after the other: chosen or not. Two ways that leave the same items to hit and the same
candidates to come have the same future, and become one state: with a goal it keeps the better of the ways, without one
their number (or all of them), separately for each number chosen.

H. Fernau, minimum dominating set of queens: a trivial programming exercise? Discrete Applied Mathematics 158 (2010).

Values that dynamic programming keeps for the ways to a state: their number, one of them, all of them, or the best.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from sys import getsizeof
from typing import Any

from rookery.backends.contract import Ask, End, Stream, Want
from rookery.backends.presolve.budget import Budget, Halted
from rookery.backends.presolve.covering import Covering
from rookery.backends.solvers.textbook.program import TextbookProgram

Value = Any  # whatever a way of merging keeps; never None
# Links: (candidate, the ways before it) each; no way at all needs no link, and the way that chose nothing is NOTHING.
Ways = tuple[Any, ...]
NOTHING: Ways = ("nothing",)


class Merging(ABC):
    """Merging of ways into a value of a state; `apart` separates ways of different length, `weight` is in bytes."""

    apart = True
    weight = 0
    start: Value = NOTHING

    @abstractmethod
    def chose(self, value: Value, candidate: int) -> Value:
        """The same ways, and one more candidate in each."""

    @abstractmethod
    def merge(self, one: Value, other: Value) -> Value:
        """The ways of both."""

    def number(self, apart: int, value: Value) -> int:
        """The number of chosen candidates."""
        return apart

    def ways(self, value: Value) -> Ways:
        """The links of a value."""
        return tuple(value)


class WayCount(Merging):
    """The number of ways."""

    weight = 32
    start = 1

    def chose(self, value: Value, candidate: int) -> Value:
        """The number of values."""
        return value

    def merge(self, one: Value, other: Value) -> Value:
        """The sum."""
        return one + other


class AllWays(Merging):
    """All ways, linked."""

    weight = 250

    def chose(self, value: Value, candidate: int) -> Value:
        """One link to all the ways before it."""
        return ((candidate, value),)

    def merge(self, one: Value, other: Value) -> Value:
        """The links of both."""
        return one + other


class OneWay(AllWays):
    """One way, whichever came first."""

    weight = 110

    def merge(self, one: Value, other: Value) -> Value:
        """The first of the two."""
        return one


class BestWay(Merging):
    """The way with the fewest or the most candidates, and their number."""

    apart = False
    weight = 170
    start = (0, NOTHING)

    def __init__(self, goal: int) -> None:
        self._goal = goal

    def chose(self, value: Value, candidate: int) -> Value:
        """One more candidate."""
        return value[0] + 1, ((candidate, value[1]),)

    def merge(self, one: Value, other: Value) -> Value:
        """The better of the two, the first if they are equal."""
        return other if self._goal * (other[0] - one[0]) > 0 else one

    def number(self, apart: int, value: Value) -> int:
        """The number of chosen candidates."""
        return int(value[0])

    def ways(self, value: Value) -> Ways:
        """The links of the best way."""
        return tuple(value[1])


def choose_merging(selection: Covering, want: Want) -> Merging:
    """Merging for a question; if a bound may cut the better way but not the worse one, both are kept separate."""
    if selection.goal:
        bounded = selection.least > 0 if selection.goal < 0 else selection.most < len(selection.free)
        return OneWay() if bounded else BestWay(selection.goal)
    match want:
        case Want.COUNT:
            return WayCount()
        case Want.ALL:
            return AllWays()
        case Want.ONE:
            return OneWay()


def spell_out(ways: Ways) -> Iterator[tuple[int, ...]]:
    """The candidates of each way, the last one first."""
    if ways == NOTHING:
        yield ()
        return
    for candidate, before in ways:
        for rest in spell_out(before):
            yield candidate, *rest


State = int  # from the low end: the items left, the candidates left, and the number chosen where it is kept apart
Layer = dict[State, Value]


def search_dp(program: TextbookProgram, ask: Ask) -> Stream:
    """Give the best solution, or one, or all of them, or count them without listing."""
    layers = LayeredSearch(
        program, choose_merging(program.selection, ask.want), Budget(ask.deadline, program.memory_limit)
    )
    try:
        ends = layers.run()
    except Halted as halt:
        yield layers.budget.halted(halt, layers.describe(), {"states": layers.states})
        return
    if ask.want is Want.COUNT:
        yield End(proven=True, count=sum(ends), note=layers.describe(), statistics={"states": layers.states})
        return
    for way in ends:
        for candidates in spell_out(layers.merging.ways(way)):
            yield program.selection.forced | frozenset(program.masks.variables[at] for at in candidates)
            if ask.want is Want.ONE:
                yield End(proven=True, note=layers.describe(), statistics={"states": layers.states})
                return
    yield End(proven=True, note=layers.describe(), statistics={"states": layers.states})


class LayeredSearch:
    """One layer of states after the other: before the first candidate, after it, ..., after the last one.

    `states` counts those of all layers.
    """

    def __init__(self, program: TextbookProgram, merging: Merging, budget: Budget) -> None:
        self.merging, self.budget = merging, budget
        self._masks, self._selection = program.masks, program.selection
        self._items = len(program.masks.options)
        self._top = self._items + len(program.masks.variables)
        self._layer, self._next = Layer(), Layer()
        self._most = self.states = 0

    def run(self) -> list[Value]:
        """The values of the states at the end that are solutions, the best first if there is a goal."""
        self._layer = {self._masks.items | self._masks.candidates << self._items: self.merging.start}
        for candidate in range(len(self._masks.variables)):
            self._next = Layer()
            try:
                # The layer after a candidate
                for state, value in self.budget.watch(self._moves(candidate), self._bytes):
                    known = self._next.get(state)
                    self._next[state] = value if known is None else self.merging.merge(known, value)
            finally:
                self.states += len(self._next)
            self._layer = self._next
            self._most = max(self._most, len(self._layer))
        return self._ends()

    def _moves(self, candidate: int) -> Iterator[tuple[State, Value]]:
        """The states after a candidate, chosen or not; none if an item has lost its last option."""
        m, bit = self._masks, 1 << self._items + candidate
        left_by = ~(m.hits[candidate] | m.rivals[candidate] << self._items)
        one = self.merging.apart << self._top
        last = sum(1 << item for item, options in enumerate(m.options) if options.bit_length() == candidate + 1)
        for state, value in self._layer.items():
            if state & bit:
                chosen = (state & left_by) + one
                if not self._hopeless(chosen):
                    yield chosen, self.merging.chose(value, candidate)
                state ^= bit
            if not state & last:
                yield state, value

    def _hopeless(self, state: State) -> bool:
        """Return whether too many were chosen, or as many as may be and items are left."""
        room = self._selection.most - (state >> self._top)
        return room < 0 or (room == 0 and bool(state & self._masks.items))

    def _ends(self) -> list[Value]:
        """Every item has lost its last option or was hit: the states that are left differ in the number chosen."""
        numbers = {self.merging.number(state >> self._top, value): value for state, value in self._layer.items()}
        within = sorted(n for n in numbers if self._selection.least <= n <= self._selection.most)
        return [numbers[n] for n in (reversed(within) if self._selection.goal > 0 else within)]

    def _bytes(self) -> int:
        """About how much the states of two layers take."""
        state = getsizeof(1 << self._top + 1) + self.merging.weight
        return getsizeof(self._layer) + getsizeof(self._next) + state * (len(self._layer) + len(self._next))

    def describe(self) -> str:
        """The size of the search, in words."""
        size = max(len(self._layer), len(self._next), self._most)
        return f"dp: at most {size:,} states after a candidate"
