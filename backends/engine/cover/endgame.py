"""Bounds by gains and dual weights, and the choice of the scarcest item, whose options are tried.

With `left` choices to make, the `left` largest gains must add up to the open items. The same sum says which candidates
are too small to be part of a solution. The bound costs a pass over the planes of gains; the dual bound is asked only
where it passes, and where it was measured to save more work below a node than it takes (`dual.saves_work`).
"""

import numpy as np

from rookery.backends.engine.cover.dual import saves_work, weigh
from rookery.backends.engine.cover.gains import gain, select_gains, sum_largest
from rookery.backends.engine.cover.state import CoverState
from rookery.backends.engine.cover.tables import Cover
from rookery.backends.engine.kernels.bits import ONE, count_shared, has, lowest_number, size
from rookery.backends.engine.kernels.blocks import WORDS, blocks, empty, load, some, store, without
from rookery.backends.engine.options import DUAL
from rookery.core.kernels.kernel import inner

CANDIDATES_AN_ITEM = 4  # with more than these for each open item, items are counted one by one
COUNTED, ALL_HAVE_MORE = 15, -2  # four planes count to 15, which a block without open items yields as well


@inner
def affordable(t: Cover, s: CoverState, depth: int, unhit: int, left: int) -> bool:
    """Return whether `left` candidates can hit all items; drops candidates that cannot be part of that, here and below.

    The `left` largest gains must reach `unhit`, each with what it may be worth beyond its gain; a candidate is out
    when its gain and the `left - 1` largest do not.
    """
    total, smallest = sum_largest(t, s, depth, left)
    least = unhit - left * int(t.demands.surplus)
    if total < least:
        return False
    least -= total - smallest
    if least > 0:
        select_gains(t, s, depth, least)
        for block in range(blocks(t.start)):
            store(s.stack.candidates, depth, block, load(s.scratch.rest, 0, block))
        s.cut[0] = 1
    if left < 3 or t.off & DUAL:
        return True
    s.dual.way[depth] = saves_work(s, left)
    s.dual.heir[depth] = depth if s.dual.way[depth] or depth == 0 else s.dual.heir[depth - 1]
    return s.dual.way[depth] == 0 or weigh(t, s, depth, left)


@inner
def list_scarcest(t: Cover, s: CoverState, depth: int, unhit: int, few: int) -> None:
    """List the options of the open item that has the fewest, those that hit most first; the list is empty if an item
    has no option.

    `few` is the number of pieces left where gains are counted, else 0. Among options that hit equally many items, the
    ones of higher priority (below 2^20) come first.
    """
    scarce = scarcest(t, s, depth, unhit)
    if scarce < 0:
        return
    item = np.uint64(scarce)
    length = 0
    for at in range(len(t.start)):
        word = t.options[item, at] & s.stack.candidates[depth, at]
        while word:
            candidate = lowest_number(at, word)
            word &= word - ONE
            hits = gain(t, s, depth, candidate) if few else count_shared(t.covers, candidate, s.stack.open, depth)
            s.scratch.gain[candidate] = (hits << 20) + s.priority[candidate]
            place = length
            while place > 0 and s.scratch.gain[s.stack.order[depth, place - 1]] < s.scratch.gain[candidate]:
                s.stack.order[depth, place] = s.stack.order[depth, place - 1]
                place -= 1
            s.stack.order[depth, place] = candidate
            length += 1
    s.stack.length[depth] = length


@inner
def count_surplus(t: Cover, s: CoverState, depth: int, item: np.uint64) -> int:
    """Return how many options of an open item are sure to hold one that is chosen; 0 or less if it cannot be hit.

    Of n options at least `need` are chosen, so of any n - need + 1 options at least one is. While an option is left
    that is enough by itself, only all n are sure.
    """
    options = count_shared(t.options, item, s.stack.candidates, depth)
    if not t.demands.multiple:
        return options
    one = t.demands.sufficient_one[item]
    sufficient = one < len(t.variable) and has(s.stack.candidates, depth, one)
    return options if sufficient else options - s.stack.need[depth, item] + 1


@inner
def scarcest(t: Cover, s: CoverState, depth: int, unhit: int) -> int:
    """Return the first open item with the fewest options to spare, or -1 where one has too few."""
    if not t.demands.multiple and size(s.stack.candidates, depth) <= CANDIDATES_AN_ITEM * unhit:
        item = count_by_planes(t, s, depth)
        if item != ALL_HAVE_MORE:
            return item
    best, fewest = -1, len(s.scratch.gain) + 1
    for at in range(len(t.open)):
        word = s.stack.open[depth, at]
        while word:
            item = int(lowest_number(at, word))
            word &= word - ONE
            options = count_surplus(t, s, depth, np.uint64(item))
            if options < fewest:
                best, fewest = item, options
                if options <= 0:
                    return -1
    return best


@inner
def count_by_planes(t: Cover, s: CoverState, depth: int) -> int:
    """Return what `scarcest` does, where items ask for one option each: count options in planes, a block of items at
    once.

    `ALL_HAVE_MORE` if every open item has `COUNTED` options or more.
    """
    best, fewest = ALL_HAVE_MORE, COUNTED
    for block in range(blocks(t.open)):
        units, twos, fours, eights, more = empty(), empty(), empty(), empty(), empty()
        for at in range(len(t.start)):
            word = s.stack.candidates[depth, at]
            while word:
                carry = load(t.covers, lowest_number(at, word), block)
                word &= word - ONE
                units, carry = units ^ carry, units & carry
                twos, carry = twos ^ carry, twos & carry
                fours, carry = fours ^ carry, fours & carry
                eights, more = eights ^ carry, more | (eights & carry)
        rest, options = without(load(s.stack.open, depth, block), more), 0
        # Keep those with the fewest, from the highest plane on
        for plane in range(4):
            ones = eights if plane == 0 else (fours if plane == 1 else (twos if plane == 2 else units))
            fewer = without(rest, ones)
            options = 2 * options + (0 if some(fewer) else 1)
            rest = fewer if some(fewer) else rest
        if options == 0:
            return -1
        if options < fewest:
            fewest = options
            store(s.scratch.rest, 0, 0, rest)
            for at in range(WORDS - 1, -1, -1):
                if s.scratch.rest[0, at]:
                    best = int(lowest_number(WORDS * block + at, s.scratch.rest[0, at]))
    return best
