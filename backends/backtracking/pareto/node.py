"""The beginning of a join: which rows are open, which columns hit them, and what a state of use costs at most."""

import numpy as np

from rookery.backends.backtracking.kernels.bits import ONE
from rookery.backends.backtracking.pareto.cover import buy_greedily
from rookery.backends.backtracking.pareto.masks import clear, lowest_of, put_bit, size_of
from rookery.backends.backtracking.pareto.state import (
    ALL,
    AT,
    BEST,
    CLOSED,
    CLOSING,
    COUNT,
    DEPTH,
    END,
    FIRST,
    FLUSHES,
    FULL_STACK,
    JOINS,
    KEPT,
    LAST,
    LIMIT,
    MOST_CLOSED,
    NO_LIMIT,
    NODE,
    OPEN,
    OTHER,
    OTHER_END,
    OVER,
    PACKINGS,
    PAIR,
    PHASE,
    RESUME,
    SIFTED,
    STAMP,
    USEFUL,
    Pool,
    SweepState,
)
from rookery.backends.backtracking.pareto.tables import SCALE, Sweep
from rookery.models.kernels.jit import inner

TRIES = 3  # states of each side from which a limit is sought


@inner
def begin_join(t: Sweep, s: SweepState) -> int:
    """Make ready what a join of the two clusters on top needs; how much work that was."""
    r = s.registers
    if r[NODE] == len(t.closing):
        r[PHASE] = OVER
        return 1
    if r[JOINS] == 0:
        if s.first[r[DEPTH]] + 2 > len(s.cost):
            stop_for_room(s, FULL_STACK)
            return 1
        for _ in range(t.children[r[NODE]], 2):
            push_nothing(s)
        r[JOINS] = max(1, t.children[r[NODE]] - 1)
        open_rows(t, s)
        list_columns(t, s)
    r[CLOSING] = r[JOINS] == 1
    for register in (AT, USEFUL, COUNT, SIFTED, KEPT, FLUSHES, LAST):
        r[register] = 0
    left, right, end = s.first[r[DEPTH] - 2], s.first[r[DEPTH] - 1], s.first[r[DEPTH]]
    if right - left >= end - right:
        r[FIRST], r[END], r[OTHER], r[OTHER_END] = left, right, right, end
    else:
        r[FIRST], r[END], r[OTHER], r[OTHER_END] = right, end, left, right
    r[LIMIT] = min(find_limit(s), limit_of_best(t, s))
    r[PHASE] = PAIR
    return 64


@inner
def stop_for_room(s: SweepState, phase: int) -> None:
    """Say which arrays are full; the sweep goes on where it was once they are larger."""
    s.registers[RESUME], s.registers[PHASE] = s.registers[PHASE], phase


@inner
def push_nothing(s: SweepState) -> None:
    """Push the cluster of no columns: it hits nothing and costs nothing."""
    r = s.registers
    top = s.first[r[DEPTH]]
    clear(s.mask, top)
    s.cost[top], s.record[top] = 0, -1
    s.base[r[DEPTH]] = 0
    r[DEPTH] += 1
    s.first[r[DEPTH]] = top + 1


@inner
def open_rows(t: Sweep, s: SweepState) -> None:
    """Mark the rows of the node: those that are closed, and those that are open after it."""
    r, pool = s.registers, s.pool
    r[STAMP] += 1
    first, end = t.first_of[r[NODE]], t.first_of[r[NODE] + 1]
    for mask in range(3):
        clear(pool.known, mask)
    for at in range(first, end):
        row = t.rows_of[at]
        pool.seen[row] = r[STAMP]
        pool.dual[t.slot[row]] = t.dual[row]
        put_bit(pool.known, ALL, t.slot[row])
        put_bit(pool.known, CLOSED if at < first + t.closing[r[NODE]] else OPEN, t.slot[row])


@inner
def list_columns(t: Sweep, s: SweepState) -> None:
    """List the columns of each row of the node, without those that another one makes needless."""
    node, used = s.registers[NODE], 0
    s.registers[MOST_CLOSED] = 1
    for at in range(t.first_of[node], t.first_of[node + 1]):
        used = list_columns_of(t, s, t.rows_of[at], used)
    pack_rows(s.pool)


@inner
def list_columns_of(t: Sweep, s: SweepState, row: int, first: int) -> int:
    """List the columns of a row from a place on; returns the place after them."""
    pool, end = s.pool, first
    for at in range(t.columns_first[row], t.columns_first[row + 1]):
        column = t.columns[at]
        clear(pool.mask, end)
        for other in range(t.rows_first[column], t.rows_first[column + 1]):
            if pool.seen[t.rows[other]] == s.registers[STAMP]:
                put_bit(pool.mask, end, t.slot[t.rows[other]])
        pool.cost[end], pool.column[end] = t.weight[column], column
        end = keep_useful(s, first, end)
    for at in range(first, end):
        s.registers[MOST_CLOSED] = max(s.registers[MOST_CLOSED], count_hit(pool, at, CLOSED))
    slot = t.slot[row]
    clear(pool.near, slot)
    for at in range(first, end):
        pool.near[slot, 0] |= pool.mask[at, 0]
        pool.near[slot, 1] |= pool.mask[at, 1]
    pool.first[slot, 0], pool.first[slot, 1] = first, end
    return int(end)


@inner
def pack_rows(pool: Pool) -> None:
    """Find sets of rows no two of which share a column: a set costs at least as many columns as it has of each.

    Each begins with the open rows that stand in none before it.
    """
    low_rest, high_rest = pool.known[OPEN, 0], pool.known[OPEN, 1]
    for packing in range(PACKINGS):
        clear(pool.apart, packing)
        low, high = pool.known[ALL, 0], pool.known[ALL, 1]
        while low or high:
            slot = lowest_of(low, high)
            if (low & low_rest) or (high & high_rest):
                slot = lowest_of(low & low_rest, high & high_rest)
            elif (low & pool.known[OPEN, 0]) or (high & pool.known[OPEN, 1]):
                slot = lowest_of(low & pool.known[OPEN, 0], high & pool.known[OPEN, 1])
            put_bit(pool.apart, packing, slot)
            low, high = low & ~pool.near[slot, 0], high & ~pool.near[slot, 1]
        low_rest, high_rest = low_rest & ~pool.apart[packing, 0], high_rest & ~pool.apart[packing, 1]


@inner
def count_hit(pool: Pool, at: int, known: int) -> np.int64:
    """How many rows of a set that is known a listed column hits."""
    return size_of(pool.mask[at, 0] & pool.known[known, 0], pool.mask[at, 1] & pool.known[known, 1])


@inner
def keep_useful(s: SweepState, first: int, last: int) -> int:
    """Keep the last column of a list unless another one hits as much for no more, and drop those that it replaces."""
    pool = s.pool
    for at in range(first, last):
        if replaces(s, at, last):
            return last
    end = first
    for at in range(first, last + 1):
        if at == last or not replaces(s, last, at):
            pool.mask[end, 0], pool.mask[end, 1] = pool.mask[at, 0], pool.mask[at, 1]
            pool.cost[end], pool.column[end] = pool.cost[at], pool.column[at]
            end += 1
    return int(end)


@inner
def replaces(s: SweepState, one: int, other: int) -> bool:
    """Whether a listed column hits all that another one hits, and costs no more."""
    mask = s.pool.mask
    missed = (mask[other, 0] & ~mask[one, 0]) | (mask[other, 1] & ~mask[one, 1])
    return s.pool.cost[one] <= s.pool.cost[other] and not missed


@inner
def find_limit(s: SweepState) -> int:
    """The least that hits all open rows, of some cheap pairs and a greedy cover: what costs more is of no use."""
    r = s.registers
    left, right, end = s.first[r[DEPTH] - 2], s.first[r[DEPTH] - 1], s.first[r[DEPTH]]
    found = NO_LIMIT
    for one in range(left, min(right, left + TRIES)):
        for other in range(right, min(end, right + TRIES)):
            low = s.pool.known[ALL, 0] & ~(s.mask[one, 0] | s.mask[other, 0])
            high = s.pool.known[ALL, 1] & ~(s.mask[one, 1] | s.mask[other, 1])
            found = min(found, s.cost[one] + s.cost[other] + buy_greedily(s, low, high))
    return int(found)


@inner
def limit_of_best(t: Sweep, s: SweepState) -> int:
    """What a state costs at most that may lead to less than the best, by what the rows outside cost at least."""
    r = s.registers
    if r[BEST] == NO_LIMIT or r[CLOSING] == 0:
        return NO_LIMIT
    scale = t.numbers[SCALE]
    return int((r[BEST] * scale - 1 - t.outside[r[NODE]]) // scale - s.base[r[DEPTH] - 2] - s.base[r[DEPTH] - 1])


@inner
def is_too_dear(t: Sweep, s: SweepState, low: np.uint64, high: np.uint64, cost: int) -> bool:
    """Whether a state cannot lead to less than the best: rows that it does not hit cost their dual value at least."""
    r = s.registers
    if r[BEST] == NO_LIMIT or r[CLOSING] == 0:
        return False
    scale = t.numbers[SCALE]
    room = (r[BEST] - s.base[r[DEPTH] - 2] - s.base[r[DEPTH] - 1] - cost) * scale - 1 - t.outside[r[NODE]]
    low, high = s.pool.known[OPEN, 0] & ~low, s.pool.known[OPEN, 1] & ~high
    while room >= 0 and (low or high):
        room -= s.pool.dual[lowest_of(low, high)]
        if low:
            low &= low - ONE
        else:
            high &= high - ONE
    return bool(room < 0)
