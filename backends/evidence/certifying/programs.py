"""Whole weights by linear programs: of the rows of a packing, and of the items of a node of a tree.

The program of a node: weights y >= 0 of its items such that no free candidate gains more than 1, and all that is needed
weighs as much as can be. If that is more than may still be chosen, there is no set below. The solution is rounded down
to small whole numbers. Any weights may stand in a tree: the checker recomputes what they prove.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rookery.backends.evidence.certifying.parts import Parts, Times
from rookery.backends.presolve.structure.simplex import CLOSE, Floats, solve_program
from rookery.certificates.tree.nodes.state import Levels, Tables
from rookery.core.deadline import check_deadline

TRIES = 8  # linear programs with other weights, of which the simplest answer is taken
SCALES = (*range(1, 61), 120, 255)
MAX_DUAL_CELLS = 1 << 22  # of a tableau
NUDGE, ROOT_TRIES = 1e-3, 8


class Adviser:
    """Weights for nodes that are asked for, until `most` linear programs have been solved."""

    def __init__(self, tables: Tables, most: int) -> None:
        self.tables, self.left = tables, most

    def __call__(self, state: Levels, depth: int) -> dict[int, int] | None:
        """Weights that refute a node; None without such weights, or when the trials are used up."""
        if self.left <= 0:
            return None
        self.left -= 1
        check_deadline()
        hits, items = gather(self.tables, state, depth)
        need, left = state.need[depth][items], int(self.tables.limits[1]) - depth
        if hits.size > MAX_DUAL_CELLS:
            return None
        first = maximise(hits, need.astype(np.float64))
        if first @ need <= left + CLOSE:
            return None
        others = (maximise(hits, worth) for worth in nudge(need, ROOT_TRIES if depth == 0 else 1))
        tried = [round_down(found, hits, need, left, items) for found in (first, *others)]
        return min((each for each in tried if each), key=measure, default=None)


def nudge(need: NDArray[np.int64], times: int) -> list[Floats]:
    """Change the needs by small random differences: of many best weights, others are found, often simpler ones."""
    random = np.random.default_rng(0)
    return [need * (1 + NUDGE * random.random(len(need))) for _ in range(times)]


def measure(vector: dict[int, int]) -> tuple[int, int]:
    """Measure the simplicity of a vector: if all weights are 1, they are squares of which no piece guards two."""
    return max(vector.values()), len(vector)


def gather(tables: Tables, state: Levels, depth: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the hits of each free candidate on each item that needs something, a row each, and list these items."""
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
    """The smallest whole weights in proportion that refute the node; None if rounding loses too much."""
    for scale in SCALES:
        weights = np.floor(found * scale + CLOSE).astype(np.int64)
        if weights.max(initial=0) > max(SCALES):
            break
        gains = np.sort(hits @ weights)[::-1]
        if gains[:left].sum() < weights @ need:
            return {int(item): int(weight) for item, weight in zip(items, weights, strict=True) if weight}
    return None


def solve_parts(parts: Parts) -> Iterator[Times]:
    """Whole multiples of rows by linear programs, the simplest first; none if even fractions prove nothing."""
    hits, sides, limit = _gather(parts)
    if not hits.size or not (parts.allows or hits.any(axis=1).all()):  # no row covers what the whole demands of some
        return
    first = _weigh(parts, hits, sides)
    if not (first @ sides > limit + CLOSE if parts.allows else first @ sides < limit - CLOSE):
        return
    plainly = _round(parts, first, sides, limit)
    if plainly and max(plainly.values()) == 1:
        yield plainly
        return
    others = (_weigh(parts, hits, worth) for worth in nudge(sides.astype(np.int64), TRIES))
    rounded = (plainly, *(_round(parts, found, sides, limit) for found in others))
    yield from sorted(filter(None, rounded), key=lambda times: (max(times.values()), len(times)))


def _gather(parts: Parts) -> tuple[Floats, Floats, int]:
    """A row for each variable, a column for each row of the model, as shares of the room; the sides; the limit."""
    place = {variable: at for at, variable in enumerate(parts.room)}
    hits = np.zeros((len(place), len(parts.numbers)))
    for column, at in enumerate(parts.numbers):
        for variable, weight in parts.weights(at).items():
            if variable in place:
                hits[place[variable], column] = weight / parts.room[variable]
    sides = np.array([abs(parts.rows[at].least) for at in parts.numbers], np.float64)
    return hits, sides, abs(parts.rows[parts.whole].least)


def _weigh(parts: Parts, hits: Floats, sides: Floats) -> Floats:
    """Weigh each row against one use of the whole: demands as large as fit, or allowances as small as cover."""
    if parts.allows:
        return solve_program(hits, sides)[0]
    return cover(np.ascontiguousarray((hits / sides).T)) / sides


def cover(rows: Floats) -> Floats:
    """The y >= 0 of the smallest sum with `y @ rows >= 1`, where each column has a number above 0.

    Of many rows few are needed: a program over some of them is solved again with those that its dual shows to be
    missing, until none is.
    """
    few = np.unique((np.where(rows > 0, 1.0, 0.0) * (rows > 0).sum(axis=1, keepdims=True)).argmax(axis=0))
    while True:
        values, found = solve_program(rows[few], np.ones(rows.shape[1]))
        reached = rows @ values
        reached[few] = 0
        missing = np.argsort(-reached, kind="stable")[: rows.shape[1]]
        missing = missing[reached[missing] > 1 + CLOSE]
        if not len(missing):
            break
        few = np.append(few, missing)
    weights = np.zeros(len(rows))
    weights[few] = found
    return weights


def _round(parts: Parts, found: Floats, sides: Floats, limit: int) -> Times | None:
    """The smallest whole multiples in proportion that prove it; None if rounding loses too much."""
    for scale in SCALES:
        times: NDArray[np.float64] = np.floor(found * scale + CLOSE) if parts.allows else np.ceil(found * scale - CLOSE)
        beyond = times @ sides - scale * limit
        if beyond > 0 if parts.allows else beyond < 0:
            taken = zip(parts.numbers, times.astype(np.int64).tolist(), strict=True)
            return {parts.whole: scale} | {at: many for at, many in taken if many}
    return None
