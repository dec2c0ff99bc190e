"""The dual bound: weights on open items, taken over from the parent and improved a little at each node.

With weights y, a candidate weighs the sum of y over the open items that it would hit. The k heaviest must reach the
sum Y of all open items, and a candidate is out when it and the k - 1 heaviest do not. Any weights are valid, so they
are whole numbers and never need to be optimal; they approach the dual of the linear relaxation by subgradient steps.
Sums are made a row of 16-bit lanes at a time, a lane a candidate; `Cover.heaviest` keeps them from overflowing.
"""

import numpy as np

from rookery.backends.backtracking.cover.registers import CUT, MOST, WORK
from rookery.backends.backtracking.cover.tables import Cover, CoverState
from rookery.backends.backtracking.kernels.bits import ONE, ZERO, number
from rookery.backends.backtracking.kernels.jit import inner

OFTEN, SELDOM, ROUND = 128, 512, 8
LIGHTEST, STEP, HOPE = 2, 16, 2


@inner
def pays(s: CoverState, left: int) -> bool:
    """Whether the bound is worth its time with so many pieces left: whether it makes subtrees cheaper on the average.

    Every so often a node goes the other way, so that both averages are known and stay up to date.
    """
    without, weighed = s.nodes[0, left], s.nodes[1, left]
    seen = without + weighed
    every = OFTEN if seen < 32 * OFTEN else SELDOM
    dearer = without > 0 and s.spent[1, left] * without > s.spent[0, left] * weighed
    return bool(dearer == (seen % every == every - 1))


@inner
def leave(s: CoverState, depth: int) -> None:
    """Note what the subtree of a node cost, with or without the bound."""
    if s.way[depth] >= 0:
        left = s.at[MOST] - depth
        s.nodes[s.way[depth], left] += 1
        s.spent[s.way[depth], left] += s.at[WORK] - s.before[depth]


@inner
def weigh(t: Cover, s: CoverState, depth: int, left: int) -> bool:
    """Whether the weights allow `left` candidates to hit all; improves them and drops candidates that are too light."""
    if depth:
        for place in range(s.weight.shape[1]):
            s.weight[depth, place] = s.weight[s.heir[depth - 1], place]
    rounds = 100 if depth == 0 else 15 if left > 4 else 5 if left == 4 else 1
    last, before = 0, 0
    for turn in range(rounds):
        s.at[WORK] += ROUND
        whole = load(t, s, depth)
        last = kth(s, left, last)
        heaviest = over(s, last) + left * last
        if whole > heaviest:
            return False
        lighten(t, s, depth, whole - (heaviest - last))
        if turn == rounds - 1 or heaviest > 2 * whole:
            break
        if turn % 4 == 0:
            gap = (heaviest - whole) * 1000 // whole
            if turn and (before - gap) * (rounds - turn) < HOPE * gap:
                break
            before = gap
        support = min(left, -(-left * whole // max(1, heaviest)))
        improve(t, s, depth, support, last if support == left else kth(s, support, last))
    return True


@inner
def load(t: Cover, s: CoverState, depth: int) -> int:
    """Weigh every candidate; returns the sum of the weights of all open items."""
    lanes = len(s.load)
    for lane in range(lanes):
        s.load[lane] = 0
    count, whole = 0, 0
    for at in range(len(t.open)):
        word = s.open[depth, at]
        while word:
            s.hit[count] = number(at, word)
            word &= word - ONE
            many = s.need[depth, s.hit[count]] if t.folded else 1
            whole += s.weight[depth, s.hit[count]] * many
            count += 1
    while count % 4:
        s.hit[count] = len(t.options) - 1
        count += 1
    for at in range(0, count, 4):
        a, b, c, d = s.hit[at], s.hit[at + 1], s.hit[at + 2], s.hit[at + 3]
        one, two, three, four = s.weight[depth, a], s.weight[depth, b], s.weight[depth, c], s.weight[depth, d]
        for lane in range(lanes):
            sums = (t.lanes[a, lane] & one) + (t.lanes[b, lane] & two) + (t.lanes[c, lane] & three)
            s.load[lane] += sums + (t.lanes[d, lane] & four)
    if t.folded:
        for at in range(count):
            filler = t.filler[s.hit[at]]
            if filler < len(t.variable):
                s.load[filler] += s.weight[depth, s.hit[at]] * np.uint16(s.need[depth, s.hit[at]] - 1)
    for at in range(lanes >> 6):
        word = s.candidates[depth, at]
        for bit in range(64):
            lane = (at << 6) + bit
            s.load[lane] = s.load[lane] if (word >> np.uint64(bit)) & ONE else np.uint16(0)
    return int(whole)


@inner
def at_least(s: CoverState, weight: int) -> int:
    """How many candidates weigh at least so much, for a weight above 0."""
    many = np.uint32(0)
    for lane in range(len(s.load)):
        many += np.uint32(s.load[lane] >= np.uint16(weight))
    return int(many)


@inner
def kth(s: CoverState, k: int, guess: int) -> int:
    """The weight of the k-th heaviest candidate, 0 where there are fewer; searched outwards from a guess."""
    reach = 16
    low, high = guess, guess + reach
    while low > 0 and at_least(s, low) < k:
        low, high = max(0, low - reach), low
        reach *= 2
    while high < 65535 and at_least(s, high) >= k:
        low, high = high, min(65535, high + reach)
        reach *= 2
    while high - low > 1:
        middle = (low + high) >> 1
        if at_least(s, middle) >= k:
            low = middle
        else:
            high = middle
    return low


@inner
def over(s: CoverState, last: int) -> int:
    """The sum of what candidates weigh above a weight."""
    whole = np.uint32(0)
    for lane in range(len(s.load)):
        whole += np.uint32(max(s.load[lane], np.uint16(last)) - np.uint16(last))
    return int(whole)


@inner
def lighten(t: Cover, s: CoverState, depth: int, least: int) -> None:
    """Drop the candidates that weigh less than `least`."""
    if least <= 0:
        return
    for at in range(len(s.load) >> 6):
        kept = ZERO
        for bit in range(64):
            kept |= np.uint64(s.load[(at << 6) + bit] >= least) << np.uint64(bit)
        s.at[CUT] |= (s.candidates[depth, at] & ~kept) != 0
        s.candidates[depth, at] &= kept


@inner
def improve(t: Cover, s: CoverState, depth: int, support: int, last: int) -> None:
    """Make items heavier that the `support` heaviest candidates miss, and lighter those that they hit repeatedly.

    `last` is the weight of the lightest of these; of those that weigh as much only so many count as are needed.
    """
    ties = support - at_least(s, last + 1)
    places = t.hits.shape[1]  # of items: the weights have one place more, which pads groups of four
    for place in range(places):
        s.times[place] = 0
    for lane in range(len(t.variable)):
        weight = s.load[lane]
        if weight > last or (weight == last and ties > 0):
            ties -= int(weight == last)
            for place in range(places):
                s.times[place] += t.hits[lane, place]
    for place in range(places):
        weight = np.int32(s.weight[depth, place])
        wanted = np.int32(s.need[depth, place]) if t.folded else np.int32(1)
        change = (max(wanted - np.int32(s.times[place]), np.int32(-3)) * weight) // np.int32(STEP)
        s.weight[depth, place] = min(max(weight + change, np.int32(LIGHTEST)), t.heaviest)
