"""The dual bound: weights on open items, taken over from the parent and improved a little at each node.

With weights y, a candidate weighs the sum of y over the open items that it would hit. The k heaviest must reach the
sum Y of all open items, and a candidate is out when it and the k - 1 heaviest do not. Any weights are valid, so they
are whole numbers and never need to be optimal; they approach the dual of the linear relaxation by subgradient steps
(Lagrangian relaxation, Beasley 1990). Whether the bound pays is measured in counted work, not in time: the nodes do not
depend on the speed of the machine. Sums are made a row of 16-bit lanes at a time, a lane a candidate;
`Incidences.max_weight` keeps them from overflowing.
"""

import numpy as np

from rookery.backends.engine.cover.state import CoverState
from rookery.backends.engine.cover.tables import Cover
from rookery.backends.engine.kernels.bits import ONE, ZERO, lowest_number
from rookery.core.kernels.kernel import inner, inner_as

# Rounds of the bound by the pieces left: the fewer are left, the more nodes there are, and the less a subtree can save.
# All nodes begin with the weights of the root. docs/tried.md has the nodes and times with other numbers.
ROUNDS_AT_ROOT, ROUNDS, ROUNDS_OF_FOUR, ROUNDS_OF_THREE = 100, 30, 5, 1
ROUND_WORK = 8  # what a round costs, in nodes
TEST_OFTEN, TEST_SELDOM = 128, 512  # one node of so many goes the other way, until `WELL_KNOWN` nodes are measured
WELL_KNOWN = 32 * TEST_OFTEN
MIN_WEIGHT, STEP = 2, 16  # a weight changes by a 16th for each hit too few or too many
HOPE, HOPELESS = 2, 2  # rounds end where twice their progress would not close the gap, or if the gap exceeds `whole`


@inner
def saves_work(s: CoverState, left: int) -> bool:
    """Return whether a node with `left` pieces left takes the bound: whether subtrees with it cost less on average.

    Now and then a node goes the other way, so that both averages are known and stay up to date.
    """
    without, weighed = s.dual.nodes[0, left], s.dual.nodes[1, left]
    seen = without + weighed
    every = TEST_OFTEN if seen < WELL_KNOWN else TEST_SELDOM
    dearer = without > 0 and s.dual.spent[1, left] * without > s.dual.spent[0, left] * weighed
    return bool(dearer == (seen % every == every - 1))


@inner
def note_cost(t: Cover, s: CoverState, depth: int) -> None:
    """Add the work below a node to the average of its way, with or without the bound."""
    if s.dual.way[depth] >= 0:
        left = t.settings.most - depth
        s.dual.nodes[s.dual.way[depth], left] += 1
        s.dual.spent[s.dual.way[depth], left] += s.work[0] - s.dual.before[depth]


@inner
def weigh(t: Cover, s: CoverState, depth: int, left: int) -> bool:
    """Return whether the weights allow `left` candidates to hit all; improves them and drops light candidates."""
    if depth:
        for place in range(s.dual.weight.shape[1]):
            s.dual.weight[depth, place] = s.dual.weight[s.dual.heir[depth - 1], place]
    rounds = ROUNDS_OF_THREE if left == 3 else ROUNDS_OF_FOUR if left == 4 else ROUNDS
    rounds = ROUNDS_AT_ROOT if depth == 0 else rounds
    last, before = 0, 0
    for turn in range(rounds):
        s.work[0] += ROUND_WORK
        whole = weigh_candidates(t, s, depth)
        last = find_kth(s, left, last)
        reached = sum_above(s, last) + left * last
        if whole > reached:
            return False
        drop_light(t, s, depth, whole - (reached - last))
        if turn == rounds - 1 or reached > HOPELESS * whole:
            break
        if turn % 4 == 0:
            gap = (reached - whole) * 1000 // whole
            if turn and (before - gap) * (rounds - turn) < HOPE * gap:
                break
            before = gap
        # The step follows the hits of so many of the heaviest as reach `whole` with the average weight of the `left`
        # heaviest.
        support = min(left, -(-left * whole // max(1, reached)))
        improve(t, s, depth, support, last if support == left else find_kth(s, support, last))
    return True


@inner
def weigh_candidates(t: Cover, s: CoverState, depth: int) -> int:
    """Weigh every candidate; returns the sum of the weights of all open items."""
    count, whole = list_open_items(t, s, depth)
    for lane in range(len(s.scratch.load)):
        s.scratch.load[lane] = 0
    for first in range(0, count, 4):
        add_four(t, s, depth, first)
    if t.demands.multiple:
        add_sufficient(t, s, depth, count)
    mask_candidates(s, depth)
    return whole


@inner
def list_open_items(t: Cover, s: CoverState, depth: int) -> tuple[int, int]:
    """List the open items, and the empty item up to a multiple of four; returns how many, and what they weigh."""
    count, whole = 0, 0
    for at in range(len(t.open)):
        word = s.stack.open[depth, at]
        while word:
            item = lowest_number(at, word)
            word &= word - ONE
            needed = s.stack.need[depth, item] if t.demands.multiple else 1
            whole += s.dual.weight[depth, item] * needed
            s.scratch.hit[count] = item
            count += 1
    while count % 4:
        s.scratch.hit[count] = len(t.options) - 1
        count += 1
    return count, int(whole)


def _add_four_by_lanes(t: Cover, s: CoverState, depth: int, first: int) -> None:
    """Add the weights of four listed items to all candidates that hit them: four at once need one pass of stores."""
    a, b, c, d = s.scratch.hit[first], s.scratch.hit[first + 1], s.scratch.hit[first + 2], s.scratch.hit[first + 3]
    one, two, three, four = (
        s.dual.weight[depth, a],
        s.dual.weight[depth, b],
        s.dual.weight[depth, c],
        s.dual.weight[depth, d],
    )
    lanes = t.dual.lanes
    for lane in range(len(s.scratch.load)):
        sums = (lanes[a, lane] & one) + (lanes[b, lane] & two) + (lanes[c, lane] & three)
        s.scratch.load[lane] += sums + (lanes[d, lane] & four)


@inner_as(_add_four_by_lanes)
def add_four(t: Cover, s: CoverState, depth: int, first: int) -> None:
    """Add the weights of four listed items to all candidates that hit them."""
    for item in s.scratch.hit[first : first + 4]:
        s.scratch.load[:] += t.dual.lanes[item] & s.dual.weight[depth, item]


@inner
def add_sufficient(t: Cover, s: CoverState, depth: int, count: int) -> None:
    """Add to each candidate that is enough alone for a listed item what it is worth beyond one hit."""
    for at in range(count):
        item = s.scratch.hit[at]
        candidate = t.demands.sufficient_one[item]
        if candidate < len(t.variable):
            s.scratch.load[candidate] += s.dual.weight[depth, item] * np.uint16(s.stack.need[depth, item] - 1)


@inner
def mask_candidates(s: CoverState, depth: int) -> None:
    """Set the weights of all lanes that are no candidate to 0."""
    for at in range(len(s.scratch.load) >> 6):
        word = s.stack.candidates[depth, at]
        for bit in range(64):
            lane = (at << 6) + bit
            s.scratch.load[lane] = s.scratch.load[lane] if (word >> np.uint64(bit)) & ONE else np.uint16(0)


def _count_at_least_by_lanes(s: CoverState, weight: int) -> int:
    """Return the number of candidates that weigh at least `weight`, for a weight above 0."""
    many = np.uint32(0)
    for lane in range(len(s.scratch.load)):
        many += np.uint32(s.scratch.load[lane] >= np.uint16(weight))
    return int(many)


@inner_as(_count_at_least_by_lanes)
def count_at_least(s: CoverState, weight: int) -> int:
    """Return the number of candidates that weigh at least `weight`."""
    return int(np.count_nonzero(s.scratch.load >= np.uint16(weight)))


@inner
def find_kth(s: CoverState, k: int, guess: int) -> int:
    """Return the weight of the k-th heaviest candidate, 0 if there are fewer; searched outwards from a guess."""
    reach = 16
    low, high = guess, guess + reach
    while low > 0 and count_at_least(s, low) < k:
        low, high = max(0, low - reach), low
        reach *= 2
    while high < 65535 and count_at_least(s, high) >= k:
        low, high = high, min(65535, high + reach)
        reach *= 2
    while high - low > 1:
        middle = (low + high) >> 1
        if count_at_least(s, middle) >= k:
            low = middle
        else:
            high = middle
    return low


def _sum_above_by_lanes(s: CoverState, last: int) -> int:
    """Return the sum of what candidates weigh above a weight."""
    whole = np.uint32(0)
    for lane in range(len(s.scratch.load)):
        whole += np.uint32(max(s.scratch.load[lane], np.uint16(last)) - np.uint16(last))
    return int(whole)


@inner_as(_sum_above_by_lanes)
def sum_above(s: CoverState, last: int) -> int:
    """Return the sum of what candidates weigh above a weight."""
    return int(np.sum(np.maximum(s.scratch.load, np.uint16(last)) - np.uint16(last), dtype=np.uint32))


@inner
def drop_light(t: Cover, s: CoverState, depth: int, least: int) -> None:
    """Drop the candidates that weigh less than `least`."""
    if least <= 0:
        return
    for at in range(len(s.scratch.load) >> 6):
        kept = ZERO
        for bit in range(64):
            kept |= np.uint64(s.scratch.load[(at << 6) + bit] >= least) << np.uint64(bit)
        s.cut[0] |= (s.stack.candidates[depth, at] & ~kept) != 0
        s.stack.candidates[depth, at] &= kept


@inner
def improve(t: Cover, s: CoverState, depth: int, support: int, last: int) -> None:
    """Increase the weights of items that the `support` heaviest candidates miss, and reduce those that they hit
    repeatedly.

    `last` is the weight of the lightest of these; of those that weigh the same only as many count as are needed.
    """
    ties = support - count_at_least(s, last + 1)
    places = t.dual.hits.shape[1]  # of items: the weights have one place more, which pads groups of four
    for place in range(places):
        s.scratch.times[place] = 0
    for lane in range(len(t.variable)):
        weight = s.scratch.load[lane]
        if weight > last or (weight == last and ties > 0):
            ties -= int(weight == last)
            for place in range(places):
                s.scratch.times[place] += t.dual.hits[lane, place]
    for place in range(places):
        weight = np.int32(s.dual.weight[depth, place])
        wanted = np.int32(s.stack.need[depth, place]) if t.demands.multiple else np.int32(1)
        change = (max(wanted - np.int32(s.scratch.times[place]), np.int32(-3)) * weight) // np.int32(STEP)
        s.dual.weight[depth, place] = min(max(weight + change, np.int32(MIN_WEIGHT)), t.dual.max_weight)
