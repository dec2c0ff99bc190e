"""Gains as bit planes: bit b of every candidate's gain stands in plane b, so that whole words are counted at once.

A gain is how many open items a candidate would hit. Planes are taken over from the parent: what was hit since is
subtracted, seven rows at a time through full adders. Nothing is allocated.
"""

import numpy as np

from rookery.backends.backtracking.cover.registers import PLANES
from rookery.backends.backtracking.cover.tables import Cover, CoverState
from rookery.backends.backtracking.kernels.bits import ONE, number
from rookery.backends.backtracking.kernels.bitsets import has
from rookery.backends.backtracking.kernels.blocks import Block, blocks, count, empty, load, store, without
from rookery.backends.backtracking.kernels.jit import inner


@inner
def fresh_items(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> int:
    """List the open items that a candidate hits for the last time, and the empty item up to a multiple of seven."""
    length = 0
    for at in range(len(t.open)):
        word = s.open[depth, at] & t.covers[candidate, at]
        while word:
            s.hit[length] = number(at, word)
            word &= word - ONE
            item = s.hit[length]
            length += t.folded == 0 or s.need[depth, item] == 1 or t.filler[item] == candidate
    while length % 7:
        s.hit[length] = len(t.options) - 1
        length += 1
    return length


@inner
def subtract(t: Cover, s: CoverState, depth: int, length: int) -> None:
    """Make the planes of a node from those of its parent, less the items just hit."""
    here = depth * s.at[PLANES]
    past, above = here + s.at[PLANES], here - s.at[PLANES]
    for block in range(blocks(t.start)):
        low, middle, high = (
            load(s.planes, above, block),
            load(s.planes, above + 1, block),
            load(s.planes, above + 2, block),
        )
        for plane in range(here + 3, past):
            store(s.planes, plane, block, load(s.planes, plane - s.at[PLANES], block))
        for at in range(0, length, 7):
            a, b, c = option(t, s, at, block), option(t, s, at + 1, block), option(t, s, at + 2, block)
            d, e, f = option(t, s, at + 3, block), option(t, s, at + 4, block), option(t, s, at + 5, block)
            g = option(t, s, at + 6, block)
            half, other = a ^ b, d ^ e
            left, right = half ^ c, other ^ f
            carry, carried = (a & b) | (half & c), (d & e) | (other & f)
            both, pair = left ^ right, carry ^ carried
            more = (left & right) | (both & g)
            unit, two, four = both ^ g, pair ^ more, (carry & carried) | (pair & more)
            borrow = without(unit, low)
            low = low ^ unit
            owed = without(two | borrow, middle) | (two & borrow)
            middle = middle ^ two ^ borrow
            borrow = without(four | owed, high) | (four & owed)
            high = high ^ four ^ owed
            for plane in range(here + 3, past):
                old = load(s.planes, plane, block)
                store(s.planes, plane, block, old ^ borrow)
                borrow = without(borrow, old)
        store(s.planes, here, block, low)
        store(s.planes, here + 1, block, middle)
        store(s.planes, here + 2, block, high)


@inner
def option(t: Cover, s: CoverState, at: int, block: int) -> Block:
    """A block of the options of a listed item."""
    return load(t.options, s.hit[at], block)


@inner
def top(t: Cover, s: CoverState, depth: int, picks: int) -> tuple[int, int]:
    """The sum of the largest `picks` gains of candidates, and the smallest of these (0 where there are fewer)."""
    here = depth * s.at[PLANES]
    for block in range(blocks(t.start)):
        store(s.rest, 0, block, load(s.candidates, depth, block))
        store(s.common, 0, block, empty())
    smallest = 0
    for plane in range(s.at[PLANES] - 1, -1, -1):
        many = 0
        for block in range(blocks(t.start)):
            many += count(load(s.rest, 0, block) & load(s.planes, here + plane, block))
        if many >= picks:
            smallest += 1 << plane
            for block in range(blocks(t.start)):
                store(s.rest, 0, block, load(s.rest, 0, block) & load(s.planes, here + plane, block))
        elif many:
            picks -= many
            for block in range(blocks(t.start)):
                rest, larger = load(s.rest, 0, block), load(s.planes, here + plane, block)
                store(s.common, 0, block, load(s.common, 0, block) | (rest & larger))
                store(s.rest, 0, block, without(rest, larger))
    total = picks * smallest
    for plane in range(s.at[PLANES]):
        many = 0
        for block in range(blocks(t.start)):
            many += count(load(s.common, 0, block) & load(s.planes, here + plane, block))
        total += many << plane
    return total, smallest


@inner
def from_gain(t: Cover, s: CoverState, depth: int, least: int) -> None:
    """Put the candidates whose gain is at least `least` into `rest`."""
    here = depth * s.at[PLANES]
    for block in range(blocks(t.start)):
        above, equal = empty(), load(s.candidates, depth, block)
        for plane in range(s.at[PLANES] - 1, -1, -1):
            bits = load(s.planes, here + plane, block)
            if (least >> plane) & 1:
                equal = equal & bits
            else:
                above = above | (equal & bits)
                equal = without(equal, bits)
        store(s.rest, 0, block, above | equal)


@inner
def gain(s: CoverState, depth: int, candidate: np.uint64) -> int:
    """The gain of one candidate."""
    total, here = 0, depth * s.at[PLANES]
    for plane in range(s.at[PLANES]):
        total += int(has(s.planes, here + plane, candidate)) << plane
    return total
