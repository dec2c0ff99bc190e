"""Tables of the covering search: items, options, rivals and symmetries as bitsets."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.cover.images import Images
from rookery.backends.backtracking.kernels.bits import WORD, Ints, Words, bitset, rivals, words_for
from rookery.backends.backtracking.kernels.blocks import pad_words
from rookery.backends.backtracking.options import DUAL
from rookery.backends.contract.backend import Unsupported
from rookery.backends.contract.machine import memory_of_machine
from rookery.backends.selection.incidence import Incidence, packed
from rookery.backends.selection.selection import Selection
from rookery.models.base.deadline import look
from rookery.models.model import Permutation

Lanes = NDArray[np.uint16]
Table = NDArray[np.int64]
MOST_WEIGHED = 1 << 25  # pairs of item and candidate for the dual bound: 128 MB of them, boards of 76x76
LANE, HEAVIEST = 0xFFFF, 2000


class Symmetries(NamedTuple):
    """Where each symmetry takes each candidate (symmetries, candidates), and each item (symmetries, items)."""

    candidates: Words
    items: Words


class Incidences(NamedTuple):
    """Which candidate hits which item, as the dual bound reads it.

    `lanes` (items + 1, candidates) has all bits of a lane set where it does, `hits` (candidates, items) a 1.
    `heaviest` is the largest weight of an item with which no sum overflows a lane.
    """

    lanes: Lanes
    hits: Lanes
    heaviest: np.int32


class Demands(NamedTuple):
    """How many of its options each item asks for.

    `needed` (items + 1) is that number, 0 for the last item, which is none. `sufficient_one` (items + 1) is the
    candidate that is enough alone, or the number of candidates where there is none. `surplus` is how many more hits
    than its gain a candidate may be worth by that. `multiple` says whether any item asks for more than one.
    """

    needed: Ints
    sufficient_one: Words
    surplus: np.int64
    multiple: np.int64


class Cover(NamedTuple):
    """The compiled tables; candidates are the free variables, numbered anew in the order of the search.

    `covers` (candidates + 1, item words) says which items a candidate hits, the last one none, and `options` (items +
    1, candidate words) the reverse. `rivals` (candidates, candidate words) cannot be chosen with a candidate, itself
    included. `start` and `open` are all candidates and all items; `variable` (candidates) is what a candidate means.
    `off` are the ideas that the search does without (see `options`).
    """

    covers: Words
    options: Words
    rivals: Words
    start: Words
    open: Words
    variable: Ints
    symmetries: Symmetries
    dual: Incidences
    demands: Demands
    off: np.int64


def make_cover(
    selection: Selection, order: Sequence[int], symmetries: Sequence[Permutation] | Table = (), off: int = 0
) -> Cover:
    """The tables for a selection; `order` lists its free variables as the search shall prefer them.

    `symmetries` (permutations, variables) are those under which orbits go together. Raises `Unsupported` where the
    tables are too large for this machine.
    """
    size, items = len(order), len(selection.items)
    check_room(size, items)
    place = _place_variables(selection, order)
    groups = selection.incidence.renumbered(place, size)
    demands = _demand_items(selection, place)
    heaviest = _bound_weights(selection, groups)
    if items * size > MOST_WEIGHED or not heaviest:  # where no weight fits in a lane there are no weights
        off |= DUAL
    covers, options = _empty_bitsets(size, items)
    incidences = _empty_incidences(0 if off & DUAL else items, size, heaviest)
    _fill(groups, covers, options, incidences)
    return Cover(
        covers=covers,
        options=options,
        rivals=rivals(selection.cliques, place, size, options.shape[1]),
        start=bitset(np.arange(size), options.shape[1]),
        open=bitset(np.arange(items), covers.shape[1]),
        variable=np.array(order, np.int64),
        symmetries=_move_by(np.asarray(symmetries, np.int64).reshape(-1, selection.variables), groups, place, demands),
        dual=incidences,
        demands=demands,
        off=np.int64(off),
    )


def keep_items(symmetries: Table, selection: Selection) -> bool:
    """Whether every symmetry takes free variables to free ones and items to items that ask for as much.

    A symmetry of the solutions need be none of the constraints: it may take a variable that is decided on sight to one
    that is decided by search alone.
    """
    order = sorted(selection.free)
    place = _place_variables(selection, order)
    groups = selection.incidence.renumbered(place, len(order))
    return len(_move_by(symmetries, groups, place, _demand_items(selection, place)).items) == len(symmetries)


def check_room(size: int, items: int) -> None:
    """Raise `Unsupported` where tables of so many candidates and items would fill this machine's memory."""
    needed = 8 * (pad_words(words_for(size)) * (size + items + 1) + pad_words(words_for(items)) * (size + 1))
    if needed > (most := memory_of_machine() // 2):
        raise Unsupported(
            f"backend backtracking needs {needed / 1e9:,.1f} GB of tables for {size:,} variables and {items:,} items;"
            f" it takes half of the memory here, {most / 1e9:,.1f} GB: use cpsat or sat"
        )


def _place_variables(selection: Selection, order: Sequence[int]) -> Ints:
    """The number of each variable among the candidates in this order, -1 for one that is none."""
    place = np.full(selection.variables, -1, np.int64)
    place[list(order)] = np.arange(len(order))
    return place


def _demand_items(selection: Selection, place: Ints) -> Demands:
    none = int(place.max(initial=-1)) + 1
    sufficient = [place[min(options)] if options else none for options in selection.wholes]
    needed, sufficient_one = np.array(selection.demands, np.int64), np.array(sufficient, np.int64)
    return Demands(
        needed=np.append(needed, 0),
        sufficient_one=np.append(sufficient_one, none).astype(np.uint64),
        surplus=np.int64(max((needed - 1)[sufficient_one < none], default=0)),
        multiple=np.int64(selection.folded),
    )


def _bound_weights(selection: Selection, groups: Incidence) -> np.int32:
    """The largest weight of an item with which no sum of a candidate overflows a lane, 0 where even 1 does."""
    largest = max(1, int(np.bincount(groups.flat, minlength=1).max()))
    return heaviest_weight(largest, max(selection.demands, default=1))


def heaviest_weight(most_hit: int, most_needed: int) -> np.int32:
    """The same, by how many items a candidate hits at most, and how many options an item needs at most."""
    return np.int32(min(HEAVIEST, LANE // (most_hit + most_needed)))


def _empty_bitsets(size: int, items: int) -> tuple[Words, Words]:
    """Room for the items of each candidate, and for the options of each item."""
    covers = np.zeros((size + 1, pad_words(words_for(items))), np.uint64)
    return covers, np.zeros((items + 1, pad_words(words_for(size))), np.uint64)


def _empty_incidences(items: int, size: int, heaviest: np.int32) -> Incidences:
    """Room for the incidences that the dual bound reads; next to none for no items."""
    columns = size if items else 0
    lanes = np.zeros((items + 1, columns + -columns % WORD), np.uint16)
    return Incidences(lanes, np.zeros((columns, items), np.uint16), heaviest)


def _fill(groups: Incidence, covers: Words, options: Words, incidences: Incidences) -> None:
    """Write down which candidate hits which item; dense parts are made once for all tables."""
    for part, table in groups.dense():
        words = slice(part.start // WORD, -(-part.stop // WORD))
        covers[:-1, words] = packed(np.ascontiguousarray(table.T), words.stop - words.start)
        options[part] = packed(table, options.shape[1])
        if incidences.hits.size:
            incidences.lanes[part, : groups.columns] = np.where(table, LANE, 0)
            incidences.hits[:, part] = table.T


def _move_by(symmetries: Table, groups: Incidence, place: Ints, demands: Demands) -> Symmetries:
    """Where symmetries take candidates and items, without those that take a candidate or an item to none."""
    images = Images(groups, demands.needed[:-1], demands.sufficient_one[:-1].astype(np.int64))
    order = np.argsort(place, kind="stable")[np.count_nonzero(place < 0) :]
    candidates: Table = place[symmetries[:, order]]
    kept = candidates[(candidates >= 0).all(axis=1)]
    pairs = [(p, items) for p in kept if (items := images.of(p)) is not None]
    return Symmetries(
        candidates=np.array([p for p, _ in pairs], np.uint64).reshape(len(pairs), len(order)),
        items=np.array([items for _, items in pairs], np.uint64).reshape(len(pairs), len(images.same)),
    )


def count_room(t: Cover) -> int:
    """How many candidates can be chosen at the most: the number of cliques of rivals that cover them greedily."""
    rows = [int.from_bytes(row.tobytes(), "little") for row in t.rivals]
    rest, cliques = int.from_bytes(t.start.tobytes(), "little"), 0
    while rest:
        look()
        together, cliques = rest, cliques + 1
        while together:
            bit = together & -together
            rest ^= bit
            together &= rows[bit.bit_length() - 1] ^ bit
    return cliques
