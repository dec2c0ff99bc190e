"""States of a cluster: sets of open rows as two words, which state imitates which, and states in order."""

import numpy as np

from rookery.backends.engine.kernels.bits import LOW, ONE, ZERO, lowest, ones
from rookery.backends.engine.pareto.tables import (
    BUYING,
    CLOSED,
    MAX_DEPTH,
    SLOTS,
    Block,
    Pool,
    SweepState,
    TreeTables,
)
from rookery.backends.presolve.structure.incidence import Ints
from rookery.core.kernels.kernel import inner


@inner
def size_of(low: np.uint64, high: np.uint64) -> np.int64:
    """Return the number of rows of a set."""
    return np.int64(ones(low) + ones(high))  # compiled, they are unsigned


@inner
def lowest_of(low: np.uint64, high: np.uint64) -> np.int64:
    """Return the lowest bit of a set that is not empty."""
    # One of the words has a bit: all callers ask for sets that are not empty.
    return np.int64(lowest(low)) if low else np.int64(lowest(high)) + np.int64(64)


@inner
def put_bit(table: np.ndarray, at: int, slot: int | np.int64) -> None:
    """Put a row into a set of a table, by its bit."""
    table[at, slot >> 6] |= ONE << (np.uint64(slot) & LOW)


@inner
def clear(table: np.ndarray, at: int) -> None:
    """Empty a set of a table."""
    table[at, 0] = ZERO
    table[at, 1] = ZERO


@inner
def is_hopeless(t: TreeTables, s: SweepState, low: np.uint64, high: np.uint64, cost: int) -> bool:
    """Return whether what is made of a pair costs too much, with the least that the closed rows it misses cost."""
    pool, spare = s.pool, s.join.limit[0] - cost
    if spare < 0 or not s.join.closing[0]:
        return bool(spare < 0)
    return costs_more(pool, pool.known[CLOSED, 0] & ~low, pool.known[CLOSED, 1] & ~high, spare, t.least)


@inner
def find_imitator(t: TreeTables, s: SweepState, low: np.uint64, high: np.uint64, cost: int) -> int:
    """Return the number of a kept state that imitates this one for no more, or -1.

    It may buy whole columns for what it misses.
    """
    for at in range(s.join.kept[0]):
        # A state that costs more cannot imitate; one that costs less may buy with the difference.
        spare = cost - s.kept.cost[at]
        if spare >= 0:
            low_missed, high_missed = low & ~s.kept.mask[at, 0], high & ~s.kept.mask[at, 1]
            if imitates(s.pool, low_missed, high_missed, spare, t.least):
                return at
    return -1


@inner
def imitates(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Return whether a state can be had from one that costs less by `spare` and misses these rows."""
    if not (low or high):
        return True
    # Most states cost the same: what they miss cannot be bought at all.
    return spare >= least and not costs_more(pool, low, high, spare, least) and can_buy(pool, low, high, spare, least)


@inner
def costs_more(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Return whether to hit a set costs more than `spare`, by rows of it no two of which share a column.

    They are taken one after the other, each the lowest that shares no column with those before it.
    """
    # None of their columns costs less than `least`. `near` holds a row itself: the set shrinks.
    while low or high:
        spare -= least
        if spare < 0:
            return True
        slot = lowest_of(low, high)
        low, high = low & ~pool.near[slot, 0], high & ~pool.near[slot, 1]
    return False


@inner
def can_buy(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Return whether some columns hit all of a set at a cost of at most `spare`; those of the lowest row left are
    tried, one after the other.

    More than `MAX_DEPTH` columns are not tried: "no" keeps a state that would not be needed, and is never wrong.
    """
    depth = BUYING
    pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth] = low, high, spare
    pool.at[depth] = pool.first[lowest_of(low, high), 0]
    while depth >= BUYING:
        low, high, spare = pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth]
        # A set on the stack is not empty: an empty one was answered before it was put there.
        at, end = pool.at[depth], pool.first[lowest_of(low, high), 1]
        depth -= 1
        while at < end:
            pool.tried[0] += 1
            left = spare - pool.cost[at]
            low_left, high_left = low & ~pool.mask[at, 0], high & ~pool.mask[at, 1]
            at += 1
            if left >= 0 and not (low_left or high_left):
                return True
            # The stack has BUYING + MAX_DEPTH places.
            if left < least or depth + 1 >= BUYING + MAX_DEPTH:
                continue
            if not costs_more(pool, low_left, high_left, left, least):
                pool.at[depth + 1] = at
                depth += 2
                pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth] = low_left, high_left, left
                pool.at[depth] = pool.first[lowest_of(low_left, high_left), 0]
                break
    return False


@inner
def buy_greedily(s: SweepState, low: np.uint64, high: np.uint64) -> int:
    """Cost of a cover of a set that buys for the lowest remaining row the column that hits the most for its weight."""
    pool, cost = s.pool, 0
    while low or high:
        # A row has a column, and each of its columns hits it: `best` is found, and the set shrinks.
        slot = lowest_of(low, high)
        best, most = -1, np.int64(0)
        for at in range(pool.first[slot, 0], pool.first[slot, 1]):
            hit = size_of(low & pool.mask[at, 0], high & pool.mask[at, 1])
            # hit / cost[at] > most / cost[best], multiplied out: at most 128 rows times a cost below 2 ** 55
            if best < 0 or hit * pool.cost[best] > most * pool.cost[at]:
                best, most = at, hit
        cost += pool.cost[best]
        low, high = low & ~pool.mask[best, 0], high & ~pool.mask[best, 1]
    return cost


@inner
def sort_states(block: Block, count: int, key: Ints, order: Ints) -> None:
    """Sort the numbers of `count` states into `order`: by cost, at equal cost those that hit most first."""
    for at in range(count):
        order[at] = at
        key[at] = SLOTS - size_of(block.mask[at, 0], block.mask[at, 1])
    # The top of the heap comes last of all: it goes to the end, and the heap becomes shorter by one.
    for top in range(count // 2 - 1, -1, -1):
        sink(block, key, order, top, count)
    for end in range(count - 1, 0, -1):
        order[0], order[end] = order[end], order[0]
        sink(block, key, order, 0, end)


@inner
def sink(block: Block, key: Ints, order: Ints, top: int, end: int) -> None:
    """Let an entry of a heap sink below all that come after it."""
    at, one = top, order[top]
    while True:
        child = 2 * at + 1
        if child >= end:
            break
        if child + 1 < end and comes_before(block, key, order[child], order[child + 1]):
            child += 1
        if not comes_before(block, key, one, order[child]):
            break
        order[at] = order[child]
        at = child
    order[at] = one


@inner
def comes_before(block: Block, key: Ints, one: int, other: int) -> bool:
    """Return whether a state comes before another: it costs less, or as much and hits more, or was there first."""
    if block.cost[one] != block.cost[other]:
        return bool(block.cost[one] < block.cost[other])
    return bool(key[one] < key[other] or (key[one] == key[other] and one < other))


@inner
def copy_state(one: Block, at: int, other: Block, to: int) -> None:
    """Copy a state from one block to another."""
    other.mask[to, 0], other.mask[to, 1], other.cost[to] = one.mask[at, 0], one.mask[at, 1], one.cost[at]
    for place in range(one.origin.shape[1]):
        other.origin[to, place] = one.origin[at, place]
