"""The sweep: clusters are joined node by node, and only states stay that no cheaper state can imitate."""

import numpy as np

from rookery.backends.backtracking.pareto.cover import imitates, is_dominated
from rookery.backends.backtracking.pareto.masks import lowest_of, size_of
from rookery.backends.backtracking.pareto.node import begin_join, is_too_dear, stop_for_room
from rookery.backends.backtracking.pareto.sorting import sort_states
from rookery.backends.backtracking.pareto.state import (
    ALL,
    AT,
    BEAM,
    BEGIN,
    CLOSED,
    CLOSING,
    COUNT,
    CUT,
    DEPTH,
    END,
    FINISH,
    FIRST,
    FLUSHES,
    FULL_HISTORY,
    FULL_KEPT,
    FULL_NEW,
    FULL_STACK,
    HISTORY,
    JOINS,
    KEPT,
    LAST,
    LIMIT,
    MOST_CLOSED,
    NODE,
    OPEN,
    OTHER,
    OTHER_END,
    OVER,
    PAIR,
    PEAK,
    PHASE,
    SIFT,
    SIFTED,
    SORT,
    STATES,
    USEFUL,
    Pool,
    SweepState,
)
from rookery.backends.backtracking.pareto.tables import LEAST, Sweep
from rookery.models.kernels.jit import entry, inner

AGAIN = 2  # `LAST` while all that was kept is compared once more


@entry("the sweep over a tree of clusters")
def sweep(t: Sweep, s: SweepState, steps: int) -> None:
    """Go on for about so many steps; the register `PHASE` says what is next, or what has no room."""
    left = steps
    while left > 0:
        phase = s.registers[PHASE]
        if phase == BEGIN:
            left -= begin_join(t, s)
        elif phase == PAIR:
            left -= pair_states(t, s, left)
        elif phase == SORT:
            left -= sort_new(s)
        elif phase == SIFT:
            left -= sift(t, s, left)
        elif phase == FINISH:
            left -= finish_join(s)
        else:
            return


@inner
def pair_states(t: Sweep, s: SweepState, steps: int) -> int:
    """Pair states of the two clusters on top for so many steps: for each of the smaller cluster, those of the other."""
    r, done = s.registers, 0
    while done < steps:
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
            done += r[USEFUL]
            r[AT] += 1
            continue
        before = r[COUNT]
        spent = join_pair(t, s, one, other)
        if spent == 0:
            make_room(s, before)
            return done
        s.useful[r[USEFUL]] = one
        r[USEFUL] += 1
        r[AT] += 1
        done += spent + r[USEFUL]
    return done


@inner
def is_needless(t: Sweep, s: SweepState, one: int, other: int) -> bool:
    """Whether a state is imitated by a cheaper one of its cluster where the rows that `other` hits need not be bought."""
    low, high = s.mask[one, 0] & ~s.mask[other, 0], s.mask[one, 1] & ~s.mask[other, 1]
    for at in range(s.registers[USEFUL]):
        cheaper = s.useful[at]
        low_missed, high_missed = low & ~s.mask[cheaper, 0], high & ~s.mask[cheaper, 1]
        if imitates(s.pool, low_missed, high_missed, s.cost[one] - s.cost[cheaper], t.numbers[LEAST]):
            return True
    return False


@inner
def make_room(s: SweepState, before: int) -> None:
    """Compare what was noted before a pair that had no room; where that is nothing, the pair needs more room."""
    s.registers[COUNT] = before
    if before:
        s.registers[PHASE] = SORT
    else:
        stop_for_room(s, FULL_NEW)


@inner
def join_pair(t: Sweep, s: SweepState, one: int, other: int) -> int:
    """Note what a pair of states makes: each way to buy what it misses of the rows that are closed.

    Returns how many steps that took, 0 where there was no room.
    """
    pool, least, most = s.pool, t.numbers[LEAST], s.registers[MOST_CLOSED]
    low, high = s.mask[one, 0] | s.mask[other, 0], s.mask[one, 1] | s.mask[other, 1]
    cost = s.cost[one] + s.cost[other]
    closing = s.registers[CLOSING]
    missed = count_missed(pool, low, high) if closing else np.int64(0)
    if missed == 0:
        return note(s, OPEN if closing else ALL, low, high, cost, one, other, 0)
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
        pool.at[depth] = at + 1
        low, high, cost = low | pool.mask[at, 0], high | pool.mask[at, 1], cost + pool.cost[at]
        missed = count_missed(pool, low, high)
        if missed * least <= most * (s.registers[LIMIT] - cost):
            if missed == 0:
                if not note(s, OPEN, low, high, cost, one, other, depth + 1):
                    return 0
            else:
                depth += 1
                pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth] = low, high, cost
                pool.at[depth] = pool.first[lowest_missed(pool, low, high), 0]
    return done


@inner
def count_missed(pool: Pool, low: np.uint64, high: np.uint64) -> np.int64:
    """How many of the rows that are closed a set misses."""
    return size_of(pool.known[CLOSED, 0] & ~low, pool.known[CLOSED, 1] & ~high)


@inner
def lowest_missed(pool: Pool, low: np.uint64, high: np.uint64) -> np.int64:
    """The lowest of the rows that are closed which a set misses."""
    return lowest_of(pool.known[CLOSED, 0] & ~low, pool.known[CLOSED, 1] & ~high)


@inner
def note(
    s: SweepState, known: int, low: np.uint64, high: np.uint64, cost: int, one: int, other: int, depth: int
) -> int:
    """Note a new state, reduced to the rows that are open, with as many columns as were bought for it; 0: no room."""
    at, new, pool = s.registers[COUNT], s.new, s.pool
    if at == len(new.cost):
        return 0
    new.mask[at, 0], new.mask[at, 1] = low & pool.known[known, 0], high & pool.known[known, 1]
    new.cost[at], new.left[at], new.right[at] = cost, s.record[one], s.record[other]
    for place in range(new.bought.shape[1]):
        new.bought[at, place] = pool.column[pool.at[place] - 1] if place < depth else -1
    s.registers[COUNT] += 1
    return 1


@inner
def sort_new(s: SweepState) -> int:
    """Sort the new states: the cheapest first, of those the ones that hit most."""
    r = s.registers
    sort_states(s.new, r[COUNT], s.key, s.order)
    r[SIFTED], r[PHASE] = 0, SIFT
    r[STATES] += r[COUNT]
    return int(r[COUNT]) * 8 + 1


@inner
def sift(t: Sweep, s: SweepState, steps: int) -> int:
    """Keep the new states that no kept one imitates."""
    r, done = s.registers, 0
    while r[SIFTED] < r[COUNT]:
        if done > steps:
            return done
        at = s.order[r[SIFTED]]
        low, high, cost = s.new.mask[at, 0], s.new.mask[at, 1], s.new.cost[at]
        done += 1
        if cost <= r[LIMIT]:
            by = is_dominated(t, s, low, high, cost)
            done += by if by >= 0 else r[KEPT]
            if by > 8:
                swap(s.kept, by, by >> 1)
            elif by < 0 and not is_too_dear(t, s, low, high, cost):
                if r[KEPT] == len(s.kept.cost):
                    stop_for_room(s, FULL_KEPT)
                    return done
                copy(s.new, at, s.kept, r[KEPT])
                r[KEPT] += 1
        r[SIFTED] += 1
    leave_sifting(s)
    return done


@inner
def leave_sifting(s: SweepState) -> None:
    """Go on with more pairs; or, after several rounds, compare all that was kept once more; or end the join."""
    r = s.registers
    r[COUNT] = 0
    r[FLUSHES] += 1
    if r[LAST] == 0:
        r[PHASE] = PAIR
    elif r[LAST] == AGAIN or r[FLUSHES] == 1:
        r[PHASE] = FINISH
    elif r[KEPT] > len(s.new.cost):
        stop_for_room(s, FULL_NEW)
        r[FLUSHES] -= 1
    else:
        for at in range(r[KEPT]):
            copy(s.kept, at, s.new, at)
        r[COUNT], r[KEPT], r[LAST], r[PHASE] = r[KEPT], 0, AGAIN, SORT


@inner
def finish_join(s: SweepState) -> int:
    """Put the kept states in the place of the two clusters, cheapest first, each with a record of where it is from."""
    r = s.registers
    first, kept = s.first[r[DEPTH] - 2], r[KEPT]
    if kept > len(s.order):
        stop_for_room(s, FULL_NEW)
    elif first + kept > len(s.cost):
        stop_for_room(s, FULL_STACK)
    elif r[HISTORY] + kept * s.kept.bought.shape[1] > len(s.history):
        stop_for_room(s, FULL_HISTORY)
    elif kept == 0:
        r[DEPTH] -= 2
        r[PHASE] = OVER
    else:
        sort_states(s.kept, kept, s.key, s.order)
        replace_clusters(s, first, min(kept, r[BEAM]))
        r[CUT] |= kept > r[BEAM]
        r[PEAK] = max(r[PEAK], kept)
        r[JOINS] -= 1
        r[NODE] += r[JOINS] == 0
        r[PHASE] = BEGIN
    return int(kept) * 8 + 1


@inner
def replace_clusters(s: SweepState, first: int, kept: int) -> None:
    """Write so many kept states where the two clusters on top were."""
    r = s.registers
    least = s.kept.cost[s.order[0]]
    for place in range(kept):
        at = s.order[place]
        s.mask[first + place, 0], s.mask[first + place, 1] = s.kept.mask[at, 0], s.kept.mask[at, 1]
        s.cost[first + place] = s.kept.cost[at] - least
        s.record[first + place] = make_record(s, at)
    r[DEPTH] -= 1
    s.first[r[DEPTH]] = first + kept
    s.base[r[DEPTH] - 1] += s.base[r[DEPTH]] + least


@inner
def make_record(s: SweepState, at: int) -> int:
    """The number of the record of a kept state: the one there is where nothing is added to it, else a new one."""
    left, right, place = s.kept.left[at], s.kept.right[at], 0
    while (left >= 0 and right >= 0) or (place < s.kept.bought.shape[1] and s.kept.bought[at, place] >= 0):
        record = s.registers[HISTORY]
        s.history[record, 0], s.history[record, 1] = left, right
        s.history[record, 2] = s.kept.bought[at, place] if place < s.kept.bought.shape[1] else -1
        s.registers[HISTORY] += 1
        left, right, place = record, -1, place + 1
    return int(max(left, right))


@inner
def copy(one: tuple, at: int, other: tuple, to: int) -> None:  # type: ignore[type-arg]
    """Copy a state from one block to another."""
    other.mask[to, 0], other.mask[to, 1] = one.mask[at, 0], one.mask[at, 1]
    other.cost[to], other.left[to], other.right[to] = one.cost[at], one.left[at], one.right[at]
    for place in range(one.bought.shape[1]):
        other.bought[to, place] = one.bought[at, place]


@inner
def swap(block: tuple, one: int, other: int) -> None:  # type: ignore[type-arg]
    """Let two states change places, so that one that imitates many is compared sooner."""
    for word in range(2):
        block.mask[one, word], block.mask[other, word] = block.mask[other, word], block.mask[one, word]
    block.cost[one], block.cost[other] = block.cost[other], block.cost[one]
    block.left[one], block.left[other] = block.left[other], block.left[one]
    block.right[one], block.right[other] = block.right[other], block.right[one]
    for place in range(block.bought.shape[1]):
        block.bought[one, place], block.bought[other, place] = block.bought[other, place], block.bought[one, place]
