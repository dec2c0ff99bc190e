"""Orders in which rows are closed: the best of several, and how wide its clusters are.

Rows that share a column are adjacent. To close a row makes its neighbours adjacent to each other: they are then the
open rows of one cluster. Few open rows mean few states. A kernel eliminates the rows one by one, with ties broken by
chance.
"""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any, NamedTuple

import numpy as np

from rookery.backends.engine.frontier.pareto.covering import SetCover, find_neighbours
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.deadline import check_deadline, held_clock
from rookery.core.kernels.compiler import get_ready, hasten
from rookery.core.kernels.jit import Kernel, entry, inner
from rookery.core.values import dataclass

MAX_WIDTH = 127  # open rows of a cluster; with the row that is closed they fill two words
LEFT, STAMP, DONE, TOO_WIDE = range(4)  # registers
SPENT, ALLOWED = range(2)  # entries of `cost`
FILL, DEGREE, GIVEN = range(3)
INDEX, TIE = 23, 20  # bits of a key: a score, a number drawn by chance, a row
Table = np.ndarray


class ClosingCosts(NamedTuple):
    """The cost of closing a row, by degree (MAX_WIDTH + 1); the next row is the first `by` fill, degree or tie."""

    cost: Table
    by: Ints


class Elimination(NamedTuple):
    """The rows that are left and their neighbours, and what has been eliminated at which cost.

    `near` (rows, MAX_WIDTH) lists the neighbours of a row, `degree` is their number, `fill` the number of pairs of them
    that are not adjacent. `keys` is a tournament: each entry the least of the two below it. `order` are the rows as
    they were eliminated; their neighbours at that time stay in `near`.
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
    """Eliminate `steps` rows, or those that are left; stop if one has too many neighbours, or costs too much."""
    for _ in range(steps):
        if s.registers[LEFT] == 0 or s.registers[TOO_WIDE]:
            return
        # The winner is a row that is left: LEFT > 0, and rows that are gone have the largest key. Its degree is at most
        # MAX_WIDTH, which `connect_neighbours` sees to, so `cost` has an entry for it.
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
                # Each gets one neighbour more, for which `near` needs a place in both of their rows.
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
        # A row next to both has one pair less of neighbours that are not adjacent.
        if s.mark[third] == stamp:
            shared += 1
            s.fill[third] -= 1
            rank(t, s, third)
    # The new neighbour makes a pair with each old one; those that both share are adjacent to it.
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
        # The row was adjacent to the `size - 1` others of the clique, and to none of the rest of these neighbours.
        s.fill[other] -= last - (size - 1)
        rank(t, s, other)
    put_key(s, row, np.int64(0x7FFFFFFFFFFFFFFF))


@inner
def mark_neighbours(s: Elimination, row: int) -> int:
    """Mark the neighbours of a row with a stamp, which is returned."""
    # Stamps rise, so older marks never equal this one and need no clearing.
    s.registers[STAMP] += 1
    stamp = s.registers[STAMP]
    for at in range(s.degree[row]):
        s.mark[s.near[row, at]] = stamp
    return int(stamp)


@inner
def rank(t: ClosingCosts, s: Elimination, row: int) -> None:
    """Give a row its key: what it would fill, or its degree."""
    score = np.int64(0)
    if t.by[0] != GIVEN:
        score = s.degree[row] if t.by[0] == DEGREE else s.fill[row]
    # A fill is at most 127 * 126 / 2, of 13 bits: with TIE and INDEX a key has 56 bits and stays positive.
    put_key(s, row, (((score << TIE) | s.ties[row]) << INDEX) | row)


@inner
def put_key(s: Elimination, row: int, key: int | np.int64) -> None:
    """Write a key and play its games of the tournament again."""
    # Rows have the second half, a power of two not below their number; 1 is the root, and 0 is not used.
    at = (len(s.keys) >> 1) + row
    s.keys[at] = key
    at >>= 1
    while at:
        least = min(s.keys[2 * at], s.keys[2 * at + 1])
        # If the winner of a game is the same, so are those of all games above it.
        if s.keys[at] == least:
            return
        s.keys[at] = least
        at >>= 1


GROWTH = 1.28  # how many times as many states there are with one more open row
STEPS, PLAIN_STEPS = 4096, 64
MAX_ROWS, FEW_ROWS, MANY_ROWS = 1 << 16, 6_000, 150
FEWEST_TRIES, MAX_TRIES, PER_ROW = 4, 256, 20  # an order takes about as long as 20 states for each row
LUCK = 10  # times that an order may cost of the best of many: at most 3 where that was measured
COST = GROWTH ** np.arange(MAX_WIDTH + 1)
KINDS = [ClosingCosts(COST, np.array([by], np.int64)) for by in (FILL, DEGREE)]
# A front joins one row at a time: no two large clusters are paired, which the estimate does not know. Grids of 10x100,
# 10x1000 and 14x14 take a tenth to a third of the time of a tree of the same estimate.
FRONT = ClosingCosts(COST / 2, np.array([GIVEN], np.int64))
WORTH_FRONTS = 100  # states for each row from which on two fronts are tried: they take as long as some orders
SMOOTHED = 256
MAX_KEY = np.int64(0x7FFFFFFFFFFFFFFF)


@dataclass(frozen=True)
class Order:
    """The rows in the order in which they are closed, and those open after each; `cost` estimates the states."""

    rows: Ints
    opened: tuple[Ints, ...]
    cost: float

    @property
    def width(self) -> int:
        """The most rows that are open at once."""
        return max(map(len, self.opened), default=0)


def find_order(found: SetCover, seed: int, most: float, tries: int = MAX_TRIES) -> Order | None:
    """The best of several orders, more of them the more there is to save; None if all are wider, or cost more."""
    search = OrderSearch(found, seed, most)
    while search.wanted and search.tried < tries:
        search.step()
    return search.best if search.best and search.best.cost <= most else None


class OrderSearch:
    """Eliminates the rows of a covering again and again, in orders that chance makes different."""

    def __init__(self, found: SetCover, seed: int, most: float = inf, best: Order | None = None) -> None:
        self._size, self._most = len(found.rows), most
        self._chance = np.random.default_rng(seed)
        near = find_neighbours(found, MAX_WIDTH) if self._size <= MAX_ROWS else None
        hopeless = near is None or least_cost(near) > most or _looks_hopeless(near, LUCK * LUCK * most)
        self._near, self._start = near, None if near is None or hopeless else _begin(near)
        self.best = best  # number of orders that were tried before
        self.tried = 0 if best is None else FEWEST_TRIES
        self._better = KINDS[0]

    @property
    def wanted(self) -> bool:
        """Return whether one more order is likely to save more time than it takes; as plain Python, few are."""
        if self._start is None or self.best is None or not eliminate.compiled:
            return self._start is not None and self.tried < FEWEST_TRIES
        worth = self.best.cost / (PER_ROW * max(1, self._size)) if self.best.cost <= LUCK * self._most else 0
        return self.tried < min(MAX_TRIES, FEWEST_TRIES + worth)

    def step(self) -> None:
        """Try one more order."""
        if self._start is None:
            return
        self._run(KINDS[self.tried] if self.tried < len(KINDS) else self._better)
        self.tried += 1
        if self.tried == len(KINDS):
            self._try_fronts()

    def _try_fronts(self) -> None:
        """Try fronts that go from one end of the rows to the other, as they are given or as they lie.

        The numbers of squares follow the rows of a board: their front is straight, which leaves fewer states than one
        askew of the same width, so that fronts by levels are tried only where those are too wide.
        """
        tree, near = self.best, self._near
        if tree is None or near is None or tree.cost <= WORTH_FRONTS * self._size:
            return
        self._run(FRONT, np.arange(self._size))
        if self.best is tree:
            far = measure_levels(near, 0)
            self._run(FRONT, measure_levels(near, int(far.argmax())))
        if self.best is not tree:
            # On the seven boards and bands where a front was cheaper, no later tree was cheaper still.
            self.tried = MAX_TRIES

    def _run(self, kind: ClosingCosts, along: Ints | None = None) -> None:
        """Eliminate all rows, and keep the order if it costs less than the best."""
        assert self._start is not None
        state = self._begin(kind, along)
        while state.registers[LEFT] and not state.registers[TOO_WIDE]:
            check_deadline()
            get_on(eliminate, self._size, kind, state, STEPS)
            eliminate(kind, state, STEPS if eliminate.compiled else PLAIN_STEPS)
        if not state.registers[TOO_WIDE]:
            rows = state.order[: state.registers[DONE]].copy()
            opened = tuple(state.near[row, : state.degree[row]].astype(np.int64) for row in rows)
            self._better = kind if along is None else self._better
            self.best = Order(rows, opened, float(state.cost[SPENT]))

    def _begin(self, kind: ClosingCosts, along: Ints | None) -> Elimination:
        """A state in which ties are broken by chance or by a front, and which is to cost less than the best."""
        assert self._start is not None
        assert self._near is not None
        state = Elimination(*(array.copy() for array in self._start))
        half, size = len(state.keys) // 2, self._size
        ties = self._chance.permutation(size) if along is None else straighten(self._near, along)
        state.ties[:] = ties & ((1 << TIE) - 1)
        score = (state.fill, state.degree, 0)[int(kind.by[0])]
        state.keys[half : half + size] = (((score << TIE) | state.ties) << INDEX) | np.arange(size)
        _play(state.keys)
        state.cost[:] = 0.0, self.best.cost if self.best else inf
        return state


def measure_levels(near: Incidence, start: int) -> Ints:
    """The number of steps from a row to each, by way of neighbours; 0 if there is none."""
    level, queue, others = np.zeros(len(near), np.int64), [start], list(near)
    reached = {start}
    for row in queue:
        for other in others[row]:
            if other not in reached:
                reached.add(other)
                level[other] = level[row] + 1
                queue.append(other)
    return level


def straighten(near: Incidence, along: Ints) -> Ints:
    """The place of each row in the order of `along`, smoothed: rows go where their neighbours are in the mean.

    What differs across a long and narrow ground is soon even, what differs along it stays: so fronts become straight.
    """
    place, owner, share = along.astype(np.float64), near.owner, 1 / (near.sizes + 1)
    for _ in range(SMOOTHED):
        check_deadline()
        place = (place + np.bincount(owner, place[near.flat], len(near))) * share
    rank = np.empty(len(near), np.int64)
    rank[np.lexsort((along, place))] = np.arange(len(near))
    return rank


def least_cost(near: Incidence) -> float:
    """A lower bound on the cost of an order: the first row has at least the least degree, the next one less, ..."""
    return float(COST[: near.sizes.min(initial=0) + 1].sum())


def _looks_hopeless(near: Incidence, most: float) -> bool:
    """Return whether an order by least degree costs more than `most`; one of many rows is not tried.

    It is found before the kernels for better orders are loaded, which takes longer.
    """
    left = [set(each.tolist()) for each in np.split(near.flat, near.first[1:-1])] if len(near) <= FEW_ROWS else []
    waiting, cost, closed = [(len(others), row) for row, others in enumerate(left)], 0.0, set[int]()
    heapify(waiting)
    while waiting and cost <= most:
        degree, row = heappop(waiting)
        if row in closed or degree != len(left[row]):
            continue
        closed.add(row)
        cost += GROWTH**degree
        for each in left[row]:
            left[each] |= left[row]
            left[each] -= {row, each}
            heappush(waiting, (len(left[each]), each))
    return cost > most


def get_on(kernel: Kernel, size: int, *arguments: Any) -> None:
    """Make a kernel ready if it has much to do, or once that pays; outside of the time limit."""
    if size > MANY_ROWS:
        get_ready(kernel, arguments, held_clock())
    else:
        with held_clock().standing():
            hasten(kernel, *arguments)


def sample_elimination() -> Iterator[tuple[Kernel, ClosingCosts, Elimination]]:
    """The kernels of the search for an order, with arguments such as they are called with."""
    state = _begin(Incidence.of([[1], [0]], 2))
    yield eliminate, KINDS[0], state
    yield count_fill, KINDS[0], state


def _begin(neighbours: Incidence) -> Elimination:
    """The state before anything is eliminated."""
    degree, owner, size = neighbours.sizes, neighbours.owner, len(neighbours)
    near = np.zeros((size, MAX_WIDTH), np.int32)
    near[owner, np.arange(len(owner)) - neighbours.first[owner]] = neighbours.flat
    half = 1 << max(0, size - 1).bit_length()
    state = Elimination(
        near=near,
        degree=degree.astype(np.int64),
        fill=np.zeros(size, np.int64),
        ties=np.zeros(size, np.int64),
        keys=np.full(2 * half, MAX_KEY, np.int64),
        mark=np.zeros(size, np.int64),
        order=np.zeros(size, np.int64),
        registers=np.array([size, 0, 0, 0], np.int64),
        cost=np.zeros(2),
    )
    get_on(count_fill, size, KINDS[0], state, 0)
    count_fill(KINDS[0], state, 0)
    return state


def _play(keys: Ints) -> None:
    """Play the whole tournament."""
    level = len(keys) // 2
    while level > 1:
        pairs = keys[level : 2 * level].reshape(-1, 2)
        keys[level // 2 : level] = pairs.min(axis=1)
        level //= 2
