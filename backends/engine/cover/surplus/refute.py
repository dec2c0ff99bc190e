"""Sweeps that refute a number: the hits of all choices beyond a dual solution are fewer than must be left over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from rookery.backends.contract.backend import Request
from rookery.backends.engine.cover.surplus.kernel import decide
from rookery.backends.engine.cover.surplus.pool import BufferFull, TooMany, Watch, WorkerPool
from rookery.backends.engine.cover.surplus.tables import (
    UNIT,
    Job,
    Layer,
    SurplusPlan,
    SurplusSides,
    Window,
    bound_weights,
    count_parts,
    count_states,
    find_mirror,
    first_states,
    lay_out_unfiled,
    list_mirrors,
    list_shares,
    list_states,
    make_buffer,
    make_layer,
    make_plan,
    make_sides,
)
from rookery.backends.engine.kernels.bits import WORD, Ints, Words
from rookery.backends.engine.options import read_without
from rookery.backends.presolve.structure.selection import Selection
from rookery.core.kernels.kernel import PLAIN, Kernel

FULL_WORD = (1 << WORD) - 1
BATCHES = 4  # that a layer becomes which is too large: with fewer, more would wait at a time
MAX_WINDOW = 8  # decisions of a window
NO_MIRROR = np.zeros((0, 2), np.uint64)
LEAST_BITS = 26  # that are open and left alone by one, where it is longer than one decision


@dataclass
class Batch:
    """States at a step, which go on in windows of `longest` decisions; `weight` is their share of all states."""

    layer: Layer
    step: int
    longest: int = MAX_WINDOW
    weight: float = 1.0

    def split(self) -> list["Batch"]:
        """The states in some batches, which may meet equal states; raises `TooMany` if that is of no use."""
        if count_states(self.layer) < 2 and self.longest == 1:
            raise TooMany
        longest = max(1, self.longest // 2)
        return [
            Batch(lay_out_unfiled(part), self.step, longest, self.weight / BATCHES)
            for part in list_shares(self.layer, BATCHES)
        ]


class SurplusSweep:
    """A sweep over the decisions of a plan, `done` of them made; states are `kept` between two runs.

    `least` is the surplus that is needed after each number of decisions. `mirrors` are the bits of a symmetry after
    some of them.
    """

    def __init__(self, plan: SurplusPlan, mirrors: Mapping[int, Words], workers: int, watch: Watch) -> None:
        self._mirrors, self._watch, self._pool = mirrors, watch, WorkerPool(plan, workers, watch)
        self._takes, self._open = list_bits(plan)
        self.kept = first_states()
        self.steps, self.done = len(plan.cost), 0
        self.least = [0] + [UNIT * self.steps] * self.steps

    @property
    def middle(self) -> int:
        """The place where two sweeps meet: a state and its image have the same surplus there."""
        steps = self._mirrors or range(self.steps + 1)
        return max(step for step in steps if 2 * step <= self.steps)

    def run(self, until: int, limits: list[int]) -> None:
        """Decide all before `until` with these limits, one for each step at least; raises `TooMany`."""
        first, self.kept = Batch(lay_out_unfiled(self.kept), self.done), self.kept[:0]
        self.kept = self._decide_all(first, until, np.array(limits, np.int64))
        met = self._pool.least()
        for step in range(self.done, until):
            known = not self._mirrors or step + 1 in self._mirrors
            self.least[step + 1] = min(limits[step] + 1, int(met[step + 1])) if known else self.least[step]
        self.done = until

    def _decide_all(self, first: Batch, until: int, most: Ints) -> Words:
        """Decide all states; those of too large a layer go on in batches, one after the other."""
        waiting, ended = [first], [self.kept]
        while waiting:
            for batch in self._go_on(waiting.pop(), until, most):
                if batch.step == until:
                    ended.append(list_states(batch.layer))
                else:
                    waiting.append(batch)
            self._watch.hold(sum(map(len, ended)) + sum(count_states(batch.layer) for batch in waiting))
        return np.concatenate(ended)

    def _go_on(self, batch: Batch, until: int, most: Ints) -> list[Batch]:
        """The states at the end, or, in batches, where they have no room."""
        ends = [batch.step, *self._list_ends(batch.step, until, batch.longest), until]
        for end, after in pairwise(ends):
            if not self._decide(batch, end, after, most):
                return batch.split()
        return [batch]

    def _decide(self, batch: Batch, end: int, after: int, most: Ints) -> bool:
        """Decide a window until `end`, and file its states for one from there to `after`; return whether they fit."""
        layer, count = batch.layer, count_states(batch.layer)
        if count:
            room = min(self._watch.count_free_states(count), count << (end - batch.step))
            parts = 1 if end == after else count_parts(count)
            new = make_layer(room, layer.first.shape[1] - 1, parts)
            try:
                mirror = self._mirrors.get(end, NO_MIRROR)
                self._pool.run(Window(layer, new, self._key(end, after), mirror, most), batch.step, end)
            except BufferFull:
                return False
            batch.layer = new
        self._watch.add_work(batch.weight * (end - batch.step), count * (end - batch.step))
        batch.step = end
        return True

    def _list_ends(self, start: int, until: int, longest: int) -> Iterator[int]:
        """The ends of windows of length `longest`; those longer than one decision leave enough bits unchanged."""
        while start < until:
            end, limit = start + 1, min(until, start + longest)
            while end < limit and self._may_go_on(start, end):
                end += 1
            yield end
            start = end

    def _may_go_on(self, start: int, end: int) -> bool:
        """Return whether one more decision leaves enough bits alone, and no symmetry makes states equal before it."""
        return end not in self._mirrors and self._left_alone(start, end + 1).bit_count() >= LEAST_BITS

    def _left_alone(self, start: int, end: int) -> int:
        """The bits that may be set at a step, and that no decision from there to `end` reads or sets."""
        touched = 0
        for takes in self._takes[start:end]:
            touched |= takes
        return self._open[start] & ~touched

    def _key(self, start: int, end: int) -> Words:
        """The same bits as two words."""
        bits = self._left_alone(start, end)
        return np.array([bits & FULL_WORD, bits >> WORD], np.uint64)


def list_bits(plan: SurplusPlan) -> tuple[list[int], list[int]]:
    """The bits that each decision may set, and those that may be set before each."""
    takes, needs = (
        [int(low) | int(high) << WORD for low, high in table.tolist()] for table in (plan.takes, plan.needs)
    )
    open_bits = [0]
    for set_now, closed in zip(takes, needs, strict=True):
        open_bits.append((open_bits[-1] | set_now) & ~closed)
    return takes, open_bits


TIGHT = 6  # a larger part of what is asked than 1 / TIGHT is too much surplus: too many states


class Refuter:
    """Refuter of a number of candidates for all items; `images` (symmetries, items) are the images of items."""

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
        """Return whether `few` choices provably do not hit all items; False if that takes too much time or memory."""
        if TIGHT * (few - self._most_spent) > few:
            return False
        if self._sides is None or TIGHT * self._sides.compute_slack(few) > few * UNIT:
            return False
        sides = [self._sides] if self._sides.even else [self._sides, self._sides.reverse]
        plans = [plan for each in sides if (plan := make_plan(each)) is not None]
        if len(plans) < len(sides):
            return False
        kernel, *sample = sample_decision()
        if not (PLAIN or kernel.wait((*sample, 0), self._request.deadline)):
            return False
        task = f"refuting {len(self._selection.forced) + few} by surplus"
        watch = Watch(self._request, task, sum(len(plan.cost) for plan in plans))
        image = None if "symmetry" in read_without(self._request.options) else find_mirror(self._sides, self._images)
        mirrors = [list_mirrors(each, image) for each in sides]
        try:
            watch.check_limits()
            sweeps = [SurplusSweep(*each, self._request.workers, watch) for each in zip(plans, mirrors, strict=True)]
            return refute(sweeps, self._sides.compute_slack(few))
        except TooMany:
            return False


def refute(sweeps: list[SurplusSweep], spare: int) -> bool:
    """Return whether no sweep leaves a state; each goes on with what the other half needs. One is its own reverse."""
    there, back = sweeps[0], sweeps[-1]
    there.run(there.middle, [spare // 2] * there.steps)
    if back is not there:
        back.run(back.steps - there.middle, [spare // 2] * back.steps)
    shown = [sweep.least[: sweep.done + 1] for sweep in sweeps]
    return ends(there, shown[-1], spare) and (back is there or ends(back, shown[0], spare))


def ends(sweep: SurplusSweep, shown: list[int], spare: int) -> bool:
    """Test if a sweep leaves no state when decisions of the rest need what another sweep has shown for their number."""
    rest = [shown[min(sweep.steps - 1 - at, len(shown) - 1)] for at in range(sweep.steps)]
    sweep.run(sweep.steps, [spare - each for each in rest])
    return not len(sweep.kept)


def sample_decision() -> tuple[Kernel, SurplusPlan, Job]:
    """The kernel with arguments such as it is called with."""
    plan = make_plan(SurplusSides(np.ones((1, 1), np.bool_), np.zeros(1, np.int64)))
    assert plan is not None
    most = np.zeros(1, np.int64)
    window = Window(lay_out_unfiled(first_states()), make_layer(2, 1, 1), np.zeros(2, np.uint64), NO_MIRROR, most)
    return decide, plan, Job(window, make_buffer(1, 1))
