"""The beginning of a join: which rows are open, which columns hit them, and what a state of use costs at most."""

from rookery.backends.engine.pareto.states import buy_greedily, clear, put_bit, sort_states
from rookery.backends.engine.pareto.tables import (
    ALL,
    AT,
    BEAM,
    BEGIN,
    BEST,
    CLOSED,
    CLOSING,
    COUNT,
    CUT,
    DEPTH,
    END,
    FIRST,
    FLUSHES,
    FULL_HISTORY,
    FULL_NEW,
    FULL_STACK,
    HISTORY,
    JOINS,
    KEPT,
    LAST,
    LIMIT,
    NO_LIMIT,
    NODE,
    OPEN,
    OTHER,
    OTHER_END,
    OVER,
    PAIR,
    PEAK,
    PHASE,
    RESUME,
    SIFTED,
    STAMP,
    USEFUL,
    SweepState,
    TreeTables,
)
from rookery.core.kernels.kernel import inner

TRIES = 8  # states of each side from which a limit is sought


@inner
def begin_join(t: TreeTables, s: SweepState) -> int:
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
        # Nodes come children before parents, so the clusters of the children lie on top; a node with fewer than two is
        # given empty ones.
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
    r[LIMIT] = min(find_limit(s), limit_of_best(s))
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
    # `begin_join` has seen room for two more states; `first` and `base` have four places more than there are nodes.
    top = s.first[r[DEPTH]]
    clear(s.mask, top)
    s.cost[top], s.record[top] = 0, -1
    s.base[r[DEPTH]] = 0
    r[DEPTH] += 1
    s.first[r[DEPTH]] = top + 1


@inner
def open_rows(t: TreeTables, s: SweepState) -> None:
    """Mark the rows of the node: those that are closed, and those that are open after it."""
    r, pool = s.registers, s.pool
    r[STAMP] += 1
    first, end = t.first_of[r[NODE]], t.first_of[r[NODE] + 1]
    for mask in range(3):
        clear(pool.known, mask)
    for at in range(first, end):
        row = t.rows_of[at]
        # STAMP rises with each node: older marks never equal it, and need no clearing.
        pool.seen[row] = r[STAMP]
        put_bit(pool.known, ALL, t.slot[row])
        put_bit(pool.known, CLOSED if at < first + t.closing[r[NODE]] else OPEN, t.slot[row])


@inner
def list_columns(t: TreeTables, s: SweepState) -> None:
    """List the columns of each row of the node, without those that another one makes needless."""
    node, used = s.registers[NODE], 0
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
            if pool.seen[t.rows[other]] == s.registers[STAMP]:
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
def limit_of_best(s: SweepState) -> int:
    """The largest cost of a state that may lead to less than the best: all other clusters cost their least, too."""
    limit = s.registers[BEST] - 1
    for at in range(s.registers[DEPTH]):
        # A whole solution costs the sum of all bases and of what its states cost above them.
        limit -= s.base[at]
    return int(limit)


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
    """Write the `kept` states in place of the two clusters on top."""
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
    """Return the number of the record of a kept state: the one there is if nothing is added to it, else a new one."""
    left, right, place = s.kept.left[at], s.kept.right[at], 0
    while (left >= 0 and right >= 0) or (place < s.kept.bought.shape[1] and s.kept.bought[at, place] >= 0):
        record = s.registers[HISTORY]
        s.history[record, 0], s.history[record, 1] = left, right
        s.history[record, 2] = s.kept.bought[at, place] if place < s.kept.bought.shape[1] else -1
        # `finish_join` has seen room for `bought.shape[1]` records of each kept state, the most that one makes.
        s.registers[HISTORY] += 1
        left, right, place = record, -1, place + 1
    return int(max(left, right))
