"""The row search: one choice a row, in order, values ascending, in slices from an explicit stack."""

import numpy as np

from rookery.backends.backtracking.bits import ONE, lowest, ones
from rookery.backends.backtracking.jit import entry, inner
from rookery.backends.backtracking.lanes import Lanes, RowState

DEPTH, COUNT, FOUND = 0, 1, 2


@entry
def count_rows(t: Lanes, s: RowState, steps: int) -> int:
    """Count placements for at most `steps` nodes; returns the depth, -1 when all are counted."""
    depth, last = int(s.at[DEPTH]), len(t.word) - 1
    while depth >= 0 and steps > 0:
        steps -= 1
        if depth == last:
            s.at[COUNT] += ones(s.untried[depth])
            s.untried[depth] = 0
        depth = descend(t, s, depth) if s.untried[depth] else depth - 1
    s.at[DEPTH] = depth
    return depth


@entry
def list_rows(t: Lanes, s: RowState, steps: int) -> int:
    """Fill `found` with placements for at most `steps` nodes; returns the depth, -1 when all are given."""
    depth, last = int(s.at[DEPTH]), len(t.word) - 1
    while depth >= 0 and steps > 0 and s.at[FOUND] < len(s.found):
        steps -= 1
        if s.untried[depth] == 0:
            depth -= 1
        elif depth == last:
            take(t, s, depth)
            for row in range(len(s.chosen)):
                s.found[s.at[FOUND], row] = s.chosen[row]
            s.at[FOUND] += 1
        else:
            depth = descend(t, s, depth)
    s.at[DEPTH] = depth
    return depth


@inner
def take(t: Lanes, s: RowState, depth: int) -> int:
    """Choose the first value that was not tried in a row; returns its slot."""
    untried = s.untried[depth]
    slot = depth * t.width + lowest(untried)
    s.untried[depth] = untried & (untried - ONE)
    s.chosen[depth] = slot
    return slot


@inner
def descend(t: Lanes, s: RowState, depth: int) -> int:
    """Choose the next value of a row and go to the next row."""
    slot = take(t, s, depth)
    below = depth + 1
    for word in range(t.word[below], len(t.start)):
        s.possible[below, word] = s.possible[depth, word] & t.allowed[slot, word]
    s.untried[below] = (s.possible[below, t.word[below]] >> t.shift[below]) & t.mask
    return below


def chosen(t: Lanes, slots: np.ndarray) -> frozenset[int]:
    """The variables of a list of slots."""
    return frozenset(t.variable[slots].tolist())
