"""The best of several orders of rows, and how wide its clusters are."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any

import numpy as np

from rookery.backends.engine.frontier.pareto.covering import SetCover, find_neighbours
from rookery.backends.engine.frontier.pareto.elimination import (
    DONE,
    INDEX,
    LEFT,
    MAX_WIDTH,
    SPENT,
    TIE,
    TOO_WIDE,
    ClosingCosts,
    Elimination,
    count_fill,
    eliminate,
)
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.deadline import check_deadline, held_clock
from rookery.core.kernels.compiler import get_ready, hasten
from rookery.core.kernels.jit import Kernel

GROWTH = 1.28  # how many times as many states there are with one more open row
STEPS, PLAIN_STEPS = 4096, 64
MAX_ROWS, FEW_ROWS, MANY_ROWS = 1 << 16, 6_000, 150
FEWEST_TRIES, MAX_TRIES, PER_ROW = 4, 256, 20  # an order takes about as long as 20 states for each row
LUCK = 10  # times that an order may cost of the best of many: at most 3 where that was measured
COST = GROWTH ** np.arange(MAX_WIDTH + 1)
KINDS = [ClosingCosts(COST, np.array([by_degree], np.int64)) for by_degree in (0, 1)]  # least fill, least degree
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
        self._start = None if near is None or hopeless else _begin(near)
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
        kind = KINDS[self.tried] if self.tried < len(KINDS) else self._better
        state = self._begin(kind)
        while state.registers[LEFT] and not state.registers[TOO_WIDE]:
            check_deadline()
            get_on(eliminate, self._size, kind, state, STEPS)
            eliminate(kind, state, STEPS if eliminate.compiled else PLAIN_STEPS)
        self.tried += 1
        if not state.registers[TOO_WIDE]:
            rows = state.order[: state.registers[DONE]].copy()
            opened = tuple(state.near[row, : state.degree[row]].astype(np.int64) for row in rows)
            self._better = kind
            self.best = Order(rows, opened, float(state.cost[SPENT]))

    def _begin(self, kind: ClosingCosts) -> Elimination:
        """A state in which ties are broken by chance, and which is to cost less than the best."""
        assert self._start is not None
        state = Elimination(*(array.copy() for array in self._start))
        half, size = len(state.keys) // 2, self._size
        state.ties[:] = self._chance.permutation(size) & ((1 << TIE) - 1)
        score = state.degree if kind.by_degree[0] else state.fill
        state.keys[half : half + size] = (((score << TIE) | state.ties) << INDEX) | np.arange(size)
        _play(state.keys)
        state.cost[:] = 0.0, self.best.cost if self.best else inf
        return state


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
    """Make a kernel ready where it has much to do, or once that pays; outside of the time limit."""
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
