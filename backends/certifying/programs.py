"""Multiples of the rows of a packing: solutions of linear programs, rounded to small whole numbers."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rookery.backends.certifying.packings import Parts, Times
from rookery.backends.presolve.structure.simplex import CLOSE, Floats, solve_program

TRIES = 8  # linear programs with perturbed sides
SCALES = (*range(1, 61), 120, 255)  # denominators to which multiples are rounded
NUDGE = 1e-3  # largest relative change of a side


def solve_parts(parts: Parts) -> Iterator[Times]:
    """Yield multiples of rows, the simplest first; none if not even fractional multiples prove anything."""
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
    # Perturbed sides lead to other optimal solutions, of which some are simpler
    random = np.random.default_rng(0)
    nudged = (sides * (1 + NUDGE * random.random(len(sides))) for _ in range(TRIES))
    rounded = [plainly, *(_round(parts, _weigh(parts, hits, each), sides, limit) for each in nudged)]
    yield from sorted(filter(None, rounded), key=lambda times: (max(times.values()), len(times)))


def _gather(parts: Parts) -> tuple[Floats, Floats, int]:
    """Return the weights of rows relative to the whole (a row for each variable), the rows' sides, and the whole's."""
    place = {variable: at for at, variable in enumerate(parts.room)}
    hits = np.zeros((len(place), len(parts.numbers)))
    for column, at in enumerate(parts.numbers):
        for variable, weight in parts.weights(at).items():
            if variable in place:
                hits[place[variable], column] = weight / parts.room[variable]
    sides = np.array([abs(parts.rows[at].least) for at in parts.numbers], np.float64)
    return hits, sides, abs(parts.rows[parts.whole].least)


def _weigh(parts: Parts, hits: Floats, sides: Floats) -> Floats:
    """Return multiples of rows, relative to the whole: a largest packing of demands, or a smallest cover."""
    if parts.allows:
        return solve_program(hits, sides)[0]
    return solve_program(np.ascontiguousarray((hits / sides).T), np.ones(len(hits)))[1] / sides


def _round(parts: Parts, found: Floats, sides: Floats, limit: int) -> Times | None:
    """Return the smallest whole multiples in this proportion that are a proof; None if rounding loses too much."""
    for scale in SCALES:
        times: NDArray[np.float64] = np.floor(found * scale + CLOSE) if parts.allows else np.ceil(found * scale - CLOSE)
        beyond = times @ sides - scale * limit
        if beyond > 0 if parts.allows else beyond < 0:
            taken = zip(parts.numbers, times.astype(np.int64).tolist(), strict=True)
            return {parts.whole: scale} | {at: many for at, many in taken if many}
    return None
