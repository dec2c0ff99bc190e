"""Refutes that so few candidates hit all items: no state is left whose surplus is small enough.

The decisions of the first half and, in reverse, those of the second half account for no surplus twice. So one of the
two leaves half of the surplus at the most, and each sweep needs no more until its half is done: two short sweeps in
place of a long one. Of two equal sweeps one is made. From there on the other half is known to need some surplus.
"""

from time import perf_counter

import numpy as np

from rookery.backends.backtracking.kernels.bits import Ints
from rookery.backends.backtracking.surplus.kernel import decide
from rookery.backends.backtracking.surplus.tables import (
    MOST_CELLS,
    UNIT,
    Layer,
    Plan,
    Sides,
    first_layer,
    make_layer,
    make_plan,
    make_sides,
)
from rookery.backends.contract.backend import Deadline
from rookery.backends.contract.machine import memory_of_machine
from rookery.backends.selection.selection import Selection
from rookery.models.kernels.compiler import hasten
from rookery.models.kernels.jit import Kernel

MOST_STATES, STATE = 1 << 24, 128  # of a level; bytes of memory that a state takes at worst, of two levels
MOST_WORK, PLAIN_SHARE = 1 << 29, 500  # states in all; a compiled kernel is so many times as fast
SLICE = 1 << 19  # states between two looks at the clock
TIGHT = 6  # more than a part in so many of what is asked is too much surplus: the states would be too many


class TooMany(Exception):
    """There are more states than there is room or time for."""


class Refuter:
    """Refutes numbers of choices of a selection; `alike` (items) has equal numbers for items of equal weight."""

    def __init__(self, selection: Selection, alike: Ints, deadline: Deadline) -> None:
        self._sides = make_sides(selection, alike)
        self._deadline = deadline

    def refutes(self, few: int) -> bool:
        """Whether it is proven that so few do not hit all items; not where that takes too much time or memory."""
        if self._sides is None or TIGHT * self._sides.spare(few) > few * UNIT:
            return False
        plan, reverse = make_plan(self._sides), make_plan(self._sides.reverse)
        if plan is None or reverse is None:
            return False
        try:
            return self._both(plan, reverse, self._sides.spare(few))
        except TooMany:
            return False

    def _both(self, plan: Plan, reverse: Plan, spare: int) -> bool:
        """Whether neither sweep leaves a state; both go on with what the other half needs at least."""
        half = len(plan.cost) // 2
        there = Sweep(plan, self._deadline)
        there.run(half, [spare // 2] * half)
        back = there
        if self._sides is not None and not self._sides.even:
            back = Sweep(reverse, self._deadline)
            back.run(len(plan.cost) - half, [spare // 2] * len(plan.cost))
        return self._ends(there, back, spare) and (back is there or self._ends(back, there, spare))

    def _ends(self, sweep: "Sweep", other: "Sweep", spare: int) -> bool:
        """Whether a sweep has no state at its end, if the rest needs as much surplus as the other sweep has shown."""
        steps = sweep.steps
        rest = [other.least[min(steps - 1 - at, len(other.least) - 1)] for at in range(steps)]
        sweep.run(steps, [spare - each for each in rest])
        return not sweep.states


class Sweep:
    """A sweep over the decisions of a plan; `least` is the surplus that so many of them need at least."""

    def __init__(self, plan: Plan, deadline: Deadline) -> None:
        self._plan, self._deadline = plan, deadline
        self._layer, self._work = first_layer(), 0
        self.steps = len(plan.cost)
        self.least = [0]
        start = perf_counter()
        hasten(decide, plan, self._layer, self._layer, 0, 0, 0, 0)
        deadline.clock.stand_still(perf_counter() - start)

    @property
    def states(self) -> int:
        """How many states there are."""
        return int(self._layer.count[0])

    def run(self, until: int, limits: list[int]) -> None:
        """Decide all before `until` with these limits; raises `TooMany`."""
        while len(self.least) <= until:
            step = len(self.least) - 1
            self._decide(step, limits[step])
            spent = self._layer.surplus[: self.states]
            self.least.append(min(int(spent.min(initial=limits[step] + 1)), limits[step] + 1))

    def _decide(self, step: int, limit: int) -> None:
        count, room = self.states, min(MOST_STATES, memory_of_machine() // 4 // STATE)
        new = make_layer(min(2 * count + 2, room))
        for start in range(0, count, SLICE):
            self._check(min(SLICE, count - start))
            end = min(start + SLICE, count)
            if decide(self._plan, self._layer, new, step, start, end, limit) < end:
                raise TooMany
        self._layer = new

    def _check(self, more: int) -> None:
        self._work += more
        if self._work > (MOST_WORK if decide.compiled else MOST_WORK // PLAIN_SHARE) or self._deadline.passed():
            raise TooMany


def sample_decision() -> tuple[Kernel, Plan, Layer, Layer, int, int, int, int]:
    """The kernel with arguments such as it is called with."""
    plan = make_plan(Sides(np.ones((1, 1), np.bool_), np.zeros(1, np.int64)))
    assert plan is not None
    return decide, plan, first_layer(), make_layer(4), 0, 0, 1, 0
