"""Whether columns that are not in a state are cheap enough to imitate another one."""

import numpy as np

from rookery.backends.backtracking.pareto.masks import lowest_of, size_of
from rookery.backends.backtracking.pareto.state import KEPT, MOST_DEPTH, PACKINGS, Pool, SweepState
from rookery.backends.backtracking.pareto.tables import TreeTables
from rookery.models.kernels.jit import inner


@inner
def is_dominated(t: TreeTables, s: SweepState, low: np.uint64, high: np.uint64, cost: int) -> int:
    """The number of a kept state that imitates this one for no more, buying whole columns for what it misses; or -1."""
    pool, least = s.pool, t.least[0]
    for at in range(s.registers[KEPT]):
        spare = cost - s.kept.cost[at]
        if spare >= 0:
            low_missed, high_missed = low & ~s.kept.mask[at, 0], high & ~s.kept.mask[at, 1]
            if imitates(pool, low_missed, high_missed, spare, least):
                return at
    return -1


@inner
def imitates(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Whether a state can be had from one that costs less by so much and misses these rows."""
    if not may_buy(pool, low, high, spare, least):
        return False
    return not (low or high) or can_buy(pool, low, high, spare, least)


@inner
def may_buy(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Whether no packing says that a set costs more than so much: a row of a packing costs a column of its own."""
    for packing in range(PACKINGS):
        if size_of(low & pool.apart[packing, 0], high & pool.apart[packing, 1]) * least > spare:
            return False
    return True


@inner
def can_buy(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Whether some columns hit all of a set for so much; those of the lowest row left are tried, one after the other.

    More than `MOST_DEPTH` columns are not tried: "no" keeps a state that would not be needed, and is never wrong.
    """
    depth = 0
    pool.rest[0, 0], pool.rest[0, 1], pool.budget[0] = low, high, spare
    pool.at[0] = pool.first[lowest_of(low, high), 0]
    while depth >= 0:
        low, high, spare = pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth]
        at, end = pool.at[depth], pool.first[lowest_of(low, high), 1]
        if at == end:
            depth -= 1
            continue
        pool.at[depth] = at + 1
        pool.tried[0] += 1
        left = spare - pool.cost[at]
        low, high = low & ~pool.mask[at, 0], high & ~pool.mask[at, 1]
        if left >= 0 and may_buy(pool, low, high, left, least):
            if not (low or high):
                return True
            if depth < MOST_DEPTH:
                depth += 1
                pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth] = low, high, left
                pool.at[depth] = pool.first[lowest_of(low, high), 0]
    return False


@inner
def buy_greedily(s: SweepState, low: np.uint64, high: np.uint64) -> int:
    """What a cover of a set costs that buys for the lowest row left the column that hits the most for its weight."""
    pool, cost = s.pool, 0
    while low or high:
        slot = lowest_of(low, high)
        best, most = -1, np.int64(0)
        for at in range(pool.first[slot, 0], pool.first[slot, 1]):
            hit = size_of(low & pool.mask[at, 0], high & pool.mask[at, 1])
            if best < 0 or hit * pool.cost[best] > most * pool.cost[at]:
                best, most = at, hit
        cost += pool.cost[best]
        low, high = low & ~pool.mask[best, 0], high & ~pool.mask[best, 1]
    return cost
