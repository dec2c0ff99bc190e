"""Large coverings: a greedy one at once, then ever cheaper ones, by tearing out some neighbours and choosing others.

Each attempt takes out a few choices that stand near each other, covers greedily the rows that they leave bare, and
drops columns that are needless then; it is undone if the covering became dearer (ruin and recreate: Schrimpf and others
2000). An attempt takes as long on a million rows as on a thousand.

Prices of rows, such as dual values, may steer the greedy steps (Caprara, Fischetti and Toth 1999).

A column is a variable that may be chosen, a row asks for some of its columns.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.presolve.chance import NONE, Broken, damage, draw, first_chance, mend
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.kernels.kernel import entry, inner, numbers

TEAR, BLINK = 6, 32  # choices torn out at the most; one candidate of so many is passed over
WIDE = 8  # times as many rows as a column has on average: one that hits more is not torn out
Floats = NDArray[np.float64]
Numbers = NDArray[np.uint32]  # without a sign: as indices they need no check for being negative


class CoveringRows(NamedTuple):
    """Rows, each to be hit `demand` times by its columns, which `cost` something, 0 at the least.

    `member` lists the columns of row after row, `first` (rows + 1) says where each begins; `group` and `own` (columns +
    1) say the reverse. No row demands more than it has columns.
    """

    member: Numbers
    first: Ints
    group: Numbers
    own: Ints
    cost: Ints
    demand: Ints


class RebuildState(NamedTuple):
    """The first `size` numbers in `chosen` are chosen; `place` says where each column stands there, NONE for others.

    Of each row how often it is hit, and its `price`; `broken` lists the rows that are hit too seldom. `log` holds the
    columns that an attempt has chosen, and ~column for those that it has taken out. `gain` counts the broken rows of a
    column while it is a candidate, else 0. `heap` and `key` (columns) are a heap of the columns that greedy steps may
    take.

    The arrays of one element: `size`, what the chosen columns cost (`paid`), the last random number (`chance`), the
    lengths of the log (`logged`) and of the heap (`waiting`, -1 before it is made).
    """

    chance: Ints
    size: Ints
    paid: Ints
    logged: Ints
    waiting: Ints
    chosen: Ints
    place: Ints
    hits: Ints
    price: Floats
    broken: Broken
    log: Ints
    gain: Ints
    heap: Ints
    key: Floats


def make_covering(rows: Incidence, cost: Ints, demand: Ints) -> CoveringRows:
    """Return the tables of a covering."""
    of = rows.transpose()
    return CoveringRows(rows.flat.astype(np.uint32), rows.first, of.flat.astype(np.uint32), of.first, cost, demand)


def make_cover(t: CoveringRows, price: Floats, seed: int, taken: NDArray[np.bool_]) -> RebuildState:
    """Return the state in which some columns are taken, and greedy steps are to begin."""
    rows, columns = len(t.demand), len(t.cost)
    hits, chosen = np.add.reduceat(taken[t.member], t.first[:-1], dtype=np.int64), np.flatnonzero(taken)
    bare = np.flatnonzero(hits < t.demand)
    broken = Broken(np.array([len(bare)]), np.pad(bare, (0, rows - len(bare))), np.full(rows, NONE, np.int64))
    broken.place[bare] = np.arange(len(bare))
    state = RebuildState(
        **numbers("chance", "size", "paid", "logged", "waiting"),
        chosen=np.pad(chosen, (0, columns - len(chosen))),
        place=np.full(columns, NONE, np.int64),
        hits=hits,
        price=price,
        broken=broken,
        log=np.zeros(4 * columns + 4, np.int64),
        gain=np.zeros(columns, np.int64),
        heap=np.zeros(columns, np.int64),
        key=np.zeros(columns, np.float64),
    )
    state.place[chosen] = np.arange(len(chosen))
    state.chance[0], state.size[0], state.paid[0] = first_chance(seed), len(chosen), t.cost[chosen].sum()
    state.waiting[0] = -1
    return state


@entry("the greedy covering")
def cover_by_prices(t: CoveringRows, s: RebuildState, steps: int) -> int:
    """Choose at most `steps` columns; returns how many rows are still hit too seldom."""
    if s.waiting[0] < 0:
        fill_heap(t, s)
    while steps > 0 and s.broken.many[0] > 0 and s.waiting[0] > 0:
        column = s.heap[0]
        now = weigh(t, s, column)
        if now > s.key[0]:
            # The heap is of older steps: a column's key never falls, as rows are only hit more often.
            s.key[0] = now
            sink(s, np.int64(0))
        else:
            steps -= 1
            s.waiting[0] -= 1
            last = s.waiting[0]
            s.heap[0], s.key[0] = s.heap[last], s.key[last]
            sink(s, np.int64(0))
            enter(t, s, column)
    if s.broken.many[0] == 0 and s.waiting[0] > 0:
        s.waiting[0] = 0
        at = s.size[0] - 1
        while at >= 0:
            # The place of one that goes is taken by the last one, which was looked at before.
            if is_needless(t, s, s.chosen[at]):
                leave(t, s, s.chosen[at])
            at -= 1
    return int(s.broken.many[0])


@inner
def fill_heap(t: CoveringRows, s: RebuildState) -> None:
    """Put all columns that hit something on the heap, but for those that are chosen."""
    many = np.int64(0)
    for column in range(len(t.cost)):
        if s.place[column] < 0 and t.own[column] < t.own[column + 1]:
            s.heap[many], s.key[many] = column, weigh(t, s, np.int64(column))
            many += 1
    s.waiting[0] = many
    for at in range(many // 2 - 1, -1, -1):
        sink(s, np.int64(at))


@inner
def weigh(t: CoveringRows, s: RebuildState, column: np.int64) -> float:
    """The cost of a column less the prices of its broken rows: for each of them while it costs, times them beyond."""
    rows, rest = 0, float(t.cost[column])
    for at in range(t.own[column], t.own[column + 1]):
        row = t.group[at]
        if s.broken.place[row] >= 0:
            rows += 1
            rest -= s.price[row]
    if rows == 0:
        return np.inf
    return rest / rows if rest > 0 else rest * rows


@inner
def sink(s: RebuildState, at: np.int64) -> None:
    """Let an entry of the heap sink below all that have smaller keys."""
    many, column, key = s.waiting[0], s.heap[at], s.key[at]
    while 2 * at + 1 < many:
        below = 2 * at + 1
        if below + 1 < many and s.key[below + 1] < s.key[below]:
            below += 1
        if s.key[below] >= key:
            break
        s.heap[at], s.key[at] = s.heap[below], s.key[below]
        at = below
    # `at` is below `many`, or 0 where the heap has become empty: columns are at least one.
    s.heap[at], s.key[at] = column, key


@entry("better coverings of many rows")
def rebuild(t: CoveringRows, s: RebuildState, steps: int) -> int:
    """Make `steps` attempts, none of which makes a covering dearer; returns its cost."""
    while steps > 0 and s.size[0] > 0:
        steps -= 1
        before = s.paid[0]
        s.logged[0] = 0
        tear_out(t, s)
        while s.broken.many[0] > 0 and s.paid[0] <= before:
            enter_logged(t, s, find_best(t, s))
        if s.broken.many[0] == 0:
            drop_needless(t, s)
        if s.broken.many[0] > 0 or s.paid[0] > before:
            undo(t, s)
    return int(s.paid[0])


@inner
def tear_out(t: CoveringRows, s: RebuildState) -> None:
    """Take out some choices: one, and others that are met on a walk from column to row to column."""
    widest = WIDE * (1 + len(t.group) // len(t.cost))
    column = s.chosen[draw(s.chance, s.size[0])]
    if t.own[column + 1] - t.own[column] > widest:
        return
    leave_logged(t, s, column)
    for _ in range(draw(s.chance, np.int64(TEAR)) + 1):
        # Chosen columns hit something, and so do members of rows: no division by 0.
        row = t.group[t.own[column] + draw(s.chance, t.own[column + 1] - t.own[column])]
        other = np.int64(t.member[t.first[row] + draw(s.chance, t.first[row + 1] - t.first[row])])
        if s.place[other] < 0:
            row = t.group[t.own[other] + draw(s.chance, t.own[other + 1] - t.own[other])]
            for at in range(t.first[row], t.first[row + 1]):
                if s.place[t.member[at]] >= 0:
                    other = np.int64(t.member[at])
                    break
        if s.place[other] >= 0 and t.own[other + 1] - t.own[other] <= widest:
            leave_logged(t, s, other)
            if draw(s.chance, np.int64(2)) == 0:
                column = other


@inner
def find_best(t: CoveringRows, s: RebuildState) -> np.int64:
    """Return the column that hits most broken rows for its cost; of equals any, and now and then another one."""
    for place in range(s.broken.many[0]):
        row = s.broken.listed[place]
        for at in range(t.first[row], t.first[row + 1]):
            s.gain[t.member[at]] += 1
    best, most, ties = np.int64(-1), np.int64(0), np.int64(0)
    for place in range(s.broken.many[0]):
        row = s.broken.listed[place]
        for at in range(t.first[row], t.first[row + 1]):
            column = np.int64(t.member[at])
            gain = s.gain[column]
            s.gain[column] = 0
            # It was looked at where its gain is 0, and a row that demands several may have hit it already.
            if gain == 0 or s.place[column] >= 0 or (best >= 0 and draw(s.chance, np.int64(BLINK)) == 0):
                continue
            less = most * t.cost[column] - gain * t.cost[best] if best >= 0 else np.int64(-1)
            ties = ties + 1 if less == 0 else ties
            if less < 0:
                ties = np.int64(1)
            if less < 0 or (less == 0 and draw(s.chance, ties) == 0):
                best, most = column, gain
    # A broken row has a column that is not chosen: it demands no more than it has.
    return best


@inner
def drop_needless(t: CoveringRows, s: RebuildState) -> None:
    """Drop what is needless among the columns that came, and among those that hit their rows."""
    for entry_ in range(s.logged[0]):
        column = s.log[entry_]
        if column < 0:
            continue
        for at in range(t.own[column], t.own[column + 1]):
            row = t.group[at]
            if s.hits[row] > t.demand[row]:
                for place in range(t.first[row], t.first[row + 1]):
                    other = np.int64(t.member[place])
                    if s.place[other] >= 0 and is_needless(t, s, other):
                        leave_logged(t, s, other)


@inner
def undo(t: CoveringRows, s: RebuildState) -> None:
    """Take back an attempt."""
    for at in range(s.logged[0] - 1, -1, -1):
        if s.log[at] >= 0:
            leave(t, s, s.log[at])
        else:
            enter(t, s, ~s.log[at])


@inner
def is_needless(t: CoveringRows, s: RebuildState, column: np.int64) -> bool:
    """Return whether all rows of a chosen column are hit more often than they demand."""
    for at in range(t.own[column], t.own[column + 1]):
        row = t.group[at]
        if s.hits[row] <= t.demand[row]:
            return False
    return True


@inner
def enter_logged(t: CoveringRows, s: RebuildState, column: np.int64) -> None:
    """Choose a column in an attempt."""
    # An attempt takes out each column at most once before and once after it is chosen: four notes a column.
    s.log[s.logged[0]] = column
    s.logged[0] += 1
    enter(t, s, column)


@inner
def leave_logged(t: CoveringRows, s: RebuildState, column: np.int64) -> None:
    """Take a column out in an attempt."""
    s.log[s.logged[0]] = ~column
    s.logged[0] += 1
    leave(t, s, column)


@inner
def enter(t: CoveringRows, s: RebuildState, column: np.int64) -> None:
    """Choose a column that is not chosen."""
    s.place[column] = s.size[0]
    s.chosen[s.size[0]] = column
    s.size[0] += 1
    s.paid[0] += t.cost[column]
    for at in range(t.own[column], t.own[column + 1]):
        row = np.int64(t.group[at])
        s.hits[row] += 1
        if s.hits[row] == t.demand[row]:
            mend(s.broken, row)


@inner
def leave(t: CoveringRows, s: RebuildState, column: np.int64) -> None:
    """Choose a column no longer; the last one takes its place."""
    s.size[0] -= 1
    last = s.chosen[s.size[0]]
    s.chosen[s.place[column]] = last
    s.place[last] = s.place[column]
    s.place[column] = NONE
    s.paid[0] -= t.cost[column]
    for at in range(t.own[column], t.own[column + 1]):
        row = np.int64(t.group[at])
        s.hits[row] -= 1
        if s.hits[row] == t.demand[row] - 1:
            damage(s.broken, row)
