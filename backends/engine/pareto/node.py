"""The beginning and the end of a join.

The beginning finds the open rows, the columns that hit them, and the most that a state of use may cost. The end puts
the kept states in the place of the two clusters.
"""

import numpy as np

from rookery.backends.engine.pareto.states import buy_greedily, clear, put_bit, sort_states
from rookery.backends.engine.pareto.tables import (
    ALL,
    BEGIN,
    CLOSED,
    HISTORY,
    NEW,
    NO_LIMIT,
    OPEN,
    OVER,
    PAIR,
    STACK,
    SweepState,
    TreeTables,
)
from rookery.core.kernels.kernel import inner

TRIES = 8  # states of each side from which a limit is sought


@inner
def begin_join(t: TreeTables, s: SweepState) -> int:
    """Prepare the join of the two clusters on top; return the steps that took."""
    j = s.join
    if s.node[0] == len(t.closing):
        s.phase[0] = OVER
        return 1
    if s.joins[0] == 0:
        if s.first[s.depth[0]] + 2 > len(s.cost):
            s.full[0] = STACK
            return 1
        for _ in range(t.children[s.node[0]], 2):
            push_nothing(s)
        # Nodes come children before parents, so the clusters of the children lie on top; a node with fewer than two is
        # given empty ones.
        s.joins[0] = max(1, t.children[s.node[0]] - 1)
        open_rows(t, s)
        list_columns(t, s)
    j.closing[0] = s.joins[0] == 1
    j.at[0] = j.made[0] = j.kept[0] = j.last[0] = 0
    left, right, end = s.first[s.depth[0] - 2], s.first[s.depth[0] - 1], s.first[s.depth[0]]
    if right - left >= end - right:
        j.first[0], j.end[0], j.other[0], j.other_end[0] = left, right, right, end
    else:
        j.first[0], j.end[0], j.other[0], j.other_end[0] = right, end, left, right
    j.limit[0] = min(find_limit(s), limit_of_best(t, s))
    s.phase[0] = PAIR
    return 64


@inner
def push_nothing(s: SweepState) -> None:
    """Push the cluster of no columns: it hits nothing and costs nothing."""
    # `begin_join` has seen room for two more states; `first` and `base` have four places more than there are nodes.
    top = s.first[s.depth[0]]
    clear(s.mask, top)
    s.cost[top], s.record[top] = 0, -1
    s.base[s.depth[0]] = 0
    s.depth[0] += 1
    s.first[s.depth[0]] = top + 1


@inner
def open_rows(t: TreeTables, s: SweepState) -> None:
    """Mark the rows of the node: those that are closed, and those that are open after it."""
    pool = s.pool
    s.stamp[0] += 1
    first, end = t.first_of[s.node[0]], t.first_of[s.node[0] + 1]
    for mask in range(3):
        clear(pool.known, mask)
    for at in range(first, end):
        row = t.rows_of[at]
        # The stamp rises with each node: older marks never equal it, and need no clearing.
        pool.seen[row] = s.stamp[0]
        put_bit(pool.known, ALL, t.slot[row])
        put_bit(pool.known, CLOSED if at < first + t.closing[s.node[0]] else OPEN, t.slot[row])


@inner
def list_columns(t: TreeTables, s: SweepState) -> None:
    """List the columns of each row of the node, without those that another one makes needless."""
    node, used = s.node[0], 0
    for at in range(t.first_of[node], t.first_of[node + 1]):
        used = list_columns_of(t, s, t.rows_of[at], used)


@inner
def list_columns_of(t: TreeTables, s: SweepState, row: int, first: int) -> int:
    """List the columns of a row from a place on; returns the place after them."""
    pool, end = s.pool, first
    for at in range(t.columns_first[row], t.columns_first[row + 1]):
        column = t.columns[at]
        clear(pool.mask, end)
        for other in range(t.rows_first[column], t.rows_first[column + 1]):
            if pool.seen[t.rows[other]] == s.stamp[0]:
                put_bit(pool.mask, end, t.slot[t.rows[other]])
        # `make_state` has room for the most columns of a row, for each of 128 rows; a node opens no more than that.
        pool.cost[end], pool.column[end] = t.weight[column], column
        end = keep_useful(s, first, end)
    slot = t.slot[row]
    clear(pool.near, slot)
    for at in range(first, end):
        pool.near[slot, 0] |= pool.mask[at, 0]
        pool.near[slot, 1] |= pool.mask[at, 1]
    pool.first[slot, 0], pool.first[slot, 1] = first, end
    return int(end)


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
    """Return whether a listed column hits all that another one hits, and costs no more."""
    mask = s.pool.mask
    missed = (mask[other, 0] & ~mask[one, 0]) | (mask[other, 1] & ~mask[one, 1])
    return s.pool.cost[one] <= s.pool.cost[other] and not missed


@inner
def find_limit(s: SweepState) -> int:
    """Return the least cost that hits all rows of the node, by cheap pairs and greedy covers of what they miss.

    A state that costs more is of no use: the cheap one hits all that it hits.
    """
    left, right, end = s.first[s.depth[0] - 2], s.first[s.depth[0] - 1], s.first[s.depth[0]]
    found = NO_LIMIT
    for one in range(left, min(right, left + TRIES)):
        for other in range(right, min(end, right + TRIES)):
            low = s.pool.known[ALL, 0] & ~(s.mask[one, 0] | s.mask[other, 0])
            high = s.pool.known[ALL, 1] & ~(s.mask[one, 1] | s.mask[other, 1])
            found = min(found, s.cost[one] + s.cost[other] + buy_greedily(s, low, high))
    return int(found)


@inner
def limit_of_best(t: TreeTables, s: SweepState) -> int:
    """Return the most that a state may cost and still lead to less than the best: other clusters cost their least."""
    limit = t.best - 1
    for at in range(s.depth[0]):
        # A whole solution costs the sum of all bases and of what its states cost above them.
        limit -= s.base[at]
    return int(limit)


@inner
def finish_join(t: TreeTables, s: SweepState) -> int:
    """Replace the two clusters by the kept states, cheapest first, each with a record of its origin."""
    first, kept, records = s.first[s.depth[0] - 2], s.join.kept[0], s.kept.origin.shape[1] - 1
    if kept > len(s.order):
        s.full[0] = NEW
    elif first + kept > len(s.cost):
        s.full[0] = STACK
    elif s.recorded[0] + kept * records > len(s.history):
        s.full[0] = HISTORY
    elif kept == 0:
        s.depth[0] -= 2
        s.phase[0] = OVER
    else:
        sort_states(s.kept, kept, s.key, s.order)
        replace_clusters(s, first, min(kept, t.beam))
        s.cut[0] |= kept > t.beam
        s.peak[0] = max(s.peak[0], kept)
        s.joins[0] -= 1
        s.node[0] += s.joins[0] == 0
        s.phase[0] = BEGIN
    return int(kept) * 8 + 1


@inner
def replace_clusters(s: SweepState, first: int, kept: int) -> None:
    """Write the `kept` states in place of the two clusters on top."""
    least = s.kept.cost[s.order[0]]
    for place in range(kept):
        at = s.order[place]
        s.mask[first + place, 0], s.mask[first + place, 1] = s.kept.mask[at, 0], s.kept.mask[at, 1]
        s.cost[first + place] = s.kept.cost[at] - least
        s.record[first + place] = make_record(s, at)
    s.depth[0] -= 1
    s.first[s.depth[0]] = first + kept
    s.base[s.depth[0] - 1] += s.base[s.depth[0]] + least


@inner
def make_record(s: SweepState, at: int) -> int:
    """Return the number of the record of a kept state: the one there is if nothing is added to it, else a new one."""
    origin = s.kept.origin[at]
    left, right, place = np.int64(origin[0]), np.int64(origin[1]), 2
    while (left >= 0 and right >= 0) or (place < len(origin) and origin[place] >= 0):
        record = s.recorded[0]
        s.history[record, 0], s.history[record, 1] = left, right
        s.history[record, 2] = origin[place] if place < len(origin) else -1
        # `finish_join` has seen room for a record of each column of an origin and one more, the most that are made.
        s.recorded[0] += 1
        left, right, place = record, np.int64(-1), place + 1
    return int(max(left, right))
