"""States of a cluster: sets of open rows as two words, which state imitates which, and states in order."""

import numpy as np

from rookery.backends.engine.frontier.pareto.tables import (
    KEPT,
    MAX_DEPTH,
    PACKINGS,
    SLOTS,
    Block,
    Pool,
    SweepState,
    TreeTables,
)
from rookery.backends.engine.kernels.bits import LOW, ONE, ZERO, lowest, ones
from rookery.backends.presolve.structure.incidence import Ints
from rookery.core.kernels.jit import inner


@inner
def size_of(low: np.uint64, high: np.uint64) -> np.int64:
    """The number of rows of a set."""
    return np.int64(ones(low) + ones(high))  # compiled, they are unsigned


@inner
def lowest_of(low: np.uint64, high: np.uint64) -> np.int64:
    """The lowest bit of a set that is not empty."""
    # One of the words has a bit: all callers ask for sets that are not empty.
    return np.int64(lowest(low)) if low else np.int64(lowest(high)) + np.int64(64)


@inner
def put_bit(table: np.ndarray, at: int, slot: int | np.int64) -> None:
    """Put a row into a set of a table, by its bit."""
    table[at, slot >> 6] |= ONE << (np.uint64(slot) & LOW)


@inner
def has_bit(table: np.ndarray, at: int, slot: int | np.int64) -> bool:
    """Return whether a set of a table holds a row."""
    return bool((table[at, slot >> 6] >> (np.uint64(slot) & LOW)) & ONE)


@inner
def clear(table: np.ndarray, at: int) -> None:
    """Empty a set of a table."""
    table[at, 0] = ZERO
    table[at, 1] = ZERO


@inner
def is_dominated(t: TreeTables, s: SweepState, low: np.uint64, high: np.uint64, cost: int) -> int:
    """The number of a kept state that imitates this one for no more, buying whole columns for what it misses; or -1."""
    pool, least = s.pool, t.least[0]
    for at in range(s.registers[KEPT]):
        # A state that costs more cannot imitate; one that costs less may buy with the difference.
        spare = cost - s.kept.cost[at]
        if spare >= 0:
            low_missed, high_missed = low & ~s.kept.mask[at, 0], high & ~s.kept.mask[at, 1]
            if imitates(pool, low_missed, high_missed, spare, least):
                return at
    return -1


@inner
def imitates(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Return whether a state can be had from one that costs less by `spare` and misses these rows."""
    if not (low or high):
        return True
    # Most states cost the same: what they miss cannot be bought at all.
    return spare >= least and may_buy(pool, low, high, spare, least) and can_buy(pool, low, high, spare, least)


@inner
def may_buy(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Return whether no packing shows that a set costs more than `spare`: each of its rows costs a column."""
    for packing in range(PACKINGS):
        # No column hits two rows of `apart`, and none costs less than `least`.
        if size_of(low & pool.apart[packing, 0], high & pool.apart[packing, 1]) * least > spare:
            return False
    return True


@inner
def can_buy(pool: Pool, low: np.uint64, high: np.uint64, spare: int, least: int) -> bool:
    """Return whether some columns hit all of a set at a cost of at most `spare`; those of the lowest row left are
    tried, one after the other.

    More than `MAX_DEPTH` columns are not tried: "no" keeps a state that would not be needed, and is never wrong.
    """
    depth = 0
    pool.rest[0, 0], pool.rest[0, 1], pool.budget[0] = low, high, spare
    pool.at[0] = pool.first[lowest_of(low, high), 0]
    while depth >= 0:
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
            # The stack has SLOTS + 1 places, far more than MAX_DEPTH.
            if left >= least and depth + 1 < MAX_DEPTH and may_buy(pool, low_left, high_left, left, least):
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
    other.mask[to, 0], other.mask[to, 1] = one.mask[at, 0], one.mask[at, 1]
    other.cost[to], other.left[to], other.right[to] = one.cost[at], one.left[at], one.right[at]
    for place in range(one.bought.shape[1]):
        other.bought[to, place] = one.bought[at, place]


@inner
def swap_states(block: Block, one: int, other: int) -> None:
    """Let two states change places, so that one that imitates many is compared sooner."""
    for word in range(2):
        block.mask[one, word], block.mask[other, word] = block.mask[other, word], block.mask[one, word]
    block.cost[one], block.cost[other] = block.cost[other], block.cost[one]
    block.left[one], block.left[other] = block.left[other], block.left[one]
    block.right[one], block.right[other] = block.right[other], block.right[one]
    for place in range(block.bought.shape[1]):
        block.bought[one, place], block.bought[other, place] = block.bought[other, place], block.bought[one, place]
