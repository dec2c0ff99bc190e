"""What a node must lose, whoever owns its open groups: the bound of the search for rivals.

Groups of one class share no place. Of each, all armies but one lose what they have there. So with any weights u, which
stand for what a place of each army is worth, a class costs at least

    sum over its groups of (sum over armies of u_i x_i, less the largest u_i x_i),

where x_i is how many places army i still has in the group. That must not be more than the armies can spare: the sum of
u_i times what is left to army i beyond the size that it must reach.
"""

import numpy as np

from rookery.backends.backtracking.rivals.cells import armies_of, give_group
from rookery.backends.backtracking.rivals.tables import RivalState, RivalTables
from rookery.models.kernels.jit import inner

NOTHING, CHANGED, FAILED = 0, 1, 2


@inner
def find_spare(s: RivalState, depth: int) -> bool:
    """Note what each army can spare; false where one is too small."""
    for army in range(armies_of(s)):
        s.spare[army] = s.size[depth, army] - s.least[army]
        if s.spare[army] < 0:
            return False
    return True


@inner
def affords(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Whether the armies can spare what each class costs."""
    for bound in range(len(t.weights)):
        spare = np.int64(0)
        for army in range(armies_of(s)):
            spare += t.weights[bound, army] * s.spare[army]
        for at in range(len(t.cut) - 1):
            if cost_of_class(t, s, depth, bound, at) > spare:
                return False
    return True


@inner
def cost_of_class(t: RivalTables, s: RivalState, depth: int, bound: int, at: int) -> np.int64:
    """What a class costs at least, with some weights."""
    if armies_of(s) == 2:
        return cost_of_two(s, depth, t.cut[at], t.cut[at + 1], t.weights[bound, 0], t.weights[bound, 1])
    total = np.int64(0)
    for group in range(t.cut[at], t.cut[at + 1]):
        largest = np.int64(0)
        for army in range(armies_of(s)):
            worth = t.weights[bound, army] * s.held[depth, army, group]
            total += worth
            largest = max(largest, worth)
        total -= largest
    return total


@inner
def cost_of_two(s: RivalState, depth: int, start: int, end: int, one: int, other: int) -> np.int64:
    """The same for two armies: one of both loses what it has."""
    total = np.int64(0)
    for group in range(start, end):
        a, b = one * s.held[depth, 0, group], other * s.held[depth, 1, group]
        total += min(a, b)
    return total


@inner
def force_owners(t: RivalTables, s: RivalState, depth: int) -> int:
    """Give each open group to the army that cannot spare what it has there; FAILED where two cannot."""
    result = NOTHING
    for group in range(s.owner.shape[1]):
        keeper, rivals = find_keeper(s, depth, group)
        if keeper == -2:
            return FAILED
        if keeper >= 0 and rivals > 1:
            s.owner[depth, group] = keeper + 1
            if not give_group(t, s, depth, keeper, group) or not find_spare(s, depth):
                return FAILED
            result = CHANGED
    return result


@inner
def find_keeper(s: RivalState, depth: int, group: int) -> tuple[int, int]:
    """The army that cannot spare what it has in a group (-1 for none, -2 for several), and how many have some."""
    keeper, rivals = -1, 0
    for army in range(armies_of(s)):
        here = s.held[depth, army, group]
        rivals += int(here > 0)
        if here > s.spare[army]:
            keeper = army if keeper == -1 else -2
    return keeper, rivals


@inner
def is_any_forced(s: RivalState, depth: int) -> bool:
    """Whether some open group has an army that cannot spare what it has there."""
    if armies_of(s) != 2:
        return True
    one, other, any_forced = s.spare[0], s.spare[1], False
    for group in range(s.owner.shape[1]):
        a, b = s.held[depth, 0, group], s.held[depth, 1, group]
        any_forced |= (min(a, b) > 0) & ((a > one) | (b > other))
    return any_forced
