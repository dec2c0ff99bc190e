"""Tables of the covering search: items, options, rivals and symmetries as bitsets."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rookery.backends.backtracking.bits import Ints, Words, bitset, rivals, words_for
from rookery.backends.backtracking.structure import Selection


class Cover(NamedTuple):
    """The compiled tables; candidates are the free variables, numbered anew in the order of the search.

    `covers` (candidates, item words): the items that a candidate hits. `options` (items, candidate words): the
    reverse. `rivals` (candidates, candidate words): who cannot be chosen with it, itself included. `images`
    (symmetries, candidates): where symmetries take a candidate. `start` and `open`: all candidates, all items.
    `variable` (candidates): what a candidate means.
    """

    covers: Words
    options: Words
    rivals: Words
    images: Ints
    start: Words
    open: Words
    variable: Ints


class CoverState(NamedTuple):
    """The explicit stack, a row for each depth, and the registers in `at` (see `cover_kernel`).

    `open` and `candidates` are what is left to hit and to choose from, `order` the candidates to try, of which
    `tried` of `length` are done. `found` takes solutions as candidate numbers ended by -1. `priority`
    breaks ties between candidates; `gain`, `histogram`, `rest` and `common` are room for counting.
    """

    open: Words
    candidates: Words
    order: Ints
    length: Ints
    tried: Ints
    picked: Ints
    at: Ints
    found: Ints
    priority: Ints
    gain: Ints
    histogram: Ints
    rest: Words
    common: Words


def cover(chosen: Selection, order: Sequence[int], symmetries: Sequence[Sequence[int]] = ()) -> Cover:
    """The tables for a selection; `order` lists its free variables as the search shall prefer them."""
    size, items = len(order), len(chosen.items)
    place = np.full(chosen.variables, -1, np.int64)
    place[list(order)] = np.arange(size)
    covers = np.zeros((size, words_for(items)), np.uint64)
    options = np.zeros((items, words_for(size)), np.uint64)
    for item, variables in enumerate(chosen.items):
        numbers = place[list(variables)]
        covers[numbers, item >> 6] |= np.uint64(1 << (item & 63))
        options[item] = bitset(numbers, options.shape[1])
    return Cover(
        covers=covers,
        options=options,
        rivals=rivals(chosen.cliques, place, size),
        images=np.array([place[np.array(p)[list(order)]] for p in symmetries], np.int64).reshape(-1, size),
        start=bitset(np.arange(size), words_for(size)),
        open=bitset(np.arange(items), words_for(items)),
        variable=np.array(order, np.int64),
    )


def fresh(t: Cover, registers: dict[int, int], size: int, deepest: int, buffer: int) -> CoverState:
    """The state before the first step, for solutions of at most `deepest` candidates."""
    rows, candidates, items = deepest + 2, len(t.start), len(t.open)
    state = CoverState(
        open=np.zeros((rows, items), np.uint64),
        candidates=np.zeros((rows, candidates), np.uint64),
        order=np.zeros((rows, size), np.int64),
        length=np.zeros(rows, np.int64),
        tried=np.zeros(rows, np.int64),
        picked=np.zeros(rows, np.int64),
        at=np.zeros(10, np.int64),
        found=np.full((buffer, rows), -1, np.int64),
        priority=np.zeros(size, np.int64),
        gain=np.zeros(size, np.int64),
        histogram=np.zeros(items * 64 + 1, np.int64),
        rest=np.zeros(words_for(size), np.uint64),
        common=np.zeros(words_for(size), np.uint64),
    )
    state.open[0], state.candidates[0] = t.open, t.start
    for register, value in registers.items():
        state.at[register] = value
    return state
