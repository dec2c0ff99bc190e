"""Checks the state of a covering search that comes from a file."""

import numpy as np

from rookery.backends.backtracking.cover import registers
from rookery.backends.backtracking.cover.dual import LIGHTEST
from rookery.backends.backtracking.cover.registers import DEPTH, ENTERED, FOUND, LEAST, MOST, WEIGHED
from rookery.backends.backtracking.cover.state import CoverState
from rookery.backends.backtracking.cover.tables import Cover
from rookery.backends.backtracking.kernels.bits import LOW, ONE, SIX, Ints, Words, bitset, unpack
from rookery.backends.backtracking.tree.checks import require, require_registers, require_subset, require_within
from rookery.backends.selection.symmetries import MOST_SYMMETRIES

FIXED = ["MOST", "LISTING", "RISING", "ORDERED", "BOUNDED", "PLANES", "WEIGHED", "WHOLE"]
PRIORITIES = 1 << 20


def check_cover(t: Cover, s: CoverState, own: CoverState) -> None:
    """Refuse a state with which the kernel could leave its arrays; `own` is one of the same search."""
    fixed = [getattr(registers, name) for name in FIXED]
    require_registers(
        s.registers,
        own.registers,
        fixed if own.registers[registers.RISING] else [*fixed, LEAST],
        [ENTERED, registers.CUT],
    )
    require(s.registers[FOUND] == 0, "solutions that were not handed over")
    require(s.registers[DEPTH] <= s.registers[MOST], "more pieces than may be chosen")
    require(s.registers[LEAST] <= len(t.variable) + 1, "more pieces asked for than there are")
    _check_lists(t, s)
    _check_choices(t, s)
    _check_items(t, s)
    _check_weights(t, s)
    _check_orbits(t, s)


def _check_lists(t: Cover, s: CoverState) -> None:
    """At each level so many of so many candidates were tried; where no more may be chosen, there is no candidate."""
    size, levels = len(t.variable), int(s.registers[DEPTH]) + 1
    require_within(s.stack.length, 0, size, "lists")
    require_within(s.stack.tried, 0, s.stack.length, "tried candidates")
    require(not np.any(s.stack.length[s.registers[MOST] :]), "candidates where none may be chosen")
    listed = np.arange(size) < s.stack.length[:levels, None]
    require(not np.any((s.stack.order[:levels] >= np.uint64(size)) & listed), "candidates that there are not")
    require_within(s.priority, 0, PRIORITIES - 1, "priorities")


def _check_choices(t: Cover, s: CoverState) -> None:
    """No chosen candidate, and none that is left, is a rival of one chosen before, or the same."""
    gone = ~t.start
    for level in range(int(s.registers[DEPTH]) + 1):
        require_subset(s.stack.candidates[level], ~gone, "candidates")
        if level < s.registers[DEPTH]:
            candidate = s.stack.picked[level]
            require(candidate < len(t.variable), "a choice that there is not")
            require(not gone[candidate >> SIX] >> (candidate & LOW) & ONE, "rivals chosen together")
            gone = gone | t.rivals[candidate]


def _check_items(t: Cover, s: CoverState) -> None:
    """What is left to hit at each level is what the choices above it leave."""
    left, need = t.open, t.demands.needed
    for level in range(int(s.registers[DEPTH]) + 1):
        require(np.array_equal(s.stack.open[level], left), "items of other choices")
        if t.demands.multiple:
            require(np.array_equal(s.stack.need[level], need), "needs of other choices")
            require(s.stack.missing[level] == need.sum(), "hits of other choices")
        if level < s.registers[DEPTH]:
            left, need = hit_items(t, left, need, s.stack.picked[level])


def hit_items(t: Cover, left: Words, need: Ints, candidate: np.uint64) -> tuple[Words, Ints]:
    """The open items, and how many hits each needs, once a candidate is chosen."""
    if not t.demands.multiple:
        return left & ~t.covers[candidate], need
    items = np.array(unpack(left & t.covers[candidate]), np.int64)
    need = need.copy()
    need[items] -= np.where(t.demands.sufficient_one[items] == candidate, need[items], 1)
    return left & ~bitset(items[need[items] == 0], len(left)), need


def _check_weights(t: Cover, s: CoverState) -> None:
    """Each level goes on with weights of a level above it or its own, and these fit in their lanes."""
    levels = int(s.registers[DEPTH]) + 1
    heirs = s.dual.heir[:levels]
    require_within(heirs, 0, np.arange(levels), "levels")
    require_within(s.dual.weight[heirs], min(LIGHTEST, int(t.dual.heaviest)), int(t.dual.heaviest), "weights")
    require_within(s.dual.way[:levels], -1, 1, "ways")
    for counted in (s.dual.before, s.measured.nodes, s.measured.spent, s.measured.probes):
        require_within(counted, 0, np.iinfo(np.int64).max, "counts")


def _check_orbits(t: Cover, s: CoverState) -> None:
    """Orbits hold the choices that they are of, and are no larger than the tally has room for."""
    require_subset(s.orbits.members, t.start, "orbits")
    require_within(s.orbits.keeps, 0, 1, "symmetries")
    n, m, nn, mm = np.nonzero(s.orbits.tally)
    require(np.all((m > 0) & (m <= n) & (mm > 0) & (mm <= nn)), "shares of no orbit")
    require_within(s.orbits.tally, 0, np.iinfo(np.int64).max, "counts")
    if s.registers[WEIGHED]:
        for level in range(min(2, int(s.registers[DEPTH]))):
            candidate, orbit = s.stack.picked[level], s.orbits.members[level]
            require(bool(orbit[candidate >> SIX] >> (candidate & LOW) & ONE), "an orbit of another choice")
            require(np.bitwise_count(orbit).sum() <= MOST_SYMMETRIES, "an orbit too large")
