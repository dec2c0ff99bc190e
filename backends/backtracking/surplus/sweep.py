"""A sweep over the decisions of a plan, in stretches: short enough that many bits of a state are left alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rookery.backends.backtracking.kernels.bits import WORD, Ints, Words
from rookery.backends.backtracking.surplus.layers import (
    Layer,
    Stretch,
    count_parts,
    count_states,
    cut,
    first_states,
    list_shares,
    list_states,
    make_layer,
)
from rookery.backends.backtracking.surplus.tables import UNIT, SurplusPlan
from rookery.backends.backtracking.surplus.team import Team
from rookery.backends.backtracking.surplus.watch import NoRoom, TooMany, Watch

FULL_WORD = (1 << WORD) - 1
PORTIONS = 4  # that a layer becomes which is too large: with fewer, more would wait at a time
LONGEST = 8  # decisions of a stretch
NO_MIRROR = np.zeros((0, 2), np.uint64)
LEAST_BITS = 26  # that are open and left alone by one, where it is longer than one decision


@dataclass
class Portion:
    """States at a step, which go on in stretches of `longest` decisions; `weight` is their share of all states."""

    layer: Layer
    step: int
    longest: int = LONGEST
    weight: float = 1.0

    def split(self) -> list["Portion"]:
        """The states in some portions, which may meet equal states; raises `TooMany` where that is of no use."""
        if count_states(self.layer) < 2 and self.longest == 1:
            raise TooMany
        longest = max(1, self.longest // 2)
        return [
            Portion(cut(part), self.step, longest, self.weight / PORTIONS) for part in list_shares(self.layer, PORTIONS)
        ]


class SurplusSweep:
    """A sweep over the decisions of a plan, `done` of them made; states are `kept` between two runs.

    `least` is the surplus that so many decisions need. `mirrors` are the bits of a symmetry after some of them.
    """

    def __init__(self, plan: SurplusPlan, mirrors: Mapping[int, Words], workers: int, watch: Watch) -> None:
        self._mirrors, self._watch, self._team = mirrors, watch, Team(plan, workers, watch)
        self._takes, self._open = list_bits(plan)
        self.kept = first_states()
        self.steps, self.done = len(plan.cost), 0
        self.least = [0] + [UNIT * self.steps] * self.steps

    @property
    def middle(self) -> int:
        """Where two sweeps meet: a state and its image have the same surplus there."""
        steps = self._mirrors or range(self.steps + 1)
        return max(step for step in steps if 2 * step <= self.steps)

    def run(self, until: int, limits: list[int]) -> None:
        """Decide all before `until` with these limits, one for each step at least; raises `TooMany`."""
        first, self.kept = Portion(cut(self.kept), self.done), self.kept[:0]
        self.kept = self._decide_all(first, until, np.array(limits, np.int64))
        met = self._team.least()
        for step in range(self.done, until):
            known = not self._mirrors or step + 1 in self._mirrors
            self.least[step + 1] = min(limits[step] + 1, int(met[step + 1])) if known else self.least[step]
        self.done = until

    def _decide_all(self, first: Portion, until: int, most: Ints) -> Words:
        """What states become; those of too large a layer go on in portions, one after the other."""
        waiting, ended = [first], [self.kept]
        while waiting:
            for portion in self._go_on(waiting.pop(), until, most):
                if portion.step == until:
                    ended.append(list_states(portion.layer))
                else:
                    waiting.append(portion)
            self._watch.hold(sum(map(len, ended)) + sum(count_states(portion.layer) for portion in waiting))
        return np.concatenate(ended)

    def _go_on(self, portion: Portion, until: int, most: Ints) -> list[Portion]:
        """The states at the end, or, in portions, where they have no room."""
        ends = [portion.step, *self._list_ends(portion.step, until, portion.longest), until]
        for end, after in pairwise(ends):
            if not self._decide(portion, end, after, most):
                return portion.split()
        return [portion]

    def _decide(self, portion: Portion, end: int, after: int, most: Ints) -> bool:
        """Decide a stretch until `end`, and file what is made for one from there to `after`; whether there was room."""
        layer, count = portion.layer, count_states(portion.layer)
        if count:
            room = min(self._watch.room(count), count << (end - portion.step))
            parts = 1 if end == after else count_parts(count)
            new = make_layer(room, layer.first.shape[1] - 1, parts)
            try:
                mirror = self._mirrors.get(end, NO_MIRROR)
                self._team.run(Stretch(layer, new, self._key(end, after), mirror, most), portion.step, end)
            except NoRoom:
                return False
            portion.layer = new
        self._watch.note(portion.weight * (end - portion.step), count * (end - portion.step))
        portion.step = end
        return True

    def _list_ends(self, start: int, until: int, longest: int) -> Iterator[int]:
        """Where stretches end that are so long, and leave enough bits alone if they are longer than one decision."""
        while start < until:
            end, limit = start + 1, min(until, start + longest)
            while end < limit and self._may_go_on(start, end):
                end += 1
            yield end
            start = end

    def _may_go_on(self, start: int, end: int) -> bool:
        """Whether one more decision leaves enough bits alone, and no symmetry makes states equal before it."""
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
