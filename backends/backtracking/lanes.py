"""Tables of the row search: every row of choices has a lane of bits of its own."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.bits import WORD, Words
from rookery.backends.backtracking.structure import Options

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


def lanes(rows: tuple[Options, ...], conflicts: list[set[int]]) -> Lanes:
    """The tables for rows of choices and the conflicts between their values."""
    width = next(width for width in WIDTHS if width >= max(map(len, rows)))
    slots = {v: at * width + place for at, row in enumerate(rows) for place, v in enumerate(row)}
    words = -(-len(rows) * width // WORD)
    start = _bits(slots.values(), words)
    allowed = np.zeros((len(rows) * width, words), np.uint64)
    variable = np.full(len(rows) * width, -1, np.int64)
    for v, slot in slots.items():
        rivals = _bits((slots[other] for other in conflicts[v] if other in slots), words)
        allowed[slot] = start & ~rivals
        variable[slot] = v
    lane = np.arange(len(rows)) * width
    mask = np.uint64((1 << width) - 1)
    return Lanes(start, allowed, lane // WORD, (lane % WORD).astype(np.uint64), mask, width, variable)


def _bits(places: Iterable[int], words: int) -> Words:
    bits = np.zeros(words, np.uint64)
    for place in places:
        bits[place >> 6] |= np.uint64(1 << (place & 63))
    return bits


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
