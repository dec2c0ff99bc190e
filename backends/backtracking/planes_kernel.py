"""Gains as bit planes: bit b of every candidate's gain stands in plane b, so that whole words are counted at once.

A gain is how many open items a candidate would hit. Planes are taken over from the parent: what was hit since is
subtracted, seven rows at a time through full adders. All loops are plain loops over words; nothing is allocated.
"""

import numpy as np

from rookery.backends.backtracking.bits import LOW, ONE, SIX, ZERO, number, ones
from rookery.backends.backtracking.cover import Cover, CoverState
from rookery.backends.backtracking.jit import inner
from rookery.backends.backtracking.registers import PLANES


@inner
def fresh_items(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> int:
    """List the open items that a candidate hits, filled up with the empty item to a multiple of seven."""
    count = 0
    for at in range(len(t.open)):
        word = s.open[depth, at] & t.covers[candidate, at]
        while word:
            s.hit[count] = number(at, word)
            word &= word - ONE
            count += 1
    while count % 7:
        s.hit[count] = len(t.options) - 1
        count += 1
    return count


@inner
def subtract(t: Cover, s: CoverState, depth: int, count: int) -> None:
    """Make the planes of a node from those of its parent, less the items just hit."""
    words, size = len(t.start), len(t.start) * s.at[PLANES]
    here = depth * size
    for at in range(size):
        s.planes[here + at] = s.planes[here - size + at]
    for word in range(words):
        first, second, third = here + word, here + word + words, here + word + 2 * words
        low, middle, high = s.planes[first], s.planes[second], s.planes[third]
        for at in range(0, count, 7):
            a, b, c = t.options[s.hit[at], word], t.options[s.hit[at + 1], word], t.options[s.hit[at + 2], word]
            d, e, f = t.options[s.hit[at + 3], word], t.options[s.hit[at + 4], word], t.options[s.hit[at + 5], word]
            g = t.options[s.hit[at + 6], word]
            half, other = a ^ b, d ^ e
            left, right = half ^ c, other ^ f
            carry, carried = (a & b) | (half & c), (d & e) | (other & f)
            both = left ^ right
            more = (left & right) | (both & g)
            pair = carry ^ carried
            unit, two, four = both ^ g, pair ^ more, (carry & carried) | (pair & more)
            borrow = ~low & unit
            low ^= unit
            owed = (~middle & (two | borrow)) | (two & borrow)
            middle ^= two ^ borrow
            borrow = (~high & (four | owed)) | (four & owed)
            high ^= four ^ owed
            place = third + words
            while borrow and place < here + size:
                old = s.planes[place]
                s.planes[place] = old ^ borrow
                borrow &= ~old
                place += words
        s.planes[first], s.planes[second], s.planes[third] = low, middle, high


@inner
def top(t: Cover, s: CoverState, depth: int, picks: int) -> tuple[int, int]:
    """The sum of the largest `picks` gains of candidates, and the smallest of these (0 where there are fewer)."""
    words = len(t.start)
    here = depth * words * s.at[PLANES]
    for word in range(words):
        s.rest[word], s.common[word] = s.candidates[depth, word], ZERO
    smallest = 0
    for plane in range(s.at[PLANES] - 1, -1, -1):
        many, place = 0, here + plane * words
        for word in range(words):
            many += ones(s.rest[word] & s.planes[place + word])
        if many >= picks:
            smallest += 1 << plane
            for word in range(words):
                s.rest[word] &= s.planes[place + word]
        elif many:
            picks -= many
            for word in range(words):
                s.common[word] |= s.rest[word] & s.planes[place + word]
                s.rest[word] &= ~s.planes[place + word]
    total = picks * smallest
    for plane in range(s.at[PLANES]):
        many, place = 0, here + plane * words
        for word in range(words):
            many += ones(s.common[word] & s.planes[place + word])
        total += many << plane
    return total, smallest


@inner
def from_gain(t: Cover, s: CoverState, depth: int, least: int) -> None:
    """Put the candidates whose gain is at least `least` into `rest`."""
    words = len(t.start)
    here = depth * words * s.at[PLANES]
    for word in range(words):
        above, equal = ZERO, s.candidates[depth, word]
        for plane in range(s.at[PLANES] - 1, -1, -1):
            bits = s.planes[here + plane * words + word]
            if (least >> plane) & 1:
                equal &= bits
            else:
                above |= equal & bits
                equal &= ~bits
        s.rest[word] = above | equal


@inner
def gain(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> int:
    """The gain of one candidate."""
    words, total = len(t.start), 0
    place = depth * words * s.at[PLANES] + int(candidate >> SIX)
    for plane in range(s.at[PLANES]):
        total += int((s.planes[place + plane * words] >> (candidate & LOW)) & ONE) << plane
    return total
