"""Refutes that so few candidates hit all items: no state is left whose surplus is small enough.

The decisions of the first half and, in reverse, those of the second half account for no surplus twice. So one of the
two leaves half of the surplus at the most, and each sweep needs no more until its half is done: two short sweeps in
place of a long one. Of two equal sweeps one is made. From there on the other half is known to need some surplus.
"""

from functools import cached_property

import numpy as np

from rookery.backends.backtracking.kernels.bits import Words
from rookery.backends.backtracking.surplus.kernel import decide
from rookery.backends.backtracking.surplus.layers import Job, Stretch, cut, first_states, make_bench, make_layer
from rookery.backends.backtracking.surplus.sweep import SurplusSweep
from rookery.backends.backtracking.surplus.tables import (
    UNIT,
    SurplusPlan,
    SurplusSides,
    bound_weights,
    make_plan,
    make_sides,
)
from rookery.backends.backtracking.surplus.watch import TooMany, Watch
from rookery.backends.contract.backend import Deadline, Request
from rookery.backends.selection.selection import Selection
from rookery.models.kernels.compiler import get_ready
from rookery.models.kernels.jit import Kernel

TIGHT = 6  # more than a part in so many of what is asked is too much surplus: the states would be too many


class Refuter:
    """Refutes that so many candidates hit all items; `images` (symmetries, items) says where symmetries take items."""

    def __init__(self, selection: Selection, images: Words, request: Request) -> None:
        self._selection, self._images, self._request = selection, images, request

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
        make_decide_ready(self._request.deadline)
        plans = [plan] if self._sides.even else [plan, reverse]
        task = f"refuting {len(self._selection.forced) + few} by surplus"
        watch = Watch(self._request, task, len(plans) * len(plan.cost))
        try:
            watch.look()
            return refute([SurplusSweep(each, self._request.workers, watch) for each in plans], self._sides.spare(few))
        except TooMany:
            return False


def refute(sweeps: list[SurplusSweep], spare: int) -> bool:
    """Whether no sweep leaves a state; they go on with what the other half needs at least. One is its own reverse."""
    there, back = sweeps[0], sweeps[-1]
    half = there.steps // 2
    there.run(half, [spare // 2] * there.steps)
    if back is not there:
        back.run(back.steps - half, [spare // 2] * back.steps)
    return ends(there, back, spare) and (back is there or ends(back, there, spare))


def ends(sweep: SurplusSweep, other: SurplusSweep, spare: int) -> bool:
    """Whether a sweep has no state at its end, if the rest needs as much surplus as the other sweep has shown."""
    steps = sweep.steps
    rest = [other.least[min(steps - 1 - at, steps - sweep.done)] for at in range(steps)]
    sweep.run(steps, [spare - each for each in rest])
    return not sweep.states


def make_decide_ready(deadline: Deadline) -> None:
    """Have the kernel compiled; that is on nobody's account."""
    kernel, *sample = sample_decision()
    get_ready(kernel, (*sample, 0), deadline.clock)


def sample_decision() -> tuple[Kernel, SurplusPlan, Job]:
    """The kernel with arguments such as it is called with."""
    plan = make_plan(SurplusSides(np.ones((1, 1), np.bool_), np.zeros(1, np.int64)))
    assert plan is not None
    most = np.zeros(1, np.int64)
    stretch = Stretch(cut(first_states()), make_layer(2, 1, 1), np.zeros(2, np.uint64), most)
    return decide, plan, Job(stretch, make_bench(1))
