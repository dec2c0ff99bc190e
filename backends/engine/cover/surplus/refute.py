"""Sweeps that refute a number: the hits of all choices beyond a dual solution are fewer than must be left over."""

from functools import cached_property

import numpy as np

from rookery.backends.engine.cover.surplus.kernel import decide
from rookery.backends.engine.cover.surplus.sweep import NO_MIRROR, Sweep, TooMany
from rookery.backends.engine.cover.surplus.tables import (
    UNIT,
    Job,
    SurplusPlan,
    WeightedHits,
    Window,
    bound_weights,
    count_states,
    find_mirror,
    first_layer,
    list_mirrors,
    make_buffer,
    make_layer,
    make_plan,
    weigh_hits,
)
from rookery.backends.engine.kernels.bits import Words
from rookery.backends.engine.options import read_without
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.covering import Covering
from rookery.core.kernels.kernel import PLAIN, Kernel

TIGHT = 6  # a larger part of what is asked than 1 / TIGHT is too much surplus: too many states


class Refuter:
    """Refuter of a number of candidates for all items; `images` (symmetries, items) are the images of items."""

    def __init__(self, selection: Covering, images: Words, ask: SearchAsk) -> None:
        self._selection, self._images, self._ask = selection, images, ask

    @cached_property
    def _most_spent(self) -> float:
        return bound_weights(self._selection.by_row)

    @cached_property
    def _weighted(self) -> WeightedHits | None:
        images = self._images.astype(np.int64)
        found = weigh_hits(self._selection, np.vstack([np.arange(images.shape[1]), images]).min(axis=0))
        return found if found is not None and found.even else None

    def refutes(self, few: int) -> bool:
        """Return whether `few` choices provably do not hit all items; False if that takes too much time or memory."""
        if TIGHT * (few - self._most_spent) > few or self._weighted is None:
            return False
        slack, plan = self._weighted.compute_slack(few), make_plan(self._weighted)
        if TIGHT * slack > few * UNIT or plan is None:
            return False
        kernel, *sample = sample_decision()
        if not (PLAIN or kernel.wait((*sample, 0), self._ask.deadline)):
            return False
        image = None if "symmetry" in read_without(self._ask.options) else find_mirror(self._weighted, self._images)
        task = f"refuting {len(self._selection.forced) + few} by surplus"
        sweep = Sweep(plan, list_mirrors(self._weighted, image), self._ask, task)
        try:
            sweep.check_limits()
            return refute(sweep, slack)
        except TooMany:
            return False


def refute(sweep: Sweep, slack: int) -> bool:
    """Return whether no choices that hit all items have a surplus of `slack` or less.

    The covering is even, so choices in reverse have the same surplus. The first half of the decisions takes half of it
    at most in one of both orders: that is the limit of the first half. In the second half a state must leave to the
    remaining decisions what these need at least, which is what as many first decisions need.
    """
    sweep.run(sweep.middle, [slack // 2] * sweep.steps)
    shown = sweep.least[: sweep.done + 1]
    rest = [shown[min(sweep.steps - 1 - at, len(shown) - 1)] for at in range(sweep.steps)]
    sweep.run(sweep.steps, [slack - each for each in rest])
    return not count_states(sweep.layer)


def sample_decision() -> tuple[Kernel, SurplusPlan, Job]:
    """Return the kernel with arguments such as it is called with."""
    plan = make_plan(WeightedHits(np.ones((1, 1), np.bool_), np.zeros(1, np.int64)))
    assert plan is not None
    most, steps = np.zeros(1, np.int64), np.array([0, 1])
    window = Window(first_layer(), make_layer(2, 1, 1), np.zeros(2, np.uint64), NO_MIRROR, most, steps)
    return decide, plan, Job(window, make_buffer(1, 2))
