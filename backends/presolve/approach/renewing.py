"""Large coverings: regions decided again, each as cheaply as the choices outside of it allow.

All columns near a choice may change, all others stay (large neighbourhood search: Shaw 1998).
"""

import numpy as np

from rookery.backends.presolve.approach.rebuilding import COST, SIZE, WIDE, CoveringRows, enter, leave
from rookery.backends.presolve.approach.regions import (
    COLUMNS,
    DROPPED,
    EXACT,
    LEVEL,
    MAX_REGION,
    ROOM,
    ROWS,
    SCALE,
    RegionState,
    add_column,
    find_least,
    forget,
)
from rookery.core.kernels.chance import draw
from rookery.core.kernels.jit import entry, inner

FEWEST, WIDEST, SHRINK = 24, 400, 16  # columns of a region, and by which share it shrinks where states were dropped
PIECES = 4  # of a part of a cost, by one of which chance makes coverings of equal cost differ at the most


@entry("regions of a covering decided again")
def renew(t: CoveringRows, s: RegionState, steps: int) -> int:
    """Decide `steps` regions again; `registers[LEVEL]` lets coverings of equal cost take turns. Returns the gain."""
    gain, s.registers[EXACT] = 0, 0
    for _ in range(steps):
        if s.cover.registers[SIZE] > 0:
            if gather_columns(t, s) and gather_lacking(t, s):
                gain += decide_again(t, s)
            forget(s)
    return gain


@inner
def gather_columns(t: CoveringRows, s: RegionState) -> bool:
    """Let the region hold the columns that are near a choice; False if there are none."""
    widest = WIDE * (1 + len(t.group) // len(t.cost))
    first = s.cover.chosen[draw(s.cover.registers, s.cover.registers[SIZE])]
    many, at, r = 0, 0, s.registers
    if t.own[first + 1] - t.own[first] <= widest:
        many = add_column(s, first, many)
    while at < many and many < r[ROOM]:
        column = s.columns[at]
        at += 1
        for one in range(t.own[column], t.own[column + 1]):
            row = t.group[one]
            if t.first[row + 1] - t.first[row] > WIDE * widest:
                continue
            for other in range(t.first[row], t.first[row + 1]):
                near = np.int64(t.member[other])
                if s.column_place[near] < 0 and many < r[ROOM] and t.own[near + 1] - t.own[near] <= widest:
                    many = add_column(s, near, many)
    r[COLUMNS] = many
    return many > 0


@inner
def gather_lacking(t: CoveringRows, s: RegionState) -> bool:
    """Let the region hold the rows that its choices are needed for; False if they are too many."""
    r, many = s.registers, 0
    for at in range(r[COLUMNS] - 1, -1, -1):
        column = s.columns[at]
        for one in range(t.own[column], t.own[column + 1]):
            row = np.int64(t.group[one])
            if s.row_place[row] >= 0:
                continue
            need = t.demand[row] - s.cover.hits[row]
            for other in range(t.first[row], t.first[row + 1]):
                near = t.member[other]
                need += s.column_place[near] >= 0 and s.cover.place[near] >= 0
            if need > 0:
                if many == MAX_REGION:
                    r[ROWS] = many
                    return False
                s.row_place[row], s.rows[many], s.need[many], s.worth[many] = many, row, need, s.price[row]
                many += 1
    r[ROWS] = many
    return many > 0


@inner
def decide_again(t: CoveringRows, s: RegionState) -> int:
    """Choose other columns of the region if they cost less, or as much at some level; returns the gain."""
    r, cover = s.registers, s.cover
    before = cover.registers[COST]
    limit = (sum_costs(t, s) - 1) * r[SCALE] - raise_worth(t, s)
    if r[LEVEL]:
        # All that chance adds is less than what a covering that is dearer by 1 would cost more.
        limit += r[SCALE] + r[SCALE] // PIECES
        for at in range(r[COLUMNS]):
            if s.dear[at] >= 0:
                s.dear[at] += draw(cover.registers, max(np.int64(1), r[SCALE] // (PIECES * r[COLUMNS])))
    r[DROPPED] = limit + 1
    if limit >= 0 and find_least(t, s, limit) <= limit:
        for at in range(r[COLUMNS]):
            if cover.place[s.columns[at]] >= 0 and s.taken[at] != 1:
                leave(t, cover, s.columns[at])
        for at in range(r[COLUMNS]):
            if cover.place[s.columns[at]] < 0 and s.taken[at] == 1:
                enter(t, cover, s.columns[at])
    # Regions grow until they are too wide, or their states too many.
    grown = r[ROOM] + 1 if r[DROPPED] > limit else r[ROOM] - r[ROOM] // SHRINK
    r[ROOM] = max(np.int64(FEWEST), min(np.int64(WIDEST), grown))
    return int(before - cover.registers[COST])


@inner
def sum_costs(t: CoveringRows, s: RegionState) -> int:
    """Return the cost of the chosen columns of the region; note what each column costs beyond its prices."""
    cost = np.int64(0)
    for at in range(s.registers[COLUMNS]):
        column = s.columns[at]
        if s.cover.place[column] >= 0:
            cost += t.cost[column]
        s.dear[at] = t.cost[column] * s.registers[SCALE]
        for one in range(t.own[column], t.own[column + 1]):
            place = s.row_place[t.group[one]]
            if place >= 0:
                s.dear[at] -= s.worth[place]
    return int(cost)


@inner
def raise_worth(t: CoveringRows, s: RegionState) -> int:
    """Let each row of the region be worth as much more as all its columns are dear; returns the bound of the region."""
    r, bound = s.registers, 0
    for at in range(r[ROWS]):
        row, least = s.rows[at], np.int64(-1)
        for one in range(t.first[row], t.first[row + 1]):
            place = s.column_place[t.member[one]]
            if place >= 0 and (least < 0 or s.dear[place] < least):
                least = max(np.int64(0), s.dear[place])
        if least > 0:
            s.worth[at] += least
            for one in range(t.first[row], t.first[row + 1]):
                place = s.column_place[t.member[one]]
                if place >= 0:
                    s.dear[place] -= least
        bound += s.worth[at] * s.need[at]
    for at in range(r[COLUMNS]):
        bound += min(np.int64(0), s.dear[at])
    return bound
