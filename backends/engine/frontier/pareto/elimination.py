"""Orders in which rows are closed: a kernel that eliminates them one by one, with ties broken by chance.

Rows that share a column are adjacent. To close a row makes its neighbours adjacent to each other: they are then the
open rows of one cluster. Few open rows mean few states.
"""

from typing import NamedTuple

import numpy as np

from rookery.backends.presolve.structure.incidence import Ints
from rookery.core.kernels.jit import entry, inner

MAX_WIDTH = 127  # open rows of a cluster; with the row that is closed they fill two words
LEFT, STAMP, DONE, TOO_WIDE = range(4)  # registers
SPENT, ALLOWED = range(2)  # entries of `cost`
INDEX, TIE = 23, 20  # bits of a key: a score, a number drawn by chance, a row
Table = np.ndarray


class ClosingCosts(NamedTuple):
    """The cost of closing a row, by its degree (WIDEST + 1); the next row has the least fill, or the least degree."""

    cost: Table
    by_degree: Ints


class Elimination(NamedTuple):
    """The rows that are left and their neighbours, and what has been eliminated at which cost.

    `near` (rows, WIDEST) lists the neighbours of a row, `degree` says how many; `fill` how many pairs of them are not
    adjacent. `keys` is a tournament: each entry the least of the two below it. `order` are the rows as they
    were eliminated; their neighbours at that time stay in `near`.
    """

    near: Table
    degree: Ints
    fill: Ints
    ties: Ints
    keys: Ints
    mark: Ints
    order: Ints
    registers: Ints
    cost: Table


@entry("the search for an order of rows")
def eliminate(t: ClosingCosts, s: Elimination, steps: int) -> None:
    """Eliminate `steps` rows, or those that are left; stop where one has too many neighbours, or costs too much."""
    for _ in range(steps):
        if s.registers[LEFT] == 0 or s.registers[TOO_WIDE]:
            return
        row = int(s.keys[1] & ((1 << INDEX) - 1))
        s.cost[SPENT] += t.cost[s.degree[row]]
        if s.cost[SPENT] >= s.cost[ALLOWED]:
            s.registers[TOO_WIDE] = 1
            return
        connect_neighbours(t, s, row)
        detach(t, s, row)
        s.order[s.registers[DONE]] = row
        s.registers[DONE] += 1
        s.registers[LEFT] -= 1


@entry("the fill of rows")
def count_fill(t: ClosingCosts, s: Elimination, start: int) -> None:
    """Count the pairs of neighbours of each row that are not adjacent."""
    for row in range(start, len(s.degree)):
        missing = 0
        for at in range(s.degree[row]):
            stamp = mark_neighbours(s, s.near[row, at])
            for other in range(at):
                missing += s.mark[s.near[row, other]] != stamp
        s.fill[row] = missing


@inner
def connect_neighbours(t: ClosingCosts, s: Elimination, row: int) -> None:
    """Make the neighbours of a row adjacent to each other."""
    size = s.degree[row]
    for at in range(size):
        one = s.near[row, at]
        stamp = mark_neighbours(s, one)
        for other_at in range(at + 1, size):
            other = s.near[row, other_at]
            if s.mark[other] != stamp:
                if s.degree[one] >= MAX_WIDTH or s.degree[other] >= MAX_WIDTH:
                    s.registers[TOO_WIDE] = 1
                    return
                connect(t, s, one, other, stamp)
                s.mark[other] = stamp


@inner
def connect(t: ClosingCosts, s: Elimination, one: int, other: int, stamp: int) -> None:
    """Make two rows adjacent; those next to `one` are marked."""
    shared = 0
    for at in range(s.degree[other]):
        third = s.near[other, at]
        if s.mark[third] == stamp:
            shared += 1
            s.fill[third] -= 1
            rank(t, s, third)
    s.fill[one] += s.degree[one] - shared
    s.fill[other] += s.degree[other] - shared
    s.near[one, s.degree[one]] = other
    s.near[other, s.degree[other]] = one
    s.degree[one] += 1
    s.degree[other] += 1
    rank(t, s, one)
    rank(t, s, other)


@inner
def detach(t: ClosingCosts, s: Elimination, row: int) -> None:
    """Take a row away from its neighbours, which are adjacent to each other."""
    size = s.degree[row]
    for at in range(size):
        other = s.near[row, at]
        last = s.degree[other] - 1
        for place in range(last):
            if s.near[other, place] == row:
                s.near[other, place] = s.near[other, last]
                break
        s.degree[other] = last
        s.fill[other] -= last - (size - 1)
        rank(t, s, other)
    put_key(s, row, np.int64(0x7FFFFFFFFFFFFFFF))


@inner
def mark_neighbours(s: Elimination, row: int) -> int:
    """Mark the neighbours of a row with a stamp, which is returned."""
    s.registers[STAMP] += 1
    stamp = s.registers[STAMP]
    for at in range(s.degree[row]):
        s.mark[s.near[row, at]] = stamp
    return int(stamp)


@inner
def rank(t: ClosingCosts, s: Elimination, row: int) -> None:
    """Give a row its key: what it would fill, or its degree."""
    score = s.degree[row] if t.by_degree[0] else s.fill[row]
    put_key(s, row, (((score << TIE) | s.ties[row]) << INDEX) | row)


@inner
def put_key(s: Elimination, row: int, key: int | np.int64) -> None:
    """Write a key and play its games of the tournament again."""
    at = (len(s.keys) >> 1) + row
    s.keys[at] = key
    at >>= 1
    while at:
        least = min(s.keys[2 * at], s.keys[2 * at + 1])
        if s.keys[at] == least:
            return
        s.keys[at] = least
        at >>= 1
