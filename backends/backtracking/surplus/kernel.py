"""The sweep of surplus, a decision at a time: each state goes on with the candidate chosen and without it."""

import numpy as np

from rookery.backends.backtracking.kernels.bits import LOW, ONE
from rookery.backends.backtracking.surplus.tables import Layer, Pass, SurplusPlan
from rookery.models.kernels.jit import entry, inner

MIX, SPREAD, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)


@entry("the sweep of surplus")
def decide(p: SurplusPlan, s: Pass, start: int) -> int:
    """Decide one candidate for the old states from `start` on.

    Returns the first state that was not read: before the end where the new layer is full.
    """
    old, new, step, most, end = s
    for at in range(start, end):
        if new.size[0] + 2 > len(new.low):
            return at
        low, high, surplus = old.low[at], old.high[at], old.surplus[at]
        if surplus <= most:
            put(p, new, step, low, high, surplus)
        surplus += p.cost[step] + weigh_again(p, step, low, high)
        if surplus <= most:
            put(p, new, step, low | p.takes[step, 0], high | p.takes[step, 1], surplus)
    return end


@inner
def weigh_again(p: SurplusPlan, step: int, low: np.uint64, high: np.uint64) -> np.int64:
    """What the items weigh that a candidate hits once more."""
    again = np.int64(0)
    for at in range(p.start[step], p.start[step + 1]):
        word = low if p.bit[at] <= LOW else high
        if (word >> (p.bit[at] & LOW)) & ONE:
            again += p.weight[at]
    return again


@inner
def put(p: SurplusPlan, new: Layer, step: int, low: np.uint64, high: np.uint64, surplus: np.int64) -> None:
    """Add a state, or improve an equal one, unless an item has lost its last option; such items leave the state."""
    if p.needs[step, 0] & ~low or p.needs[step, 1] & ~high:
        return
    low &= ~p.needs[step, 0]
    high &= ~p.needs[step, 1]
    slot = find(new, low, high)
    known = new.place[slot]
    if known >= 0:
        new.surplus[known] = min(new.surplus[known], surplus)
    else:
        fresh = new.size[0]
        new.place[slot] = fresh
        new.low[fresh], new.high[fresh], new.surplus[fresh] = low, high, surplus
        new.size[0] += 1


@inner
def find(new: Layer, low: np.uint64, high: np.uint64) -> np.uint64:
    """The slot of a state, or the free one where it would be."""
    last = np.uint64(len(new.place) - 1)
    mixed = (low ^ (high * MIX)) * SPREAD
    mixed = (mixed ^ (mixed >> HALF)) * MIX
    slot = (mixed >> HALF) & last
    while new.place[slot] >= 0 and (new.low[new.place[slot]] != low or new.high[new.place[slot]] != high):
        slot = (slot + ONE) & last
    return slot
