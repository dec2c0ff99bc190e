"""Replay of the choices of a covering search: for a state from a file, and for one whose tables have grown."""

import numpy as np

from rookery.backends.engine.cover.state import BOUNDED, DEPTH, MOST, PLANES, CoverState, Dual, make_planes, make_state
from rookery.backends.engine.cover.tables import Cover
from rookery.backends.engine.kernels.bits import Ints, Words, bitset, unpack


def replay_choices(t: Cover, s: CoverState, levels: int) -> None:
    """Work out what the choices above each level leave of all items, and how many of those each candidate hits.

    The choices must be candidates. Bounds that the search has learnt on the way are not part of this.
    """
    stack, bits, left, need = s.stack, int(s.registers[PLANES]), t.open, t.demands.needed
    for level in range(levels):
        stack.open[level] = left
        if t.demands.multiple:
            stack.need[level], stack.missing[level] = need, need.sum()
        if s.registers[BOUNDED]:
            gains = np.bitwise_count(t.covers[: len(t.variable)] & left).sum(axis=1, dtype=np.int64)
            stack.planes[level * bits : (level + 1) * bits] = make_planes(gains, bits, len(t.start))
        if level < levels - 1:
            left, need = hit_items(t, left, need, stack.picked[level])


def hit_items(t: Cover, left: Words, need: Ints, candidate: np.uint64) -> tuple[Words, Ints]:
    """The open items, and how many hits each needs, once a candidate is chosen."""
    if not t.demands.multiple:
        return left & ~t.covers[candidate], need
    items = np.array(unpack(left & t.covers[candidate]), np.int64)
    need = need.copy()
    need[items] -= np.where(t.demands.sufficient_one[items] == candidate, need[items], 1)
    return left & ~bitset(items[need[items] == 0], len(left)), need


def grow_state(t: Cover, s: CoverState) -> CoverState:
    """A state of older tables as one of these: at each level the new items are open that no choice above it hits.

    The candidates that a level lists are the options of an older item, or all: a complete choice all the same. Those
    that were dropped could be part of no solution that hits the older items alone.
    """
    made = make_state(t, {MOST: int(s.registers[MOST])}, len(s.scratch.found))
    planes, bounded = made.registers[[PLANES, BOUNDED]]
    made.registers[:] = s.registers
    made.registers[[PLANES, BOUNDED]] = planes, bounded
    levels = int(s.registers[DEPTH]) + 1
    for name in ("candidates", "order", "length", "tried", "picked"):
        getattr(made.stack, name)[:levels] = getattr(s.stack, name)[:levels]
    replay_choices(t, made, levels)
    _keep_weights(t, made.dual, s.dual)
    return made._replace(priority=s.priority, measured=s.measured, orbits=s.orbits)


def _keep_weights(t: Cover, made: Dual, s: Dual) -> None:
    """The weights of the older items, as far as their sums still fit in lanes; the last weight is of no item."""
    items = s.weight.shape[1] - 1
    made.weight[:, :items] = np.minimum(s.weight[:, :items], t.dual.heaviest)
    for name in ("heir", "way", "before"):
        getattr(made, name)[:] = getattr(s, name)
