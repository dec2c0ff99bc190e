"""Tables of the row search: every row of choices has a separate lane of bits."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.kernels.bits import LOW, SIX, WORD, Words, bitset, list_rivals, words_for
from rookery.backends.engine.kernels.blocks import pad_words
from rookery.backends.engine.rows.cut import find_width
from rookery.backends.presolve.covering import Covering, Options
from rookery.core.kernels.kernel import numbers
from rookery.models.model.model import Permutation


class Lanes(NamedTuple):
    """The compiled tables; a slot is a place in a lane: row * width + value.

    `start` (words): the slots that hold a value. `allowed` (slots, words): what stays possible once a slot is chosen.
    `word`, `shift` (rows): where a row's lane lies. `mask`: one lane of bits. `variable` (slots): what a slot means.
    `past` (rows, words): the lanes before a row and those of no row, set; `low`, `high`: the end bits of all lanes.
    """

    start: Words
    allowed: Words
    word: Words
    shift: Words
    mask: np.uint64
    width: np.uint64
    variable: NDArray[np.int64]
    past: Words
    low: np.uint64
    high: np.uint64


class RowState(NamedTuple):
    """The explicit stack: for each row the slots that are `possible` after the choices of the rows before it (rows,
    words), its values that are `untried`, and the slot that is `chosen`.

    The arrays of one element: the `depth` of the row that is searched, -1 at the end, how many placements are `noted`
    in `found` (buffer, rows), as slots, how many `nodes` were made, and whether slots are `marked` (`marking`): then
    `hits` (rows) is how many of them were chosen so far, and `tally` counts placements by how many they chose.
    """

    possible: Words
    untried: Words
    chosen: NDArray[np.int64]
    depth: NDArray[np.int64]
    noted: NDArray[np.int64]
    nodes: NDArray[np.int64]
    marking: NDArray[np.int64]
    found: NDArray[np.int64]
    marked: Words
    hits: NDArray[np.int64]
    tally: NDArray[np.int64]


def make_lanes(rows: tuple[Options, ...], selection: Covering) -> Lanes:
    """Return the tables for rows of choices of a selection."""
    width = find_width(rows)
    place = np.full(selection.variables, -1, np.int64)
    variable = np.full(pad_words(words_for(len(rows) * width)) * WORD, -1, np.int64)
    for at, row in enumerate(rows):
        slots = at * width + np.arange(len(row))
        place[list(row)], variable[slots] = slots, row
    start = bitset(np.flatnonzero(variable >= 0), len(variable) // WORD)
    lane = np.arange(len(rows), dtype=np.uint64) * np.uint64(width)
    low = sum(1 << at for at in range(0, WORD, width))
    return Lanes(
        start=start,
        allowed=start & ~list_rivals(selection.cliques, place, len(variable)),
        word=lane >> SIX,
        shift=lane & LOW,
        mask=np.uint64((1 << width) - 1),
        width=np.uint64(width),
        variable=variable,
        past=_past(len(rows), width, len(start)),
        low=np.uint64(low),
        high=np.uint64(low << (width - 1)),
    )


def _past(rows: int, width: int, words: int) -> Words:
    """For each row the lanes that have had their choice, and those beyond the last row."""
    every, lanes = (1 << (WORD * words)) - 1, (1 << (width * rows)) - 1
    sets = [every ^ (lanes >> (width * row) << (width * row)) for row in range(rows)]
    return np.array([[(past >> (WORD * at)) & (1 << WORD) - 1 for at in range(words)] for past in sets], np.uint64)


def make_state(tables: Lanes, buffer: int) -> RowState:
    """Return the state before the first step, with room for `buffer` placements at a time."""
    rows, words = len(tables.word), len(tables.start)
    state = RowState(
        possible=np.zeros((rows, words), np.uint64),
        untried=np.zeros(rows, np.uint64),
        chosen=np.zeros(rows, np.int64),
        **numbers("depth", "noted", "nodes", "marking"),
        found=np.zeros((buffer, rows), np.int64),
        marked=np.zeros(words, np.uint64),
        hits=np.zeros(rows + 1, np.int64),
        tally=np.zeros(rows + 2, np.int64),
    )
    state.possible[0] = tables.start
    state.untried[0] = tables.start[0] >> tables.shift[0] & tables.mask
    return state


def begin_orbit(tables: Lanes, state: RowState, first: int, banned: Words, orbit: Words) -> None:
    """Start again with one value of the first row chosen, some slots banned, and those of an orbit marked."""
    state.possible[0] = tables.start & ~banned
    state.untried[0] = np.uint64(1 << first)
    state.marked[:] = orbit
    state.marking[0] = 1
    state.tally[:] = 0


def move_slots(tables: Lanes, permutation: Permutation, size: int) -> NDArray[np.int64]:
    """Return the image of each slot under a symmetry of the variables; empty slots stay."""
    slots = np.full(size, -1, np.int64)
    taken = np.flatnonzero(tables.variable >= 0)
    slots[tables.variable[taken]] = taken
    images = np.arange(len(tables.variable))
    images[taken] = slots[np.array(permutation)[tables.variable[taken]]]
    return images
