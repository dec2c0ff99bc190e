"""The row search: one choice a row, in order, values ascending, in slices from an explicit stack."""

from collections.abc import Callable

import numpy as np

from rookery.backends.backtracking.kernels.bits import LOW, ONE, SIX, ZERO, lowest, number, ones
from rookery.backends.backtracking.kernels.blocks import WORDS, Block, blocks, empty, load, some, spread, store, without
from rookery.backends.backtracking.kernels.jit import entry, inlined, inner
from rookery.backends.backtracking.options import DEAD_ROWS
from rookery.backends.backtracking.rows.tables import Lanes, RowState

DEPTH, FOUND, MARKING, NODES = range(4)
TWO = np.uint64(2)


@entry
def count_rows(t: Lanes, s: RowState, steps: int) -> int:
    """Count placements for at most `steps` nodes; returns the depth, -1 when all are counted.

    `tally` counts them by how many of the `marked` slots they chose. The last row is counted by its population, and a
    choice that leaves a later row without a value is not followed.
    """
    depth, last, budget = int(s.at[DEPTH]), len(t.word) - 1, steps
    home, down = t.word[last], t.shift[last]
    marked = (s.marked[home] >> down) & t.mask
    if last == 0 and depth == 0:
        count_values(s, 0, s.untried[0], marked)
        depth = -1
    untried = s.untried[max(depth, 0)]
    while depth >= 0 and steps > 0:
        if untried == ZERO:
            depth -= 1
            untried = s.untried[max(depth, 0)]
            continue
        steps -= 1
        row = np.uint64(depth)
        below = row + ONE
        slot = number(0, untried) + row * t.width
        untried &= untried - ONE
        if s.at[MARKING]:
            s.hits[below] = s.hits[row] + int((s.marked[slot >> SIX] >> (slot & LOW)) & ONE)
        if depth + 1 == last:
            free = s.possible[row, home] & t.allowed[slot, home]
            count_values(s, depth + 1, (free >> down) & t.mask, marked)
        elif follow(t, s, row, slot):
            s.untried[row] = untried
            untried = (s.possible[below, t.word[below]] >> t.shift[below]) & t.mask
            depth += 1
    s.at[DEPTH], s.untried[max(depth, 0)] = depth, untried
    s.at[NODES] += budget - steps
    return depth


@inlined
def follow(t: Lanes, s: RowState, row: np.uint64, slot: np.uint64) -> bool:
    """Note what a choice leaves possible in the rows below; whether it leaves each of them a value."""
    below, dead = row + ONE, empty()
    for block in range(t.word[below] >> TWO, blocks(t.start)):
        left = load(s.possible, row, block) & load(t.allowed, slot, block)
        store(s.possible, below, block, left)
        dead = dead | without_value(t, left | load(t.past, below, block))
    return bool(t.off & DEAD_ROWS) or not some(dead)


@inlined
def without_value(t: Lanes, left: Block) -> Block:
    """A bit for each lane that has no value, or for none.

    A lane without a value borrows from its highest bit when 1 is taken from each lane at once.
    """
    return without(left - spread(t.low), left) & spread(t.high)


@inlined
def count_values(s: RowState, depth: int, free: np.uint64, marked: np.uint64) -> None:
    """Count the values of the last row, the marked ones apart."""
    more = ones(free & marked)
    s.tally[s.hits[depth]] += ones(free) - more
    s.tally[s.hits[depth] + 1] += more


@entry
def count_block(t: Lanes, s: RowState, steps: int) -> int:
    """As `count_rows`, for boards of one block: what is possible stays in a register, and only nodes store it."""
    depth, last, budget = int(s.at[DEPTH]), len(t.word) - 1, steps
    down, marked = t.shift[last], (s.marked[t.word[last]] >> t.shift[last]) & t.mask
    marking, heedless = s.at[MARKING] != 0, t.off & DEAD_ROWS != 0
    if last == 0 and depth == 0:
        count_values(s, 0, s.untried[0], marked)
        depth = -1
    untried, here = s.untried[max(depth, 0)], load(s.possible, max(depth, 0), 0)
    while depth >= 0 and steps > 0:
        if untried == ZERO:
            depth -= 1
            untried, here = s.untried[max(depth, 0)], load(s.possible, max(depth, 0), 0)
            continue
        steps -= 1
        row = np.uint64(depth)
        slot = number(0, untried) + row * t.width
        untried &= untried - ONE
        left = here & load(t.allowed, slot, 0)
        if marking:
            s.hits[row + ONE] = s.hits[row] + int((s.marked[slot >> SIX] >> (slot & LOW)) & ONE)
        if depth + 1 == last:
            store(s.possible, last, 0, left)
            count_values(s, last, (s.possible[last, t.word[last]] >> down) & t.mask, marked)
        elif heedless or not some(without_value(t, left | load(t.past, row + ONE, 0))):
            s.untried[row] = untried
            depth, row, here = depth + 1, row + ONE, left
            store(s.possible, row, 0, left)
            untried = (s.possible[row, t.word[row]] >> t.shift[row]) & t.mask
    s.at[DEPTH], s.untried[max(depth, 0)] = depth, untried
    s.at[NODES] += budget - steps
    return depth


def counting(t: Lanes) -> Callable[[Lanes, RowState, int], int]:
    """The kernel that counts on such a board."""
    return count_block if len(t.start) == WORDS else count_rows


@entry
def list_rows(t: Lanes, s: RowState, steps: int) -> int:
    """Fill `found` with placements for at most `steps` nodes; returns the depth, -1 when all are given."""
    depth, last, budget = int(s.at[DEPTH]), len(t.word) - 1, steps
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
    s.at[NODES] += budget - steps
    return depth


@inner
def take(t: Lanes, s: RowState, depth: int) -> int:
    """Choose the first value that was not tried in a row; returns its slot."""
    untried = s.untried[depth]
    slot = depth * int(t.width) + lowest(untried)
    s.untried[depth] = untried & (untried - ONE)
    s.chosen[depth] = slot
    return slot


@inner
def descend(t: Lanes, s: RowState, depth: int) -> int:
    """Choose the next value of a row and go to the next row."""
    slot = take(t, s, depth)
    below = depth + 1
    for word in range(int(t.word[below]), len(t.start)):
        s.possible[below, word] = s.possible[depth, word] & t.allowed[slot, word]
    s.untried[below] = (s.possible[below, t.word[below]] >> t.shift[below]) & t.mask
    return below


def chosen(t: Lanes, slots: np.ndarray) -> frozenset[int]:
    """The variables of a list of slots."""
    return frozenset(t.variable[slots].tolist())
