"""A sweep over the decisions of a plan, in stretches: short enough that many bits of a state are left alone."""

from collections.abc import Iterator
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
    list_states,
    make_layer,
)
from rookery.backends.backtracking.surplus.tables import UNIT, SurplusPlan
from rookery.backends.backtracking.surplus.team import Team
from rookery.backends.backtracking.surplus.watch import NoRoom, TooMany, Watch

FULL_WORD = (1 << WORD) - 1
LONGEST = 8  # decisions of a stretch
LEAST_BITS = 20  # that are open and left alone by one, where it is longer than one decision


@dataclass
class Piece:
    """States at a step, which go on in stretches of `longest` decisions; `weight` is their share of all states."""

    layer: Layer
    step: int
    longest: int = LONGEST
    weight: float = 1.0

    def halves(self) -> list["Piece"]:
        """The states in two parts, which may meet equal states; raises `TooMany` where that is of no use."""
        states = list_states(self.layer)
        if len(states) < 2 and self.longest == 1:
            raise TooMany
        middle, longest = len(states) // 2, max(1, self.longest // 2)
        parts = states[:middle].copy(), states[middle:].copy()
        return [Piece(cut(part), self.step, longest, self.weight / 2) for part in parts]


class SurplusSweep:
    """A sweep over the decisions of a plan; `least` is the surplus that so many of them need, `done` of them made."""

    def __init__(self, plan: SurplusPlan, workers: int, watch: Watch) -> None:
        self._plan, self._watch, self._team = plan, watch, Team(plan, workers, watch)
        self._takes, self._open = list_bits(plan)
        self._states = first_states()
        self.steps, self.done = len(plan.cost), 0
        self.least = [0] + [UNIT * self.steps] * self.steps

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self._states)

    def run(self, until: int, limits: list[int]) -> None:
        """Decide all before `until` with these limits, one for each step at least; raises `TooMany`."""
        first, self._states = Piece(cut(self._states), self.done), self._states[:0]
        self._states = self._decide_all(first, until, np.array(limits, np.int64))
        met = self._team.least()
        for step in range(self.done, until):
            self.least[step + 1] = min(limits[step] + 1, int(met[step + 1]))
        self.done = until

    def _decide_all(self, first: Piece, until: int, most: Ints) -> Words:
        """What states become; those of too large a layer go on in two parts, one after the other."""
        waiting, ended = [first], [self._states]
        while waiting:
            for piece in self._go_on(waiting.pop(), until, most):
                if piece.step == until:
                    ended.append(list_states(piece.layer))
                else:
                    waiting.append(piece)
            self._watch.hold(sum(map(len, ended)) + sum(count_states(piece.layer) for piece in waiting))
        return np.concatenate(ended)

    def _go_on(self, piece: Piece, until: int, most: Ints) -> list[Piece]:
        """The states at the end, or, in two parts, where they have no room."""
        ends = [piece.step, *self._list_ends(piece.step, until, piece.longest), until]
        for end, after in pairwise(ends):
            if not self._decide(piece, end, after, most):
                return piece.halves()
        return [piece]

    def _decide(self, piece: Piece, end: int, after: int, most: Ints) -> bool:
        """Decide a stretch until `end`, and file what is made for one from there to `after`; whether there was room."""
        layer, count = piece.layer, count_states(piece.layer)
        if count:
            room = min(self._watch.room, count << (end - piece.step))
            new = make_layer(room, layer.first.shape[1] - 1, count_parts(count))
            try:
                self._team.run(Stretch(layer, new, self._key(end, after), most), piece.step, end)
            except NoRoom:
                return False
            piece.layer = new
        self._watch.note(piece.weight * (end - piece.step), count * (end - piece.step))
        piece.step = end
        return True

    def _list_ends(self, start: int, until: int, longest: int) -> Iterator[int]:
        """Where stretches end that are so long, and leave enough bits alone if they are longer than one decision."""
        while start < until:
            end = start + 1
            while end < min(until, start + longest) and self._left_alone(start, end + 1).bit_count() >= LEAST_BITS:
                end += 1
            yield end
            start = end

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
