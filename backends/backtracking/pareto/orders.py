"""The best of several orders of rows, and how wide its clusters are."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np

from rookery.backends.backtracking.pareto.covering import Covering, adjacency
from rookery.backends.backtracking.pareto.elimination import (
    DONE,
    LEFT,
    TOO_WIDE,
    WIDEST,
    Elimination,
    NoTables,
    count_fill,
    eliminate,
)
from rookery.backends.selection.words import Ints
from rookery.models.base.deadline import look
from rookery.models.kernels.compiler import hasten

GROWTH = 1.28  # how many times as many states there are with one more open row
STEPS, PLAIN_STEPS = 4096, 64
MOST_ROWS = 1 << 16
MOST_KEY = np.int64(0x7FFFFFFFFFFFFFFF)


@dataclass(frozen=True)
class Order:
    """The rows in the order in which they are closed, with the rows that are open after each; `cost` estimates states."""

    rows: Ints
    opened: tuple[Ints, ...]
    cost: float

    @property
    def width(self) -> int:
        """The most rows that are open at once."""
        return max(map(len, self.opened), default=0)


class OrderSearch:
    """Eliminates the rows of a covering again and again, in orders that chance makes different."""

    def __init__(self, found: Covering, seed: int) -> None:
        self._size = len(found.rows)
        self._chance = np.random.default_rng(seed)
        self._start = _begin(*adjacency(found)) if self._size <= MOST_ROWS else None
        self.best: Order | None = None
        self.tried = 0

    @property
    def hopeless(self) -> bool:
        """Whether some row alone has too many neighbours."""
        return self._start is None

    def step(self, by_degree: bool = False) -> None:
        """Try one more order."""
        if self._start is None:
            return
        tables = NoTables(np.array([by_degree], np.int64))
        state = _copy(self._start)
        state.ties[:] = self._chance.permutation(len(state.ties)) & 0xFFFFF
        score = state.degree if by_degree else state.fill
        half = len(state.keys) // 2
        rows = np.arange(self._size)
        state.keys[half : half + self._size] = (((score.astype(np.int64) << 20) | state.ties) << 23) | rows
        _play(state.keys)
        state.cost[:] = 0.0, self.best.cost if self.best else inf
        while state.registers[LEFT] and not state.registers[TOO_WIDE]:
            look()
            hasten(eliminate, tables, state, STEPS)
            eliminate(tables, state, STEPS if eliminate.compiled else PLAIN_STEPS)
        self.tried += 1
        if not state.registers[TOO_WIDE]:
            order = state.order[: state.registers[DONE]].copy()
            opened = tuple(state.near[row, : state.degree[row]].astype(np.int64) for row in order)
            self.best = Order(order, opened, float(state.cost[0]))


def _begin(first: Ints, flat: Ints) -> Elimination | None:
    """The state before anything is eliminated; None where a row has too many neighbours."""
    degree = np.diff(first)
    size = len(degree)
    if size and degree.max() > WIDEST:
        return None
    near = np.zeros((size, WIDEST), np.int32)
    near[np.repeat(np.arange(size), degree), np.arange(len(flat)) - np.repeat(first[:-1], degree)] = flat
    half = 1 << max(0, size - 1).bit_length()
    state = Elimination(
        near=near,
        degree=degree.astype(np.int64),
        fill=np.zeros(size, np.int64),
        ties=np.zeros(size, np.int64),
        keys=np.full(2 * half, MOST_KEY, np.int64),
        mark=np.zeros(size, np.int64),
        order=np.zeros(size, np.int64),
        registers=np.array([size, 0, 0, 0], np.int64),
        cost=np.zeros(2),
        growth=GROWTH ** np.arange(WIDEST + 1),
    )
    tables = NoTables(np.zeros(1, np.int64))
    hasten(count_fill, tables, state, 0)
    count_fill(tables, state, 0)
    return state


def _copy(state: Elimination) -> Elimination:
    return Elimination(*(array.copy() for array in state))


def _play(keys: Ints) -> None:
    """Play the whole tournament."""
    level = len(keys) // 2
    while level > 1:
        pairs = keys[level : 2 * level].reshape(-1, 2)
        keys[level // 2 : level] = pairs.min(axis=1)
        level //= 2


def widths(order: Order) -> Iterator[int]:
    """How many rows are open after each row of an order."""
    return map(len, order.opened)
