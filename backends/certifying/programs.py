"""Whole multiples of the rows of a packing by linear programs, rounded to small numbers."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rookery.backends.certifying.packings import Parts, Times
from rookery.backends.presolve.structure.simplex import CLOSE, Floats, solve_program

TRIES = 8  # linear programs with other weights, of which the simplest answer is taken
SCALES = (*range(1, 61), 120, 255)
NUDGE = 1e-3


def solve_parts(parts: Parts) -> Iterator[Times]:
    """Yield whole multiples of rows by linear programs, the simplest first; none if even fractions prove nothing."""
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
    # Small changes of the sides lead to other ones of many best answers, which are often simpler
    random = np.random.default_rng(0)
    nudged = (sides * (1 + NUDGE * random.random(len(sides))) for _ in range(TRIES))
    rounded = [plainly, *(_round(parts, _weigh(parts, hits, each), sides, limit) for each in nudged)]
    yield from sorted(filter(None, rounded), key=lambda times: (max(times.values()), len(times)))


def _gather(parts: Parts) -> tuple[Floats, Floats, int]:
    """Return shares of the room, by variable and row of the model; the sides of these rows; the limit."""
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
    return _cover(np.ascontiguousarray((hits / sides).T)) / sides


def _cover(rows: Floats) -> Floats:
    """Return the y >= 0 of the smallest sum with `y @ rows >= 1`, where each column has a number above 0.

    Few rows are needed: a program over some of them is solved again with those that its dual shows to be missing,
    until none is.
    """
    few = np.unique((np.where(rows > 0, 1.0, 0.0) * (rows > 0).sum(axis=1, keepdims=True)).argmax(axis=0))
    while True:
        values, found = solve_program(rows[few], np.ones(rows.shape[1]))
        reached = rows @ values
        reached[few] = 0
        missing = np.argsort(-reached, kind="stable")[: rows.shape[1]]
        missing = missing[reached[missing] > 1 + CLOSE]
        if not len(missing):
            weights = np.zeros(len(rows))
            weights[few] = found
            return weights
        few = np.append(few, missing)


def _round(parts: Parts, found: Floats, sides: Floats, limit: int) -> Times | None:
    """Return the smallest whole multiples in proportion that prove it; None if rounding loses too much."""
    for scale in SCALES:
        times: NDArray[np.float64] = np.floor(found * scale + CLOSE) if parts.allows else np.ceil(found * scale - CLOSE)
        beyond = times @ sides - scale * limit
        if beyond > 0 if parts.allows else beyond < 0:
            taken = zip(parts.numbers, times.astype(np.int64).tolist(), strict=True)
            return {parts.whole: scale} | {at: many for at, many in taken if many}
    return None
