"""Dynamic programming over the states of the board, after Fernau: what was chosen is forgotten, what it did is kept.

The candidates are looked at one after the other: chosen or not. Two ways that leave the same items to hit and the same
candidates to come have the same future, and become one state: with a goal it keeps the better of the ways, without
one their number (or all of them), apart for each number chosen.

H. Fernau, minimum dominating set of queens: a trivial programming exercise? Discrete Applied Mathematics 158 (2010).
"""

from collections.abc import Iterator
from sys import getsizeof

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Outcome, Request, Stream
from rookery.backends.contract.limits import Budget, Halted
from rookery.backends.textbook.merging import Merging, Value, choose_merging, spell_out
from rookery.backends.textbook.program import TextbookProgram

State = int  # from the low end: the items left, the candidates left, and the number chosen where it is kept apart
Layer = dict[State, Value]


def search_dp(program: TextbookProgram, request: Request) -> Stream:
    """Give the best solution, or one, or all of them, or count them without listing."""
    layers = LayeredSearch(
        program, choose_merging(program.selection, request.want), Budget(request.deadline, program.memory_limit)
    )
    try:
        ends = layers.run()
    except Halted as halt:
        yield layers.budget.halted(halt, layers.describe())
        return
    finally:
        request.effort.add(calls=1, states=layers.states)
    if request.want is Want.COUNT:
        yield Outcome(proven=True, count=sum(ends), raw_status=layers.describe())
        return
    for way in ends:
        for candidates in spell_out(layers.merging.ways(way)):
            yield program.selection.forced | frozenset(program.masks.variables[at] for at in candidates)
            if request.want is Want.ONE:
                yield Outcome(proven=True, raw_status=layers.describe())
                return
    yield Outcome(proven=True, raw_status=layers.describe())


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
        """What is known of the states at the end that are solutions, the best first where there is a goal."""
        self._layer = {self._masks.items | self._masks.candidates << self._items: self.merging.start}
        for candidate in range(len(self._masks.variables)):
            self._next = Layer()
            try:
                self._fill_next(candidate)
            finally:
                self.states += len(self._next)
            self._layer = self._next
            self._most = max(self._most, len(self._layer))
        return self._ends()

    def _fill_next(self, candidate: int) -> None:
        """The layer after a candidate."""
        for state, value in self.budget.watch(self._moves(candidate), self._bytes):
            known = self._next.get(state)
            self._next[state] = value if known is None else self.merging.merge(known, value)

    def _moves(self, candidate: int) -> Iterator[tuple[State, Value]]:
        """The states after a candidate, chosen or not; none where an item has lost its last option."""
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
        """Whether too many were chosen, or as many as may be and items are left."""
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
        """How large the search grew."""
        size = max(len(self._layer), len(self._next), self._most)
        return f"dp: at most {size:,} states after a candidate"
