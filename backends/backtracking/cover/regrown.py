"""A state of a covering search over tables that have grown."""

import numpy as np

from rookery.backends.backtracking.cover.checks import hit_items
from rookery.backends.backtracking.cover.registers import BOUNDED, DEPTH, MOST, PLANES
from rookery.backends.backtracking.cover.state import CoverState, Dual, Stack, make_planes, make_state
from rookery.backends.backtracking.cover.tables import Cover


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
    _keep_choices(made.stack, s.stack, levels)
    _open_items(t, made.stack, levels)
    _count_gains(t, made.stack, levels, int(planes))
    _keep_weights(t, made.dual, s.dual)
    return made._replace(priority=s.priority, measured=s.measured, orbits=s.orbits)


def _keep_choices(made: Stack, s: Stack, levels: int) -> None:
    for name in ("candidates", "order", "length", "tried", "picked"):
        getattr(made, name)[:levels] = getattr(s, name)[:levels]


def _open_items(t: Cover, made: Stack, levels: int) -> None:
    """What the choices above each level leave of all items."""
    left, need = t.open, t.demands.needed
    for level in range(levels):
        made.open[level] = left
        if t.demands.multiple:
            made.need[level], made.missing[level] = need, need.sum()
        left, need = hit_items(t, left, need, made.picked[level])


def _count_gains(t: Cover, made: Stack, levels: int, bits: int) -> None:
    """How many of the open items each candidate hits, at each level."""
    size = len(t.variable)
    for level in range(levels):
        gains = np.bitwise_count(t.covers[:size] & made.open[level]).sum(axis=1, dtype=np.int64)
        made.planes[level * bits : (level + 1) * bits] = make_planes(gains, bits, len(t.start))


def _keep_weights(t: Cover, made: Dual, s: Dual) -> None:
    """The weights of the older items, as far as their sums still fit in lanes; the last weight is of no item."""
    items = s.weight.shape[1] - 1
    made.weight[:, :items] = np.minimum(s.weight[:, :items], t.dual.heaviest)
    for name in ("heir", "way", "before"):
        getattr(made, name)[:] = getattr(s, name)
