"""The row search: one choice a row, in order, values ascending, in slices from an explicit stack.

What is possible in each row is a lane of bits, side by side in words, so a choice excludes all that it conflicts with
by one AND for each word (bit-parallel n queens, Richards 1997, for any conflicts). Counting looks ahead (forward
checking, Haralick and Elliott 1980): a row without a value ends a branch at once, wherever it lies, and one subtraction
tests all lanes together (`without_value`). It stops a row early: the last row has as many placements as its lane has
bits. Listing does not look ahead; it meets an empty row when it comes to it.
"""

import numpy as np

from rookery.backends.engine.kernels.bits import LOW, ONE, SIX, ZERO, lowest, lowest_number, ones
from rookery.backends.engine.kernels.blocks import (
    SHIFT,
    Block,
    blocks,
    empty,
    load,
    some,
    spread,
    store,
    without,
)
from rookery.backends.engine.rows.tables import Lanes, RowState
from rookery.core.kernels.kernel import entry, inner

IN_BLOCK = np.uint64(SHIFT)


@entry("the counting row by row")
def count_rows(t: Lanes, s: RowState, steps: int) -> int:
    """Count placements for at most `steps` nodes; returns the depth, -1 when all are counted.

    `tally` counts them by how many of the `marked` slots they chose. The last row is counted by its population, and a
    choice that leaves a later row without a value is not followed.
    """
    last, budget = len(t.word) - 1, steps
    home, down, marked = last_lane(t, s)
    depth = count_single_row(s, last, marked)
    # At the end depth is -1, and nothing more is read: row 0 stands in for it.
    untried = s.untried[max(depth, 0)]
    while depth >= 0 and steps > 0:
        if untried == ZERO:
            depth -= 1
            untried = s.untried[max(depth, 0)]
            continue
        steps -= 1
        row = np.uint64(depth)
        # `untried` lies within `t.mask`, so the slot lies in the row's lane.
        slot = lowest_number(0, untried) + row * t.width
        untried &= untried - ONE
        if s.marking[0]:
            mark(s, row, slot)
        # depth < last: a board of one row was counted above, and the last row is counted from the row before it.
        if depth + 1 == last:
            free = s.possible[row, home] & t.allowed[slot, home]
            count_values(s, last, (free >> down) & t.mask, marked)
        elif follow(t, s, row, slot):
            s.untried[row], s.chosen[row] = untried, slot
            depth += 1
            untried = possible_values(t, s, row + ONE)
    pause(s, depth, untried, budget - steps)
    return depth


@entry("the search row by row")
def list_rows(t: Lanes, s: RowState, steps: int) -> int:
    """Fill `found` with placements for at most `steps` nodes; returns the depth, -1 when all are given."""
    depth, last, budget = int(s.depth[0]), len(t.word) - 1, steps
    while depth >= 0 and steps > 0 and s.noted[0] < len(s.found):
        if s.untried[depth] == 0:
            depth -= 1
            continue
        steps -= 1
        # invariant: noted < len(found), as the loop checks before each step, which writes one placement at most.
        if depth == last:
            take_value(t, s, depth)
            for row in range(len(s.chosen)):
                s.found[s.noted[0], row] = s.chosen[row]
            s.noted[0] += 1
        else:
            depth = descend(t, s, depth)
    s.depth[0] = depth
    s.nodes[0] += budget - steps
    return depth


@inner
def last_lane(t: Lanes, s: RowState) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the position of the last row, by its word and its shift there, and its marked values."""
    last = len(t.word) - 1
    return t.word[last], t.shift[last], (s.marked[t.word[last]] >> t.shift[last]) & t.mask


@inner
def count_single_row(s: RowState, last: int, marked: np.uint64) -> int:
    """Count at once on a board of one row; returns the depth from which to go on."""
    depth = int(s.depth[0])
    if last == 0 and depth == 0:
        count_values(s, 0, s.untried[0], marked)
        return -1
    return depth


@inner
def count_values(s: RowState, row: int, values: np.uint64, marked: np.uint64) -> None:
    """Count the values of the last row, the marked ones apart."""
    more = ones(values & marked)
    # Of each row above one slot at most is marked: hits[row] <= row <= last, and `tally` has last + 3 places.
    s.tally[s.hits[row]] += ones(values) - more
    s.tally[s.hits[row] + 1] += more


@inner
def mark(s: RowState, row: np.uint64, slot: np.uint64) -> None:
    """Note how many marked slots are chosen down to a row, of which the slot is chosen."""
    # row < last, and `hits` has a place for each row and one more.
    s.hits[row + ONE] = s.hits[row] + int((s.marked[slot >> SIX] >> (slot & LOW)) & ONE)


@inner
def possible_values(t: Lanes, s: RowState, row: np.uint64) -> np.uint64:
    """Return the values that are possible in a row."""
    values: np.uint64 = (s.possible[row, t.word[row]] >> t.shift[row]) & t.mask
    return values


@inner
def follow(t: Lanes, s: RowState, row: np.uint64, slot: np.uint64) -> bool:
    """Write down the values that a choice leaves to the rows below, and return whether each of these rows keeps one."""
    below, dead = row + ONE, empty()
    # No row below reads a block before that of the next row: the lanes stand in order.
    for block in range(t.word[below] >> IN_BLOCK, blocks(t.start)):
        left = load(s.possible, row, block) & load(t.allowed, slot, block)
        store(s.possible, below, block, left)
        dead = dead | without_value(t, left | load(t.past, below, block))
    return not some(dead)


@inner
def without_value(t: Lanes, left: Block) -> Block:
    """Return bits of which some are set just if some lane has no value (Mycroft's test for a zero byte).

    When 1 is subtracted from each lane at once, an empty lane borrows, and its highest bit is set. The borrow may set
    that of the next lane too, so the bits do not say which lanes are empty.
    """
    return without(left - spread(t.low), left) & spread(t.high)


@inner
def pause(s: RowState, depth: int, untried: np.uint64, nodes: int) -> None:
    """Write down where a count stands at the end of a slice."""
    # While counting, the values of the current row stand in a register; they are written here and nowhere else.
    s.depth[0], s.untried[max(depth, 0)] = depth, untried
    s.nodes[0] += nodes


@inner
def take_value(t: Lanes, s: RowState, row: int) -> int:
    """Choose the first value that was not tried in a row; returns its slot."""
    untried = s.untried[row]
    slot = row * int(t.width) + lowest(untried)
    s.untried[row] = untried & (untried - ONE)
    s.chosen[row] = slot
    return slot


@inner
def descend(t: Lanes, s: RowState, row: int) -> int:
    """Choose the next value of a row and go to the next row."""
    slot = take_value(t, s, row)
    below = row + 1
    # row < last, so `below` is a row; words before its lane are read by none below.
    for word in range(int(t.word[below]), len(t.start)):
        s.possible[below, word] = s.possible[row, word] & t.allowed[slot, word]
    s.untried[below] = possible_values(t, s, np.uint64(below))
    return below


def read_slots(t: Lanes, slots: np.ndarray) -> frozenset[int]:
    """Return the variables of a list of slots."""
    return frozenset(t.variable[slots].tolist())
