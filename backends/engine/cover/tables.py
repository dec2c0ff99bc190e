"""Tables of the covering search: items, options, rivals and symmetries as bitsets."""

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract import Unsupported
from rookery.backends.engine.kernels.bits import WORD, Ints, Words, bitset, list_rivals, words_for
from rookery.backends.engine.kernels.blocks import pad_words
from rookery.backends.engine.options import DUAL
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.images import Images
from rookery.backends.presolve.structure.incidence import Incidence, pack_rows
from rookery.core.deadline import check_deadline
from rookery.models.model.model import Permutation

Lanes = NDArray[np.uint16]
MAX_WEIGHED = 1 << 25  # pairs of item and candidate up to which there is a dual bound: 128 MB, boards of 76x76
LANE, MAX_LANE_WEIGHT = 0xFFFF, 2000


class Symmetries(NamedTuple):
    """Images of each candidate (symmetries, candidates) and each item (symmetries, items) under each symmetry."""

    candidates: Words
    items: Words


class Incidences(NamedTuple):
    """Incidences of candidates and items, as the dual bound reads them.

    `lanes` (items + 1, candidates) has all bits of a lane set where a candidate hits an item, `hits` (candidates,
    items) a 1. `max_weight` is the largest weight of an item with which no sum overflows a lane.
    """

    lanes: Lanes
    hits: Lanes
    max_weight: np.int32


class Demands(NamedTuple):
    """Demands of the items: the number of its options that each needs.

    `needed` (items + 1) is that number, 0 for the last entry, which stands for no item. `sufficient_one` (items + 1) is
    the candidate that is enough by itself, or the number of candidates if there is no such candidate. Such a candidate
    counts for at most `surplus` hits more than its gain. `multiple` says whether any item demands more than one.

    invariant: a candidate is enough by itself for one item at most (`read_covering` refuses other models), so `surplus`
    and the lanes of the dual bound allow for the largest demand once.
    """

    needed: Ints
    sufficient_one: Words
    surplus: np.int64
    multiple: np.int64


LOAD_PLANES = 3  # bits of a load: vectors with larger shares are not used
Small = NDArray[np.uint8]


class Cases(NamedTuple):
    """Cases that are searched one after the other, each with its own vectors of weights.

    A case has `candidates` and open `items` (cases, words), and stands for some cases that are its images, itself
    included (`stands_for`). Its vectors are those from `first[case]` on, before `first[case + 1]`: `weights` (vectors,
    items + 1), `weighed` (vectors, item words) the items with a weight. No candidate of the case weighs more than
    `shares` (vectors). `loads` (vectors * LOAD_PLANES, words) are the planes of what each weighs at first, `owed`
    (vectors) the weight of all items. `most_vectors` is the most that a case has.
    """

    candidates: Words
    items: Words
    stands_for: Ints
    first: Ints
    weights: Small
    weighed: Words
    shares: Ints
    loads: Words
    owed: Ints
    most_vectors: np.int64


class Settings(NamedTuple):
    """What is set once for a search; kernels take it by value.

    `most` is the number of candidates that may be chosen, and `planes` the number of bits of a gain. The others are 0
    or 1: gains are counted (`bounded`), solutions are written down (`listing`), each asks for a larger one (`rising`),
    candidates are tried in lexicographic order (`ordered`), solutions are counted by their orbits (`weighed`), or
    listed by them (`whole`).
    """

    most: int
    planes: int
    bounded: int
    listing: int
    rising: int
    ordered: int
    weighed: int
    whole: int


NO_SETTINGS = Settings(*[0] * 8)


class Cover(NamedTuple):
    """The compiled tables; candidates are the free variables, renumbered in the order of the search.

    `covers` (candidates + 1, item words) says which items a candidate hits (the last entry: no item), and `options`
    (items + 1, candidate words) the reverse. `rivals` (candidates, candidate words) cannot be chosen with a candidate,
    itself included. `start` and `open` are all candidates and all items; `variable` (candidates) is the variable of
    each candidate. `cases` are parts of the search; a search without cases is one that has all. `off` are the ideas
    that the search does without (see `options`). A search adds its `settings`.
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
    cases: Cases
    off: np.int64
    settings: Settings


def make_cover(
    selection: Covering, order: Sequence[int], symmetries: Sequence[Permutation] | Ints = (), off: int = 0
) -> Cover:
    """Return the tables for a selection; `order` lists its free variables as the search shall prefer them.

    `symmetries` (permutations, variables) are those under which orbits go together. Raises `Unsupported` if the tables
    are too large for this machine.
    """
    size, items = len(order), len(selection.items)
    check_room(size, items)
    place = _place_variables(selection, order)
    groups = selection.by_row.renumbered(place, size)
    demands = _demand_items(selection, place)
    max_weight = _bound_weights(selection, groups)
    if items * size > MAX_WEIGHED or not max_weight:  # where no weight fits in a lane there are no weights
        off |= DUAL
    covers, options = _empty_bitsets(size, items)
    incidences = empty_incidences(0 if off & DUAL else items, size, max_weight)
    _fill(groups, covers, options, incidences)
    return Cover(
        covers=covers,
        options=options,
        rivals=list_rivals(selection.cliques, place, size, options.shape[1]),
        start=bitset(np.arange(size), options.shape[1]),
        open=bitset(np.arange(items), covers.shape[1]),
        variable=np.array(order, np.int64),
        symmetries=_move_by(np.asarray(symmetries, np.int64).reshape(-1, selection.variables), groups, place, demands),
        dual=incidences,
        demands=demands,
        cases=no_cases(),
        off=np.int64(off),
        settings=NO_SETTINGS,
    )


def no_cases() -> Cases:
    """Return the cases of a search that has none: one without vectors, which `start` and `open` describe."""
    words, numbers = np.zeros((0, 0), np.uint64), np.zeros(0, np.int64)
    whole, first, weights = np.ones(1, np.int64), np.zeros(2, np.int64), np.zeros((0, 0), np.uint8)
    return Cases(words, words, whole, first, weights, words, numbers, words, numbers, np.int64(0))


def check_room(size: int, items: int) -> None:
    """Raise `Unsupported` if tables of `size` candidates and `items` items would fill this machine's memory."""
    needed = 8 * (pad_words(words_for(size)) * (size + items + 1) + pad_words(words_for(items)) * (size + 1))
    if needed > (most := memory_of_machine() // 2):
        raise Unsupported(
            f"backend backtracking needs {needed / 1e9:,.1f} GB of tables for {size:,} variables and {items:,} items;"
            f" it takes half of the memory here, {most / 1e9:,.1f} GB: use cpsat or sat"
        )


def _place_variables(selection: Covering, order: Sequence[int]) -> Ints:
    """Return the number of each variable among the candidates in this order, -1 for one that is not a candidate."""
    place = np.full(selection.variables, -1, np.int64)
    place[list(order)] = np.arange(len(order))
    return place


def _demand_items(selection: Covering, place: Ints) -> Demands:
    none = int(place.max(initial=-1)) + 1
    sufficient = [place[min(options)] if options else none for options in selection.wholes]
    needed, sufficient_one = np.array(selection.demands, np.int64), np.array(sufficient, np.int64)
    return Demands(
        needed=np.append(needed, 0),
        sufficient_one=np.append(sufficient_one, none).astype(np.uint64),
        surplus=np.int64(max((needed - 1)[sufficient_one < none], default=0)),
        multiple=np.int64(selection.folded),
    )


def _bound_weights(selection: Covering, groups: Incidence) -> np.int32:
    """Return the largest weight of an item with which no sum of a candidate overflows a lane, 0 if even 1 does."""
    largest = max(1, int(np.bincount(groups.flat, minlength=1).max()))
    return np.int32(min(MAX_LANE_WEIGHT, LANE // (largest + max(selection.demands, default=1))))


def _empty_bitsets(size: int, items: int) -> tuple[Words, Words]:
    """Return empty bitsets: the items of each candidate, and the options of each item."""
    covers = np.zeros((size + 1, pad_words(words_for(items))), np.uint64)
    return covers, np.zeros((items + 1, pad_words(words_for(size))), np.uint64)


def empty_incidences(items: int, size: int, max_weight: np.int32) -> Incidences:
    """Return empty incidences for the dual bound; they take no memory for no items."""
    columns = size if items else 0
    lanes = np.zeros((items + 1, columns + -columns % WORD), np.uint16)
    return Incidences(lanes, np.zeros((columns, items), np.uint16), max_weight)


def _fill(groups: Incidence, covers: Words, options: Words, incidences: Incidences) -> None:
    """Fill in which candidate hits which item; each dense part is made once for all tables."""
    for part, table in groups.dense():
        words = slice(part.start // WORD, -(-part.stop // WORD))
        covers[:-1, words] = pack_rows(np.ascontiguousarray(table.T), words.stop - words.start)
        options[part] = pack_rows(table, options.shape[1])
        if incidences.hits.size:
            incidences.lanes[part, : groups.columns] = np.where(table, LANE, 0)
            incidences.hits[:, part] = table.T


def _move_by(symmetries: Ints, groups: Incidence, place: Ints, demands: Demands) -> Symmetries:
    """Images of candidates and items under the symmetries that map candidates to candidates and items to items."""
    images = Images(groups, demands.needed[:-1], demands.sufficient_one[:-1].astype(np.int64))
    order = np.argsort(place, kind="stable")[np.count_nonzero(place < 0) :]
    candidates: Ints = place[symmetries[:, order]]
    kept = candidates[(candidates >= 0).all(axis=1)]
    pairs = [(p, items) for p in kept if (items := images.of(p)) is not None]
    return Symmetries(
        candidates=np.array([p for p, _ in pairs], np.uint64).reshape(len(pairs), len(order)),
        items=np.array([items for _, items in pairs], np.uint64).reshape(len(pairs), len(images.same)),
    )


def count_room(t: Cover) -> int:
    """Return an upper bound on the number of chosen candidates: the number of cliques of a greedy clique cover."""
    rows = [int.from_bytes(row.tobytes(), "little") for row in t.rivals]
    rest, cliques = int.from_bytes(t.start.tobytes(), "little"), 0
    while rest:
        check_deadline()
        together, cliques = rest, cliques + 1
        while together:
            bit = together & -together
            rest ^= bit
            together &= rows[bit.bit_length() - 1] ^ bit
    return cliques


def memory_of_machine() -> int:
    """Return the bytes of memory of this machine; 8 GiB if the system does not report them."""
    with suppress(ValueError, OSError, AttributeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return 8 << 30
