"""Lower bound on the losses at a node, for every choice of colors of its open groups, in the search for rivals.

In each group all sides but one lose what they have there. Groups of one class share no place, so their losses add up;
those of two classes do not. So with any weights u (multipliers of a surrogate constraint, Glover 1965), where u_i is
the worth of a place of side i, a class costs at least

    sum over its groups of (sum over sides of u_i x_i, less the largest u_i x_i),

where x_i is the number of places that side i still has in the group. The cost must not exceed what the sides can spare:
the sum over sides of u_i times the number of places left to side i beyond the size that it must reach.
"""

import numpy as np

from rookery.backends.engine.kernels.bits import ONE, WORD, ZERO, lowest_number, ones
from rookery.backends.engine.rivals.tables import Counts, RivalState, RivalTables
from rookery.core.kernels.kernel import inner, inner_as


@inner
def count_sides(s: RivalState) -> int:
    """Return the number of sides."""
    return int(s.size.shape[1])


@inner
def lose_places(t: RivalTables, s: RivalState, depth: int, side: int, at: int, gone: np.uint64) -> None:
    """Take from a side some places that it has, the bits of one word."""
    s.left[depth * count_sides(s) + side, at] &= ~gone
    s.size[depth, side] -= ones(gone)
    held = s.held[depth, side]
    while gone:
        # A place is numbered below `most`: each side has its own run of `first`.
        user = np.uint64(side) * np.uint64(t.most) + lowest_number(at, gone)
        for each in range(t.first[user], t.first[user + np.uint64(1)]):
            # Groups are numbered from 0: as indices without a sign they are not looked at twice.
            held[np.uint64(t.users[np.uint64(each)])] -= 1
        gone &= gone - ONE


@inner
def lose_cell(t: RivalTables, s: RivalState, depth: int, side: int, group: int) -> bool:
    """Take from a side all that it has of a group; false if it must have some of that."""
    sides = count_sides(s)
    row, cell = depth * sides + side, group * sides + side
    for at in range(s.left.shape[1]):
        gone = s.left[row, at] & t.cells[cell, at]
        # A place that the side must have cannot go. The level is abandoned, with what was taken from it before.
        if gone & s.must[row, at]:
            return False
        if gone:
            lose_places(t, s, depth, side, at, gone)
    return True


@inner
def give_group(t: RivalTables, s: RivalState, depth: int, side: int, group: int) -> bool:
    """Let a side own a group: all others lose theirs; false if one of them must have some."""
    for other in range(count_sides(s)):
        if other != side and s.held[depth, other, group] > 0 and not lose_cell(t, s, depth, other, group):
            return False
    return True


@inner
def find_slack(s: RivalState, depth: int) -> bool:
    """Note what each side can spare; false if one is too small."""
    for side in range(count_sides(s)):
        s.slack[side] = s.size[depth, side] - s.least[side]
        if s.slack[side] < 0:
            return False
    return True


@inner
def affords(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Return whether the sides can spare what each class costs."""
    plain = np.int64(0)
    for bound in range(len(t.weights)):
        slack, heaviest = np.int64(0), np.int64(0)
        for side in range(count_sides(s)):
            slack += t.weights[bound, side] * s.slack[side]
            heaviest = max(heaviest, t.weights[bound, side])
        # The first weights are all 1. Others raise a class's cost by the largest of them at most: most are skipped.
        if bound == 0 or heaviest * plain > slack:
            cost = max_cost(t, s, depth, bound)
            if cost > slack:
                return False
            plain = cost if bound == 0 else plain
    return True


@inner
def max_cost(t: RivalTables, s: RivalState, depth: int, bound: int) -> np.int64:
    """Return a lower bound on the cost of the dearest class, with some weights."""
    most = np.int64(0)
    for at in range(len(t.class_start) - 1):
        most = max(most, cost_of_class(t, s, depth, bound, at))
    return most


@inner
def cost_of_class(t: RivalTables, s: RivalState, depth: int, bound: int, at: int) -> np.int64:
    """Return a lower bound on the cost of a class, with some weights."""
    if count_sides(s) == 2:
        here = s.held[depth, :, t.class_start[at] : t.class_start[at + 1]]
        return np.int64(cost_of_two(here[0], here[1], t.weights[bound, 0], t.weights[bound, 1]))
    total = np.int64(0)
    for group in range(t.class_start[at], t.class_start[at + 1]):
        largest = np.int64(0)
        for side in range(count_sides(s)):
            worth = t.weights[bound, side] * s.held[depth, side, group]
            total += worth
            largest = max(largest, worth)
        total -= largest
    return total


def _cost_by_lanes(one: Counts, other: Counts, worth: int, rival: int) -> int:
    total = np.int16(0)
    for at in range(len(one)):
        # A class has at most 2,000 places of a side, each worth at most 3: the total stays below 2 ** 13.
        total = np.int16(total + min(np.int16(worth * one[at]), np.int16(rival * other[at])))
    return int(total)


@inner_as(_cost_by_lanes)
def cost_of_two(one: Counts, other: Counts, worth: int, rival: int) -> int:
    """Return the same for two sides, by what they have of each group of a class and the worth of a place of each.

    At most one of both keeps what it has of a group, and the other one loses at least the smaller worth.
    """
    return int(np.minimum(worth * one, rival * other).sum())


@inner
def measure(s: RivalState, depth: int, group: int) -> tuple[np.int64, np.int64, int]:
    """Return the places of the second side in a group, those of all sides, and the number of sides that have any."""
    first, second, total, rivals = np.int64(0), np.int64(0), np.int64(0), 0
    for side in range(count_sides(s)):
        here = np.int64(s.held[depth, side, group])
        total += here
        rivals += int(here > 0)
        second = max(second, min(first, here))
        first = max(first, here)
    return second, total, rivals


@inner
def force_colors(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Give each open group to the side that cannot spare what it has there; false if two cannot."""
    group = find_forced(s, depth, 0)
    # Ends: each group that is given is open no more.
    while group >= 0:
        keeper = find_keeper(s, depth, group)
        if keeper == -2:
            return False
        s.color[depth, group] = keeper + 1
        if not give_group(t, s, depth, keeper, group) or not find_slack(s, depth):
            return False
        group = find_forced(s, depth, group)
    return True


@inner
def find_forced(s: RivalState, depth: int, start: int) -> int:
    """Return an open group of which some side has more than it can spare, or -1.

    With three sides or more it is the next one from `start` on, cyclically.
    """
    if count_sides(s) == 2:
        # All are looked at in one pass. A side has at most 2,000 places: what it can spare fits 16 bits.
        return int(find_first_over(s.held[depth, 0], s.held[depth, 1], s.slack[0], s.slack[1]))
    groups = s.color.shape[1]
    for at in range(start, start + groups):
        group = at if at < groups else at - groups
        if find_keeper(s, depth, group) != -1 and measure(s, depth, group)[0] > 0:
            return group
    return -1


def _first_over_by_lanes(one: Counts, other: Counts, spare: int, rival: int) -> int:
    last, most, rest = np.int32(0), np.int16(spare), np.int16(rival)
    for at in range(len(one)):
        is_over = (min(one[at], other[at]) > 0) & ((one[at] > most) | (other[at] > rest))
        last = max(last, np.int32(len(one) - at) if is_over else np.int32(0))
    return int(len(one) - last if last > 0 else -1)


@inner_as(_first_over_by_lanes)
def find_first_over(one: Counts, other: Counts, spare: int, rival: int) -> int:
    """Return the first group of which two sides have some, and one of them more than it can spare; -1 for none."""
    is_over = (np.minimum(one, other) > 0) & ((one > spare) | (other > rival))
    return int(is_over.argmax()) if is_over.any() else -1


@inner
def find_keeper(s: RivalState, depth: int, group: int) -> int:
    """Return the side that cannot spare what it has in a group; -1 for none, -2 for several."""
    keeper = -1
    for side in range(count_sides(s)):
        # `find_slack` is called again whenever a side has lost something: `slack` is of this level.
        if s.held[depth, side, group] > s.slack[side]:
            keeper = side if keeper == -1 else -2
    return keeper


@inner
def is_leader(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Return whether no symmetry takes the colors so far to lexicographically smaller ones.

    The lex-leader of each orbit is kept (Crawford, Ginsberg, Luks and Roy 1996).
    """
    symmetry = 0
    while symmetry < len(t.image):
        after = symmetry + 1
        if symmetry >= WORD or s.settled[depth] >> np.uint64(symmetry) & ONE == ZERO:
            order, after = compare_image(t, s, depth, symmetry)
            if order < 0:
                return False
            if order > 0:
                # No color changes in the subtree: the image stays greater.
                for each in range(symmetry, min(after, WORD)):
                    s.settled[depth] |= ONE << np.uint64(each)
        symmetry = after
    return True


@inner
def compare_image(t: RivalTables, s: RivalState, depth: int, symmetry: int) -> tuple[int, int]:
    """Compare the colors so far with their image: 1 if the image is greater, -1 if smaller, 0 if that is open.

    The second number is that of the next symmetry that may differ in this.
    """
    color, image = s.color[depth], t.image[symmetry]
    for at in range(len(t.order)):
        # Groups are numbered from 0: as indices without a sign they are not looked at twice.
        one, other = color[np.uint64(t.order[at])], color[np.uint64(image[at])]
        # From an open group on nothing can be compared: the subtree is kept.
        if one == 0 or other == 0:
            return 0, t.after[symmetry, at]  # symmetries with the same images so far end here too
        there = t.side[symmetry, other]
        if one != there:
            return 1 if one < there else -1, t.after[symmetry, at]
    return 0, symmetry + 1
