"""Tables of the row search: every row of choices has a lane of bits of its own."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.bits import WORD, Words, bitset, rivals, words_for
from rookery.backends.backtracking.structure import Options, Selection

WIDTHS = (8, 16, 32, 64)


class Lanes(NamedTuple):
    """The compiled tables; a slot is a place in a lane: row * width + value.

    `start` (words): the slots that hold a value. `allowed` (slots, words): what stays possible once a slot is chosen.
    `word`, `shift` (rows): where a row's lane lies. `mask`: one lane of bits. `variable` (slots): what a slot means.
    """

    start: Words
    allowed: Words
    word: NDArray[np.int64]
    shift: NDArray[np.uint64]
    mask: np.uint64
    width: int
    variable: NDArray[np.int64]


class RowState(NamedTuple):
    """The explicit stack: per row what is still possible after it, and the values not yet tried.

    `at` holds the depth (-1 at the end), the count, and how many placements stand in `found` (buffer, rows).
    """

    possible: Words
    untried: Words
    chosen: NDArray[np.int64]
    at: NDArray[np.int64]
    found: NDArray[np.int64]


def fits(rows: tuple[Options, ...]) -> bool:
    """Whether every row fits in one lane."""
    return max(map(len, rows)) <= WIDTHS[-1]


def lanes(rows: tuple[Options, ...], chosen: Selection) -> Lanes:
    """The tables for rows of choices of a selection."""
    width = next(width for width in WIDTHS if width >= max(map(len, rows)))
    place = np.full(chosen.variables, -1, np.int64)
    variable = np.full(words_for(len(rows) * width) * WORD, -1, np.int64)
    for at, row in enumerate(rows):
        slots = at * width + np.arange(len(row))
        place[list(row)], variable[slots] = slots, row
    start = bitset(np.flatnonzero(variable >= 0), len(variable) // WORD)
    lane = np.arange(len(rows)) * width
    mask = np.uint64((1 << width) - 1)
    allowed = start & ~rivals(chosen.cliques, place, len(variable))
    return Lanes(start, allowed, lane // WORD, (lane % WORD).astype(np.uint64), mask, width, variable)


def fresh(tables: Lanes, buffer: int) -> RowState:
    """The state before the first step, with room for `buffer` placements at a time."""
    rows, words = len(tables.word), len(tables.start)
    state = RowState(
        possible=np.zeros((rows, words), np.uint64),
        untried=np.zeros(rows, np.uint64),
        chosen=np.zeros(rows, np.int64),
        at=np.zeros(3, np.int64),
        found=np.zeros((buffer, rows), np.int64),
    )
    state.possible[0] = tables.start
    state.untried[0] = tables.start[0] >> tables.shift[0] & tables.mask
    return state
