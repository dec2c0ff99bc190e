"""Gains as bit planes: bit b of every candidate's gain stands in plane b, so that whole words are counted at once.

A gain is how many open items a candidate would hit. Planes are taken over from the parent: what was hit since is
subtracted, seven rows at a time through full adders. Nothing is allocated.

A case has vectors of weights (`tables.Cases`). A candidate's load is its gain with items counted by their weights. No
candidate's load exceeds the vector's share, so the open items must weigh at most the share times the number of choices
left. Few items are subtracted from loads, one by one.
"""

import numpy as np

from rookery.backends.engine.cover.state import CoverState
from rookery.backends.engine.cover.tables import LOAD_PLANES, Cover
from rookery.backends.engine.kernels.bits import ONE, has, lowest_number
from rookery.backends.engine.kernels.blocks import Block, blocks, count, empty, load, store, without
from rookery.core.kernels.kernel import inner


@inner
def list_last_hits(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> int:
    """List the open items that a candidate hits for the last time, and the empty item up to a multiple of seven."""
    length = 0
    for at in range(len(t.open)):
        word = s.stack.open[depth, at] & t.covers[candidate, at]
        while word:
            s.scratch.hit[length] = lowest_number(at, word)
            word &= word - ONE
            item = s.scratch.hit[length]
            length += (
                t.demands.multiple == 0 or s.stack.need[depth, item] == 1 or t.demands.sufficient_one[item] == candidate
            )
    while length % 7:
        s.scratch.hit[length] = len(t.options) - 1
        length += 1
    return length


@inner
def full_adder(a: Block, b: Block, c: Block) -> tuple[Block, Block]:
    """Return the sum of three bits in each place: its low bit and its carry."""
    half = a ^ b
    return half ^ c, (a & b) | (half & c)


@inner
def full_subtractor(a: Block, b: Block, borrow: Block) -> tuple[Block, Block]:
    """Return the low bit of a - b - borrow in each place, and the new borrow."""
    return a ^ b ^ borrow, without(b | borrow, a) | (b & borrow)


@inner
def add_seven(t: Cover, s: CoverState, first: int, block: int) -> tuple[Block, Block, Block]:
    r"""Count how many of seven listed items each candidate of a block hits, as three planes.

    a b c   d e f   g            each box adds three bits of one worth;
    [ ad ]  [ ad ]  |            its sum goes down, its carry to the next worth
     |  \    |  \   |
     |   +---|---+--|-- carries  (worth 2)
    [      adder    ] --------.
           |         [  adder  ] --> fours
         units            |
                         twos
    """
    left, carry = full_adder(option(t, s, first, block), option(t, s, first + 1, block), option(t, s, first + 2, block))
    right, carried = full_adder(
        option(t, s, first + 3, block), option(t, s, first + 4, block), option(t, s, first + 5, block)
    )
    units, more = full_adder(left, right, option(t, s, first + 6, block))
    twos, fours = full_adder(carry, carried, more)
    return units, twos, fours


@inner
def update_gains(t: Cover, s: CoverState, depth: int, length: int) -> None:
    """Make the planes of a node from those of its parent, less the items just hit."""
    planes, bits = s.stack.planes, t.settings.planes
    here, past, above = depth * bits, (depth + 1) * bits, (depth - 1) * bits
    for block in range(blocks(t.start)):
        low, middle, high = load(planes, above, block), load(planes, above + 1, block), load(planes, above + 2, block)
        for plane in range(here + 3, past):
            store(planes, plane, block, load(planes, plane - bits, block))
        for first in range(0, length, 7):
            units, twos, fours = add_seven(t, s, first, block)
            borrow = without(units, low)
            low = low ^ units
            middle, borrow = full_subtractor(middle, twos, borrow)
            high, borrow = full_subtractor(high, fours, borrow)
            for plane in range(here + 3, past):
                old = load(planes, plane, block)
                store(planes, plane, block, old ^ borrow)
                borrow = without(borrow, old)
        store(planes, here, block, low)
        store(planes, here + 1, block, middle)
        store(planes, here + 2, block, high)


@inner
def option(t: Cover, s: CoverState, at: int, block: int) -> Block:
    """Return a block of the options of a listed item."""
    return load(t.options, s.scratch.hit[at], block)


@inner
def sum_largest(t: Cover, s: CoverState, depth: int, picks: int) -> tuple[int, int]:
    """Return the sum of the largest `picks` gains of candidates, and the smallest of these (0 if there are fewer)."""
    here = depth * t.settings.planes
    for block in range(blocks(t.start)):
        store(s.scratch.rest, 0, block, load(s.stack.candidates, depth, block))
        store(s.scratch.common, 0, block, empty())
    smallest = 0
    for plane in range(t.settings.planes - 1, -1, -1):
        many = 0
        for block in range(blocks(t.start)):
            many += count(load(s.scratch.rest, 0, block) & load(s.stack.planes, here + plane, block))
        if many >= picks:
            smallest += 1 << plane
            for block in range(blocks(t.start)):
                store(
                    s.scratch.rest, 0, block, load(s.scratch.rest, 0, block) & load(s.stack.planes, here + plane, block)
                )
        elif many:
            picks -= many
            for block in range(blocks(t.start)):
                rest, larger = load(s.scratch.rest, 0, block), load(s.stack.planes, here + plane, block)
                store(s.scratch.common, 0, block, load(s.scratch.common, 0, block) | (rest & larger))
                store(s.scratch.rest, 0, block, without(rest, larger))
    total = picks * smallest
    for plane in range(t.settings.planes):
        many = 0
        for block in range(blocks(t.start)):
            many += count(load(s.scratch.common, 0, block) & load(s.stack.planes, here + plane, block))
        total += many << plane
    return total, smallest


@inner
def select_gains(t: Cover, s: CoverState, depth: int, least: int) -> None:
    """Put the candidates whose gain is at least `least` into `rest`."""
    bits = t.settings.planes
    for block in range(blocks(t.start)):
        among = load(s.stack.candidates, depth, block)
        store(s.scratch.rest, 0, block, select_at_least(s.stack.planes, depth * bits, bits, block, among, least))


@inner
def select_at_least(planes: np.ndarray, first: int, bits: int, block: int, among: Block, least: int) -> Block:
    """The candidates `among` those of a block whose number, in `bits` planes from the first on, reaches `least`."""
    above, equal = empty(), among
    for plane in range(bits - 1, -1, -1):
        ones = load(planes, first + plane, block)
        if (least >> plane) & 1:
            equal = equal & ones
        else:
            above = above | (equal & ones)
            equal = without(equal, ones)
    return above | equal


@inner
def gain(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> int:
    """Return the gain of one candidate."""
    total, here = 0, depth * t.settings.planes
    for plane in range(t.settings.planes):
        total += int(has(s.stack.planes, here + plane, candidate)) << plane
    return total


@inner
def update_loads(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Compute the open weight at the node below (`owed`), and each candidate's load there, for every vector."""
    case, room = s.case[0], t.cases.most_vectors
    first = t.cases.first[case]
    for vector in range(first, t.cases.first[case + 1]):
        owed, length = s.stack.owed[depth, vector - first], 0
        for at in range(len(t.open)):
            word = s.stack.open[depth, at] & t.covers[candidate, at] & t.cases.weighed[vector, at]
            while word:
                s.scratch.hit[length] = lowest_number(at, word)
                word &= word - ONE
                owed -= t.cases.weights[vector, s.scratch.hit[length]]
                length += 1
        s.stack.owed[depth + 1, vector - first] = owed
        subtract_weights(t, s, (depth * room + vector - first) * LOAD_PLANES, vector, length)


@inner
def subtract_weights(t: Cover, s: CoverState, above: int, vector: int, length: int) -> None:
    """Subtract the weights of the listed items from what their options weigh, in the planes from `above` on, for those
    of the level below.

    The load of a candidate includes the weights of these items, so no borrow is left over; the loads of options that
    are no longer candidates mean nothing.
    """
    here = above + int(t.cases.most_vectors) * LOAD_PLANES
    for block in range(blocks(t.start)):
        units, twos = load(s.stack.loads, above, block), load(s.stack.loads, above + 1, block)
        fours = load(s.stack.loads, above + 2, block)
        for at in range(length):
            options, weight = option(t, s, at, block), t.cases.weights[vector, s.scratch.hit[at]]
            if weight & 1:
                borrow = without(options, units)
                units, twos, fours = units ^ options, twos ^ borrow, fours ^ without(borrow, twos)
            if weight & 2:
                twos, fours = twos ^ options, fours ^ without(options, twos)
            if weight & 4:
                fours = fours ^ options
        store(s.stack.loads, here, block, units)
        store(s.stack.loads, here + 1, block, twos)
        store(s.stack.loads, here + 2, block, fours)


@inner
def loads_suffice(t: Cover, s: CoverState, depth: int, left: int) -> bool:
    """Return whether `left` choices can reach the open weight of each vector; drop candidates that are too light."""
    case, room = s.case[0], t.cases.most_vectors
    first = t.cases.first[case]
    for vector in range(first, t.cases.first[case + 1]):
        owed, share = s.stack.owed[depth, vector - first], t.cases.shares[vector]
        if owed > share * left:
            return False
        least = owed - share * (left - 1)
        if least > 0:
            here = (depth * room + vector - first) * LOAD_PLANES
            for block in range(blocks(t.start)):
                kept = load(s.stack.candidates, depth, block)
                kept = select_at_least(s.stack.loads, here, LOAD_PLANES, block, kept, least)
                store(s.stack.candidates, depth, block, kept)
    return True
