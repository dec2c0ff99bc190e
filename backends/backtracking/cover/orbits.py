"""Symmetries at depths 0 and 1: whole orbits are forbidden, and solutions are counted by their shares in them."""

import numpy as np

from rookery.backends.backtracking.cover.registers import WHOLE
from rookery.backends.backtracking.cover.state import CoverState
from rookery.backends.backtracking.cover.tables import Cover
from rookery.backends.backtracking.kernels.bits import ZERO
from rookery.backends.backtracking.kernels.bitsets import drop, has, maps_to_itself, put, size
from rookery.models.kernels.jit import inner


@inner
def forbid(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Keep a tried candidate from the siblings to come, with its orbit under the symmetries that keep the node."""
    drop(s.stack.candidates, depth, candidate)
    if depth < 2 and len(t.symmetries.candidates):
        for at in range(len(t.start)):
            s.orbits.members[depth, at] = ZERO
        put(s.orbits.members, depth, candidate)
        for symmetry in range(len(t.symmetries.candidates)):
            if depth == 0 or s.orbits.keeps[symmetry]:
                put(s.orbits.members, depth, t.symmetries.candidates[symmetry, candidate])
        for at in range(len(t.start)):
            s.stack.candidates[depth, at] &= ~s.orbits.members[depth, at]


@inner
def note_symmetries(t: Cover, s: CoverState) -> None:
    """Find the symmetries that keep what is left at depth 1.

    They may move the first choice: completions are as many and as possible all the same. Only where whole orbits of
    solutions are listed must they keep it, since a solution's orbit is made from the solution itself.
    """
    for symmetry in range(len(t.symmetries.candidates)):
        keeps = s.registers[WHOLE] == 0 or t.symmetries.candidates[symmetry, s.stack.picked[0]] == s.stack.picked[0]
        keeps = keeps and maps_to_itself(s.stack.open, 1, t.symmetries.items, symmetry) and keep_needs(t, s, symmetry)
        s.orbits.keeps[symmetry] = keeps and maps_to_itself(s.stack.candidates, 1, t.symmetries.candidates, symmetry)


@inner
def keep_needs(t: Cover, s: CoverState, symmetry: int) -> bool:
    """Whether a symmetry takes each item at depth 1 to one that needs as many."""
    if t.demands.multiple:
        for item in range(len(t.options) - 1):
            if s.stack.need[1, item] != s.stack.need[1, t.symmetries.items[symmetry, item]]:
                return False
    return True


@inner
def share_orbit(s: CoverState, depth: int, level: int) -> tuple[int, int]:
    """How many the orbit of the choice at a level holds, and how many of them are chosen; 1 of 1 for no choice."""
    if level >= depth:
        return 1, 1
    chosen = 0
    for at in range(level, depth):
        chosen += int(has(s.orbits.members, level, s.stack.picked[at]))
    return size(s.orbits.members, level), chosen
