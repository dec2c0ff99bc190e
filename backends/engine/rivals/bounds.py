"""Lower bound on the losses at a node, for every choice of colors of its open groups, in the search for rivals.

Groups of one class share no place. In each group all sides but one lose what they have there. So with any weights u,
where u_i is the worth of a place of side i, a class costs at least

    sum over its groups of (sum over sides of u_i x_i, less the largest u_i x_i),

where x_i is the number of places that side i still has in the group. The cost must not exceed what the sides can spare:
the sum over sides of u_i times the number of places left to side i beyond the size that it must reach.
"""

import numpy as np

from rookery.backends.engine.kernels.bits import ZERO, drop, lowest_number
from rookery.backends.engine.rivals.tables import RivalState, RivalTables
from rookery.core.kernels.jit import inner


@inner
def count_sides(s: RivalState) -> int:
    """The number of sides."""
    return int(s.size.shape[1])


@inner
def lose_place(t: RivalTables, s: RivalState, depth: int, side: int, place: np.uint64) -> None:
    """Take a place from a side."""
    drop(s.left, depth * count_sides(s) + side, place)
    s.size[depth, side] -= 1
    # A place has a bit below `places[0]`, the size of the largest side: each side has a run of `first` to itself.
    user = np.uint64(side) * np.uint64(t.max_size[0]) + place
    for at in range(t.first[user], t.first[user + np.uint64(1)]):
        s.held[depth, side, t.users[at]] -= 1


@inner
def lose_cell(t: RivalTables, s: RivalState, depth: int, side: int, group: int) -> bool:
    """Take from a side all that it has of a group; false if it must have some of that."""
    sides = count_sides(s)
    row, cell = depth * sides + side, group * sides + side
    for at in range(s.left.shape[1]):
        gone = s.left[row, at] & t.cells[cell, at]
        # A place that is certain cannot go: what was taken before belongs to a level that is given up.
        if gone & s.must[row, at]:
            return False
        while gone:
            lose_place(t, s, depth, side, lowest_number(at, gone))
            gone &= gone - np.uint64(1)
    return True


@inner
def give_group(t: RivalTables, s: RivalState, depth: int, side: int, group: int) -> bool:
    """Let a side own a group: all others lose theirs; false if one of them must have some."""
    for other in range(count_sides(s)):
        if other != side and s.held[depth, other, group] > 0 and not lose_cell(t, s, depth, other, group):
            return False
    return True


@inner
def hits_cell(t: RivalTables, s: RivalState, depth: int, side: int, group: int) -> bool:
    """Return whether a side must have some place of a group for certain."""
    sides = count_sides(s)
    for at in range(s.must.shape[1]):
        if s.must[depth * sides + side, at] & t.cells[group * sides + side, at] != ZERO:
            return True
    return False


NOTHING, CHANGED, FAILED = 0, 1, 2


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
    for bound in range(len(t.weights)):
        slack = np.int64(0)
        for side in range(count_sides(s)):
            slack += t.weights[bound, side] * s.slack[side]
        # Groups of a class share no place, so no place is counted twice in a cost.
        for at in range(len(t.class_start) - 1):
            if cost_of_class(t, s, depth, bound, at) > slack:
                return False
    return True


@inner
def cost_of_class(t: RivalTables, s: RivalState, depth: int, bound: int, at: int) -> np.int64:
    """A lower bound on the cost of a class, with some weights."""
    if count_sides(s) == 2:
        return cost_of_two(s, depth, t.class_start[at], t.class_start[at + 1], t.weights[bound, 0], t.weights[bound, 1])
    total = np.int64(0)
    for group in range(t.class_start[at], t.class_start[at + 1]):
        largest = np.int64(0)
        for side in range(count_sides(s)):
            worth = t.weights[bound, side] * s.held[depth, side, group]
            total += worth
            largest = max(largest, worth)
        total -= largest
    return total


@inner
def cost_of_two(s: RivalState, depth: int, start: int, end: int, one: int, other: int) -> np.int64:
    """The same for two sides: one of both loses what it has."""
    total = np.int64(0)
    for group in range(start, end):
        a, b = one * s.held[depth, 0, group], other * s.held[depth, 1, group]
        # At most one of both keeps what it has, and the other one loses at least the smaller worth.
        total += min(a, b)
    return total


@inner
def force_colors(t: RivalTables, s: RivalState, depth: int) -> int:
    """Give each open group to the side that cannot spare what it has there; FAILED if two cannot."""
    result = NOTHING
    for group in range(s.color.shape[1]):
        keeper, rivals = find_keeper(s, depth, group)
        if keeper == -2:
            return FAILED
        if keeper >= 0 and rivals > 1:
            s.color[depth, group] = keeper + 1
            if not give_group(t, s, depth, keeper, group) or not find_slack(s, depth):
                return FAILED
            result = CHANGED
    return result


@inner
def find_keeper(s: RivalState, depth: int, group: int) -> tuple[int, int]:
    """The side that cannot spare what it has in a group (-1 for none, -2 for several), and how many have some."""
    keeper, rivals = -1, 0
    for side in range(count_sides(s)):
        here = s.held[depth, side, group]
        rivals += int(here > 0)
        # `find_slack` is called again whenever a side has lost something: `slack` is of this level.
        if here > s.slack[side]:
            keeper = side if keeper == -1 else -2
    return keeper, rivals


@inner
def is_any_forced(s: RivalState, depth: int) -> bool:
    """Return whether some open group has a side that cannot spare what it has there."""
    if count_sides(s) != 2:
        return True
    one, other, any_forced = s.slack[0], s.slack[1], False
    for group in range(s.color.shape[1]):
        a, b = s.held[depth, 0, group], s.held[depth, 1, group]
        any_forced |= (min(a, b) > 0) & ((a > one) | (b > other))
    return any_forced


@inner
def is_leader(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Return whether no symmetry takes the colors so far to lesser ones."""
    symmetry = 0
    while symmetry < len(t.image):
        after = symmetry + 1
        for at in range(len(t.order)):
            one = s.color[depth, t.order[at]]
            other = s.color[depth, t.image[symmetry, at]]
            # From an open group on nothing can be compared: the subtree is kept.
            if one == 0 or other == 0:
                after = t.after[symmetry, at]
                break
            there = t.side[symmetry, other]
            if one > there:
                return False
            if one < there:
                after = t.after[symmetry, at]
                break
        # Those that begin alike end alike.
        symmetry = after
    return True
