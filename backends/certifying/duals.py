"""Weights that refute a node: solutions of the dual linear program, rounded down to small whole numbers.

The program of a node: weights y >= 0 of its items such that no free candidate gains more than 1, and all that is needed
weighs as much as can be. Where that is more than may still be chosen, there is no set below. Any weights may stand in a
tree: the checker recomputes what they prove.
"""

import numpy as np
from numpy.typing import NDArray

from rookery.backends.selection.simplex import CLOSE, Floats, solve_program
from rookery.certificates.tree.levels import Levels, Tables
from rookery.models.base.deadline import look

SCALES = (*range(1, 61), 120, 255)
MOST_CELLS = 1 << 22  # of a tableau
NUDGE, ROOT_TRIES = 1e-3, 8


class Adviser:
    """Weights for nodes that are asked for, until `most` linear programs have been solved."""

    def __init__(self, tables: Tables, most: int) -> None:
        self.tables, self.left = tables, most

    def __call__(self, state: Levels, depth: int) -> dict[int, int] | None:
        """Weights that refute a node; None where there are none, or enough has been tried."""
        if self.left <= 0:
            return None
        self.left -= 1
        look()
        hits, items = gather(self.tables, state, depth)
        need, left = state.need[depth][items], int(self.tables.limits[1]) - depth
        if hits.size > MOST_CELLS:
            return None
        first = maximise(hits, need.astype(np.float64))
        if first @ need <= left + CLOSE:
            return None
        others = (maximise(hits, worth) for worth in nudge(need, ROOT_TRIES if depth == 0 else 1))
        tried = [round_down(found, hits, need, left, items) for found in (first, *others)]
        return min((each for each in tried if each), key=measure, default=None)


def nudge(need: NDArray[np.int64], times: int) -> list[Floats]:
    """What is needed, with small random differences: of many best weights, others are found, often simpler ones."""
    random = np.random.default_rng(0)
    return [need * (1 + NUDGE * random.random(len(need))) for _ in range(times)]


def measure(vector: dict[int, int]) -> tuple[int, int]:
    """How simple a vector is: weights of 1 alone are squares of which no piece guards two."""
    return max(vector.values()), len(vector)


def gather(tables: Tables, state: Levels, depth: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each free candidate hits each item that needs something, a row each, and these items."""
    free, need = state.listed[depth, : state.many[depth]], state.need[depth]
    every = np.zeros((len(free), len(need)), np.int64)
    for row, candidate in zip(every, free.tolist(), strict=True):
        part = slice(tables.hit_first[candidate], tables.hit_first[candidate + 1])
        row[tables.hits[part]] = tables.hit_hits[part]
    items = np.flatnonzero(need)
    return np.minimum(every[:, items], need[items]), items


def maximise(hits: NDArray[np.int64], worth: Floats) -> Floats:
    """The y >= 0 of the largest `worth @ y` with `hits @ y <= 1`."""
    return solve_program(hits.astype(np.float64), worth)[0]


def round_down(
    found: Floats, hits: NDArray[np.int64], need: NDArray[np.int64], left: int, items: NDArray[np.int64]
) -> dict[int, int] | None:
    """The smallest whole weights in proportion that refute the node; None where rounding loses too much."""
    for scale in SCALES:
        weights = np.floor(found * scale + CLOSE).astype(np.int64)
        if weights.max(initial=0) > max(SCALES):
            break
        gains = np.sort(hits @ weights)[::-1]
        if gains[:left].sum() < weights @ need:
            return {int(item): int(weight) for item, weight in zip(items, weights, strict=True) if weight}
    return None
