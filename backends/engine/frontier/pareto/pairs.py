"""Pairs of states of two clusters, and what they buy where rows are closed."""

import numpy as np

from rookery.backends.engine.frontier.pareto.node import stop_for_room
from rookery.backends.engine.frontier.pareto.states import imitates, lowest_of, size_of
from rookery.backends.engine.frontier.pareto.tables import (
    ALL,
    AT,
    CLOSED,
    CLOSING,
    COUNT,
    END,
    FIRST,
    FULL_NEW,
    LAST,
    LIMIT,
    MAX_CLOSED,
    OPEN,
    OTHER,
    OTHER_END,
    PHASE,
    SORT,
    USEFUL,
    Pool,
    SweepState,
    TreeTables,
)
from rookery.core.kernels.jit import inner


@inner
def pair_states(t: TreeTables, s: SweepState, steps: int) -> int:
    """Pair states of the two clusters on top for `steps` steps: for each of the smaller cluster, those of the other."""
    r, done = s.registers, 0
    while done + s.pool.tried[0] < steps:
        # OTHER runs over the smaller cluster, AT over the larger one from FIRST; both are sorted by cost, so the first
        # that is too dear ends its run.
        one, other = r[FIRST] + r[AT], r[OTHER]
        if other == r[OTHER_END] or s.cost[other] > r[LIMIT]:
            r[PHASE], r[LAST] = SORT, 1
            return done
        done += 1
        if one == r[END] or s.cost[one] + s.cost[other] > r[LIMIT]:
            r[OTHER] += 1
            r[AT], r[USEFUL] = 0, 0
            continue
        if is_needless(t, s, one, other):
            # `is_needless` has looked at no more than USEFUL states.
            done += r[USEFUL]
            r[AT] += 1
            continue
        before = r[COUNT]
        spent = join_pair(t, s, one, other)
        if spent == 0:
            make_room(s, before)
            return done
        # Each state of the larger cluster is noted once at most for an `other`: USEFUL <= AT, within the array.
        s.useful[r[USEFUL]] = one
        r[USEFUL] += 1
        r[AT] += 1
        done += spent + r[USEFUL]
    return done


@inner
def is_needless(t: TreeTables, s: SweepState, one: int, other: int) -> bool:
    """Return whether a cheaper state of its cluster imitates one; it need not buy what the `other` one hits."""
    low, high = s.mask[one, 0] & ~s.mask[other, 0], s.mask[one, 1] & ~s.mask[other, 1]
    for at in range(s.registers[USEFUL]):
        # Those of use were met before, in the order of cost: they cost no more than `one`.
        cheaper = s.useful[at]
        low_missed, high_missed = low & ~s.mask[cheaper, 0], high & ~s.mask[cheaper, 1]
        if imitates(s.pool, low_missed, high_missed, s.cost[one] - s.cost[cheaper], t.least[0]):
            return True
    return False


@inner
def make_room(s: SweepState, before: int) -> None:
    """Compare what was noted before a pair that had no room; if that is nothing, the pair needs more room."""
    s.registers[COUNT] = before
    if before:
        s.registers[PHASE] = SORT
    else:
        stop_for_room(s, FULL_NEW)


@inner
def join_pair(t: TreeTables, s: SweepState, one: int, other: int) -> int:
    """Note the results of a pair of states: each way to buy the closed rows that it misses.

    Returns the number of steps that took, 0 if there was no room.
    """
    pool, least, most = s.pool, t.least[0], s.registers[MAX_CLOSED]
    low, high = s.mask[one, 0] | s.mask[other, 0], s.mask[one, 1] | s.mask[other, 1]
    cost = s.cost[one] + s.cost[other]
    closing = s.registers[CLOSING]
    missed = count_missed(pool, low, high) if closing else np.int64(0)
    if missed == 0:
        return push_pair(s, OPEN if closing else ALL, low, high, cost, 0)
    # A column hits at most MAX_CLOSED of the rows that are closed and costs `least` or more: what is missed cannot be
    # bought within LIMIT.
    if missed * least > most * (s.registers[LIMIT] - cost):
        return 1
    depth, done = 0, 1
    pool.rest[0, 0], pool.rest[0, 1], pool.budget[0] = low, high, cost
    pool.at[0] = pool.first[lowest_missed(pool, low, high), 0]
    while depth >= 0:
        done += 1
        low, high, cost = pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth]
        at, end = pool.at[depth], pool.first[lowest_missed(pool, low, high), 1]
        if at == end:
            depth -= 1
            continue
        # `push_pair` reads the column that is being tried as `at - 1`.
        pool.at[depth] = at + 1
        low, high, cost = low | pool.mask[at, 0], high | pool.mask[at, 1], cost + pool.cost[at]
        missed = count_missed(pool, low, high)
        if missed * least <= most * (s.registers[LIMIT] - cost):
            if missed == 0:
                if not push_pair(s, OPEN, low, high, cost, depth + 1):
                    return 0
            else:
                # Each level hits one more of the rows that are closed: no more levels than rows, at most `SLOTS`, and
                # the stack has SLOTS + 1.
                depth += 1
                pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth] = low, high, cost
                pool.at[depth] = pool.first[lowest_missed(pool, low, high), 0]
    return done


@inner
def count_missed(pool: Pool, low: np.uint64, high: np.uint64) -> np.int64:
    """The number of closed rows that a set misses."""
    return size_of(pool.known[CLOSED, 0] & ~low, pool.known[CLOSED, 1] & ~high)


@inner
def lowest_missed(pool: Pool, low: np.uint64, high: np.uint64) -> np.int64:
    """The lowest of the rows that are closed which a set misses."""
    return lowest_of(pool.known[CLOSED, 0] & ~low, pool.known[CLOSED, 1] & ~high)


@inner
def push_pair(s: SweepState, known: int, low: np.uint64, high: np.uint64, cost: int, depth: int) -> int:
    """Note the state of a pair, reduced to rows of the node, with as many columns as were bought for it; 0: no room."""
    at, new, pool = s.registers[COUNT], s.new, s.pool
    one, other = s.registers[FIRST] + s.registers[AT], s.registers[OTHER]
    if at == len(new.cost):
        return 0
    new.mask[at, 0], new.mask[at, 1] = low & pool.known[known, 0], high & pool.known[known, 1]
    new.cost[at], new.left[at], new.right[at] = cost, s.record[one], s.record[other]
    for place in range(new.bought.shape[1]):
        # depth <= the rows closed at once, the width of `bought`: each column bought hits the lowest row that was
        # missed.
        new.bought[at, place] = pool.column[pool.at[place] - 1] if place < depth else -1
    s.registers[COUNT] += 1
    return 1
