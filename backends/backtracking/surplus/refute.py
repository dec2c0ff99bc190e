"""Refutes that so few candidates hit all items: no state is left whose surplus is small enough.

The decisions of the first half and, in reverse, those of the second half account for no surplus twice. So one of the
two leaves half of the surplus at the most, and each sweep needs no more until its half is done: two short sweeps in
place of a long one. Of two equal sweeps one is made. From there on the other half is known to need some surplus.
"""

from functools import cached_property
from time import perf_counter

import numpy as np

from rookery.backends.backtracking.kernels.bits import Words
from rookery.backends.backtracking.surplus.kernel import decide
from rookery.backends.backtracking.surplus.tables import (
    UNIT,
    Layer,
    Pass,
    SurplusPlan,
    SurplusSides,
    bound_weights,
    first_layer,
    halve,
    join,
    make_layer,
    make_plan,
    make_sides,
)
from rookery.backends.contract.backend import Deadline
from rookery.backends.selection.selection import Selection
from rookery.models.kernels.compiler import wait_until_ready
from rookery.models.kernels.jit import Kernel

MOST_STATES = 1 << 22  # of a level at a time: some 300 MB
MOST_WORK, PLAIN_SHARE = 1 << 29, 500  # states in all; a compiled kernel is so many times as fast
SLICE = 1 << 19  # states between two looks at the clock
TIGHT = 6  # more than a part in so many of what is asked is too much surplus: the states would be too many


class TooMany(Exception):
    """There are more states than there is room or time for."""


class Refuter:
    """Refutes that so many candidates hit all items; `images` (symmetries, items) says where symmetries take items."""

    def __init__(self, selection: Selection, images: Words, deadline: Deadline) -> None:
        self._selection, self._images, self._deadline = selection, images, deadline

    @cached_property
    def _most_spent(self) -> float:
        return bound_weights(self._selection.incidence)

    @cached_property
    def _sides(self) -> SurplusSides | None:
        images = self._images.astype(np.int64)
        return make_sides(self._selection, np.vstack([np.arange(images.shape[1]), images]).min(axis=0))

    def refutes(self, few: int) -> bool:
        """Whether it is proven that so few do not hit all items; not where that takes too much time or memory."""
        if TIGHT * (few - self._most_spent) > few:
            return False
        if self._sides is None or TIGHT * self._sides.spare(few) > few * UNIT:
            return False
        plan, reverse = make_plan(self._sides), make_plan(self._sides.reverse)
        if plan is None or reverse is None:
            return False
        try:
            return self._both(plan, None if self._sides.even else reverse, self._sides.spare(few))
        except TooMany:
            return False

    def _both(self, plan: SurplusPlan, reverse: SurplusPlan | None, spare: int) -> bool:
        """Whether no sweep leaves a state; they go on with what the other half needs at least. None: an equal plan."""
        half = len(plan.cost) // 2
        there = SurplusSweep(plan, self._deadline)
        there.run(half, [spare // 2] * half)
        back = there
        if reverse is not None:
            back = SurplusSweep(reverse, self._deadline)
            back.run(len(plan.cost) - half, [spare // 2] * len(plan.cost))
        return self._ends(there, back, spare) and (back is there or self._ends(back, there, spare))

    def _ends(self, sweep: "SurplusSweep", other: "SurplusSweep", spare: int) -> bool:
        """Whether a sweep has no state at its end, if the rest needs as much surplus as the other sweep has shown."""
        steps = sweep.steps
        rest = [other.least[min(steps - 1 - at, steps - sweep.done)] for at in range(steps)]
        sweep.run(steps, [spare - each for each in rest])
        return not sweep.states


class SurplusSweep:
    """A sweep over the decisions of a plan; `least` is the surplus that so many of them need, `done` of them made."""

    def __init__(self, plan: SurplusPlan, deadline: Deadline) -> None:
        self._plan, self._deadline = plan, deadline
        self._layer, self._work = first_layer(), 0
        self.steps, self.done = len(plan.cost), 0
        self.least = [0] + [UNIT * self.steps] * self.steps
        start = perf_counter()
        wait_until_ready(decide, decide.types(plan, Pass(self._layer, self._layer, 0, 0, 0), 0))
        deadline.clock.stand_still(perf_counter() - start)

    @property
    def states(self) -> int:
        """How many states there are."""
        return int(self._layer.size[0])

    def run(self, until: int, limits: list[int]) -> None:
        """Decide all before `until` with these limits; raises `TooMany`."""
        self._layer = self._decide_all(self._layer, range(self.done, until), limits)
        self.done = until

    def _decide_all(self, layer: Layer, steps: range, limits: list[int]) -> Layer:
        """The states after some steps; those of too large a layer go on in two parts, which may meet equal states."""
        for step in steps:
            after = self._decide(layer, step, limits[step])
            if after is None:
                rest = range(step, steps.stop)
                return join(*(self._decide_all(part, rest, limits) for part in halve(layer)))
            spent = after.surplus[: after.size[0]]
            self.least[step + 1] = min(self.least[step + 1], int(spent.min(initial=limits[step] + 1)))
            layer = after
        return layer

    def _decide(self, layer: Layer, step: int, limit: int) -> Layer | None:
        """The states after a step, None where they have no room."""
        count = int(layer.size[0])
        new = make_layer(min(2 * count + 2, MOST_STATES))
        for start in range(0, count, SLICE):
            end = min(start + SLICE, count)
            self._check(end - start)
            if decide(self._plan, Pass(layer, new, step, limit, end), start) < end:
                return None
        return new

    def _check(self, more: int) -> None:
        self._work += more
        if self._work > (MOST_WORK if decide.compiled else MOST_WORK // PLAIN_SHARE) or self._deadline.passed():
            raise TooMany


def sample_decision() -> tuple[Kernel, SurplusPlan, Pass]:
    """The kernel with arguments such as it is called with."""
    plan = make_plan(SurplusSides(np.ones((1, 1), np.bool_), np.zeros(1, np.int64)))
    assert plan is not None
    return decide, plan, Pass(first_layer(), make_layer(4), 0, 0, 1)
