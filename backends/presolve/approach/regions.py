"""Regions of a large covering, each solved exactly.

The prices of rows leave a *slack*: what a covering costs above their bound, which it pays for columns beyond the prices
of their rows, and for rows that are hit more often than they demand. So the columns of a region are decided one after
the other; a state is how often each open row is hit, and only its least slack matters. Where states are too many, those
with the most slack are dropped; the least slack of these is noted, so that bounds stay true.
"""

from typing import NamedTuple

import numpy as np

from rookery.backends.presolve.approach.rebuilding import CoveringRows, RebuildState
from rookery.backends.presolve.structure.incidence import Ints
from rookery.core.kernels.jit import inner

COLUMNS, ROWS, DROPPED, STAMP, ROOM, STATES, SCALE, LEVEL, GAIN, AT, HITS, CLEAR, WANTED, EXACT = range(14)  # registers
REGISTERS = 14
MAX_REGION = 600  # columns of a region, and rows
MAX_STATES = 8_192  # that stay after a column
FIRST_ROOM, FIRST_STATES = 50, 512
BITS = 62  # of a state
TABLE = 4 * MAX_STATES  # places for the states that come of a column
LOW, HALF, FOLD, ODD, OTHER_ODD = (1 << 31) - 1, 31, 29, 1_640_531_527, 1_812_433_253  # no product of them wraps


class RegionState(NamedTuple):
    """A covering, `cover`, and one region of it: its `columns` and `rows`, and the place of each there, or -1.

    `price` is of each row, in parts, `over` of each column what its cost exceeds them by, `due` how many of its rows
    are in no region yet, and `done` whether a row is in one.

    Of the rows of the region: the demand `need`, what it is `worth`, how many columns are `left` to decide, the first
    bit (`slot`) and the `mask` of its hits. Of its columns what each is `dear` beyond its prices, in which `order` they
    are decided, and which are `taken` in the best covering. `key`, `slack` and `back` are of the states, `new_*` of
    those that come next, `history` of all; `table` finds them. `hit` (4) is what a column does to its rows.
    """

    cover: RebuildState
    price: Ints
    over: Ints
    due: Ints
    done: Ints
    columns: Ints
    rows: Ints
    column_place: Ints
    row_place: Ints
    need: Ints
    worth: Ints
    left: Ints
    since: Ints
    slot: Ints
    mask: Ints
    dear: Ints
    order: Ints
    taken: Ints
    key: Ints
    slack: Ints
    new_key: Ints
    new_slack: Ints
    new_back: Ints
    history: np.ndarray
    table: Ints
    used: Ints
    hit: Ints
    registers: Ints


def make_regions(t: CoveringRows, cover: RebuildState) -> RegionState:
    """Arrays for the regions of a covering; its prices are still to be set."""
    rows, columns = len(t.demand), len(t.cost)
    registers = np.zeros(REGISTERS, np.int64)
    registers[[ROOM, STATES, SCALE]] = FIRST_ROOM, FIRST_STATES, 1

    def numbers(many: int, value: int = 0) -> Ints:
        return np.full(many, value, np.int64)

    return RegionState(
        cover=cover,
        price=numbers(rows),
        over=numbers(columns),
        due=numbers(columns),
        done=numbers(rows),
        columns=numbers(MAX_REGION),
        rows=numbers(MAX_REGION),
        column_place=numbers(columns, -1),
        row_place=numbers(rows, -1),
        need=numbers(MAX_REGION),
        worth=numbers(MAX_REGION),
        left=numbers(MAX_REGION),
        since=numbers(MAX_REGION),
        slot=numbers(MAX_REGION),
        mask=numbers(MAX_REGION),
        dear=numbers(MAX_REGION),
        order=numbers(MAX_REGION),
        taken=numbers(MAX_REGION),
        key=numbers(MAX_STATES),
        slack=numbers(2 * MAX_STATES),
        new_key=numbers(2 * MAX_STATES),
        new_slack=numbers(2 * MAX_STATES),
        new_back=numbers(2 * MAX_STATES),
        history=np.zeros((MAX_REGION, MAX_STATES), np.int32),
        table=numbers(TABLE),
        used=numbers(BITS),
        hit=np.zeros((4, BITS), np.int64),
        registers=registers,
    )


def set_prices(t: CoveringRows, s: RegionState, price: Ints, over: Ints, scale: int) -> None:
    """Let the regions have other prices, and no row be in one."""
    s.price[:], s.over[:], s.due[:], s.done[:] = price, over, np.diff(t.own), 0
    s.registers[SCALE] = scale
    s.registers[[AT, GAIN]] = 0


@inner
def add_column(s: RegionState, column: np.int64, many: int) -> int:
    """Put a column into the region, which has `many` then."""
    s.column_place[column], s.columns[many] = many, column
    return many + 1


@inner
def forget(s: RegionState) -> None:
    """Let the region hold nothing."""
    r = s.registers
    for at in range(r[COLUMNS]):
        s.column_place[s.columns[at]] = -1
    for at in range(r[ROWS]):
        s.row_place[s.rows[at]] = -1
    r[COLUMNS] = r[ROWS] = 0


@inner
def find_least(t: CoveringRows, s: RegionState, limit: int) -> int:
    """The least slack of the region's coverings, if it is at most `limit`, and which columns it takes; else more.

    `registers[DROPPED]` is the least slack of states that were dropped, more than `limit` if none were.
    """
    r, many = s.registers, np.int64(1)
    r[DROPPED] = limit + 1
    decided = put_in_order(t, s)
    count_left(t, s)
    s.used[:] = 0
    s.key[0] = s.slack[0] = 0
    for at in range(decided):
        if not read_hits(t, s, s.order[at]):
            # More rows are open than a state has bits.
            for state in range(many):
                r[DROPPED] = min(r[DROPPED], s.slack[state])
            return limit + 1
        many = keep_states(s, at, decide_column(s, many, s.dear[s.order[at]], limit))
        if many == 0:
            return limit + 1
    # All rows are closed: there is one state.
    back = np.int64(0)
    for at in range(decided - 1, -1, -1):
        came = np.int64(s.history[at, back])
        s.taken[s.order[at]], back = came & 1, came >> 1
    return int(s.slack[0])


@inner
def put_in_order(t: CoveringRows, s: RegionState) -> int:
    """Order the columns: those of the open row with the fewest left, of equals the oldest; returns how many hit one."""
    r, done, begun, many = s.registers, 0, 0, 0
    count_left(t, s)
    s.since[:] = -1
    while True:
        best = np.int64(-1)
        place = 0
        while place < many:
            row = s.new_key[place]
            if s.left[row] == 0:
                many -= 1
                s.new_key[place] = s.new_key[many]
                continue
            place += 1
            if best < 0 or s.left[row] < s.left[best] or (s.left[row] == s.left[best] and s.since[row] < s.since[best]):
                best = row
        while best < 0 and begun < r[ROWS]:
            best = np.int64(begun) if s.left[begun] else best
            begun += 1
        if best < 0:
            return done
        row = s.rows[best]
        for one in range(t.first[row], t.first[row + 1]):
            column = s.column_place[t.member[one]]
            # `taken` marks those that are not in order yet.
            if column >= 0 and s.taken[column] < 0:
                s.taken[column], s.order[done] = 0, column
                done += 1
                for other in range(t.own[s.columns[column]], t.own[s.columns[column] + 1]):
                    near = s.row_place[t.group[other]]
                    if near >= 0:
                        s.left[near] -= 1
                        if s.since[near] < 0:
                            # `new_key` lists the open rows, each once: it has room for more than MAX_REGION.
                            s.since[near], s.new_key[many] = done, near
                            many += 1


@inner
def count_left(t: CoveringRows, s: RegionState) -> None:
    """Count the columns of each row of the region that are not decided; all of them, as none is."""
    s.left[:] = 0
    s.slot[:] = -1
    for at in range(s.registers[COLUMNS]):
        s.taken[at] = -1
        column = s.columns[at]
        for one in range(t.own[column], t.own[column + 1]):
            row = s.row_place[t.group[one]]
            if row >= 0:
                s.left[row] += 1


@inner
def read_hits(t: CoveringRows, s: RegionState, place: np.int64) -> bool:
    """List what a column does to its rows, and which it closes; False if more rows are open than there are bits."""
    r, many, column = s.registers, 0, s.columns[place]
    for one in range(t.own[column], t.own[column + 1]):
        row = s.row_place[t.group[one]]
        if row < 0:
            continue
        if s.slot[row] < 0 and not open_row(s, row):
            return False
        # Each open row has a bit of its own: no more than BITS are listed.
        s.hit[0, many], s.hit[1, many] = s.slot[row], s.mask[row]
        s.hit[2, many], s.hit[3, many] = s.need[row], s.worth[row]
        many += 1
    r[HITS], r[CLEAR], r[WANTED] = many, 0, 0
    for one in range(t.own[column], t.own[column + 1]):
        row = s.row_place[t.group[one]]
        if row >= 0:
            s.left[row] -= 1
            if s.left[row] == 0:
                r[CLEAR] |= s.mask[row] << s.slot[row]
                r[WANTED] |= s.need[row] << s.slot[row]
                bit = s.slot[row]
                while s.mask[row] >> (bit - s.slot[row]):
                    s.used[bit] = 0
                    bit += 1
    return True


@inner
def open_row(s: RegionState, row: np.int64) -> bool:
    """Give a row bits in which its hits are counted up to its demand; False if there are too few."""
    bits = np.int64(1)
    while (np.int64(1) << bits) <= s.need[row]:
        bits += 1
    free = np.int64(0)
    for bit in range(BITS):
        free = free + 1 if s.used[bit] == 0 else np.int64(0)
        if free == bits:
            s.slot[row], s.mask[row] = bit + 1 - bits, (np.int64(1) << bits) - 1
            for one in range(bit + 1 - bits, bit + 1):
                s.used[one] = 1
            return True
    return False


@inner
def decide_column(s: RegionState, many: np.int64, dear: np.int64, limit: int) -> int:
    """Make the states with and without a column of `many` states; returns how many there are."""
    r, made = s.registers, 0
    r[STAMP] += 1
    stamp = r[STAMP] << HALF
    for state in range(many):
        for took in range(2):
            key, slack = s.key[state], s.slack[state]
            if took:
                slack += max(np.int64(0), dear)
                for one in range(r[HITS]):
                    if ((key >> s.hit[0, one]) & s.hit[1, one]) < s.hit[2, one]:
                        key += np.int64(1) << s.hit[0, one]
                    else:
                        slack += s.hit[3, one]
            else:
                slack += max(np.int64(0), -dear)
            if slack > limit or (key & r[CLEAR]) != r[WANTED]:
                continue
            key &= ~r[CLEAR]
            at = (key & LOW) * ODD + (key >> HALF) * OTHER_ODD
            at = (at ^ (at >> FOLD)) & (TABLE - 1)
            while s.table[at] >= stamp and s.new_key[s.table[at] - stamp] != key:
                at = (at + 1) & (TABLE - 1)
            found = s.table[at] - stamp
            if found < 0:
                # Each state becomes two at the most: there is room, and the table is half empty.
                found = np.int64(made)
                s.table[at], s.new_key[found] = stamp + found, key
                made += 1
            elif s.new_slack[found] <= slack:
                continue
            s.new_slack[found], s.new_back[found] = slack, 2 * state + took
    return made


@inner
def keep_states(s: RegionState, at: int, made: int) -> np.int64:
    """Keep the states with the least slack, as many as may stay after column `at` of the order.

    Where the least slack alone is wanted (`registers[EXACT]`), none that has as much as one that was dropped.
    """
    r, many, equal = s.registers, np.int64(0), np.int64(0)
    limit = r[DROPPED] if r[EXACT] else np.int64(1) << BITS
    if made > r[STATES]:
        some = select(s, made, r[STATES])
        r[DROPPED] = min(r[DROPPED], some)
        limit = min(limit, some)
        if not r[EXACT]:
            equal = r[STATES]
            for new in range(made):
                equal -= s.new_slack[new] < limit
    for new in range(made):
        if s.new_slack[new] < limit or (equal > 0 and s.new_slack[new] == limit):
            equal -= s.new_slack[new] == limit
            s.key[many], s.slack[many] = s.new_key[new], s.new_slack[new]
            s.history[at, many] = s.new_back[new]
            many += 1
    return many


@inner
def select(s: RegionState, made: int, rank: np.int64) -> np.int64:
    """The slack of the new states that has `rank` others before it in their order (Hoare's quickselect)."""
    # The slacks of the states before are of no more use: their array takes a copy.
    for at in range(made):
        s.slack[at] = s.new_slack[at]
    low, high = np.int64(0), np.int64(made - 1)
    while low < high:
        middle, one, other = s.slack[(low + high) >> 1], low, high
        while one <= other:
            while s.slack[one] < middle:
                one += 1
            while s.slack[other] > middle:
                other -= 1
            if one <= other:
                s.slack[one], s.slack[other] = s.slack[other], s.slack[one]
                one += 1
                other -= 1
        if rank <= other:
            high = other
        elif rank >= one:
            low = one
        else:
            break
    return np.int64(s.slack[rank])
