"""Tables and state of the covering search: items, options, rivals and symmetries as bitsets."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.cover.images import Images
from rookery.backends.backtracking.cover.registers import BOUNDED, MOST, PLANES, REGISTERS
from rookery.backends.backtracking.kernels.bits import WORD, Ints, Words, bitset, rivals, words_for
from rookery.backends.backtracking.kernels.blocks import blocked
from rookery.backends.backtracking.options import DUAL, GAINS
from rookery.backends.contract.backend import Unsupported
from rookery.backends.contract.machine import memory_of_machine
from rookery.backends.selection.incidence import Incidence, packed
from rookery.backends.selection.selection import Selection
from rookery.backends.selection.symmetries import MOST_SYMMETRIES
from rookery.models.base.deadline import look
from rookery.models.model import Permutation

Lanes = NDArray[np.uint16]
Table = NDArray[np.int64]
MOST_WEIGHED = 1 << 25  # pairs of item and candidate for the dual bound: 128 MB of them, boards of 76x76
LANE, HEAVIEST, START_WEIGHT = 0xFFFF, 2000, 100


class Cover(NamedTuple):
    """The compiled tables; candidates are the free variables, numbered anew in the order of the search.

    `covers` (candidates + 1, item words) says which items a candidate hits, the last one none, and `options` (items +
    1, candidate words) the reverse. `rivals` (candidates, candidate words) cannot be chosen with a candidate, itself
    included. `images` (symmetries, candidates) and `item_images` (symmetries, items) are where symmetries take them.
    `start` and `open` are all candidates and all items; `variable` (candidates) is what a candidate means. `lanes`
    (items + 1, candidates) and `hits` (candidates, items) are incidences for the dual bound: all bits of a lane are
    set, or 1; `heaviest` is the largest weight of an item with which no sum overflows a lane. `demand`
    (items + 1) is how many of its options an item asks for, `filler` the candidate that is enough alone (their number
    where there is none), `spare` how many more hits than its gain a candidate may be worth by that, and `folded`
    whether any item asks for more than one. `off` are the
    ideas that the search shall do without (see `options`).
    """

    covers: Words
    options: Words
    rivals: Words
    images: Words
    item_images: Words
    start: Words
    open: Words
    variable: Ints
    lanes: Lanes
    hits: Lanes
    heaviest: np.int32
    demand: Ints
    filler: Words
    spare: np.int64
    folded: np.int64
    off: np.int64


class CoverState(NamedTuple):
    """The explicit stack, a row for each depth, and the registers in `at` (see `cover_kernel`).

    `open` and `candidates` are what is left to hit and to choose from, `missing` how many hits are missing in all and
    `need` (depth, items) for each item where some demand more than one; `order` the candidates to try, of which
    `tried` of `length` are done; `planes` (depth x bits, words) are the gains, `weight` (depth, items) the dual
    weights. `found` takes solutions as candidate numbers ended by -1. `priority` breaks ties between candidates;
    `keeps` says which symmetries keep the node at depth 1, `orbit` holds the orbits of the choices at depths 0 and 1,
    and `tally` counts solutions by their shares in these; `heir` is the depth whose weights a
    depth goes on with; `way` says whether its node took the dual bound (-1: it was not asked), `before` the work done
    when it was entered; `nodes` and `spent` (way, pieces left) count these nodes and the work below them. `probes`
    (what, pieces left) counts candidates looked at before they become nodes. The rest is room for counting.
    """

    open: Words
    missing: Ints
    need: Ints
    candidates: Words
    order: Words
    length: Ints
    tried: Ints
    picked: Words
    at: Ints
    found: Ints
    planes: Words
    weight: Lanes
    heir: Ints
    priority: Ints
    keeps: Ints
    orbit: Words
    tally: Ints
    way: Ints
    before: Ints
    nodes: Ints
    spent: Ints
    probes: Ints
    hit: Words
    gain: Ints
    load: Lanes
    times: Lanes
    rest: Words
    common: Words


def cover(
    chosen: Selection, order: Sequence[int], symmetries: Sequence[Permutation] | Table = (), off: int = 0
) -> Cover:
    """The tables for a selection; `order` lists its free variables as the search shall prefer them.

    `symmetries` (permutations, variables) are those under which orbits go together. Raises `Unsupported` where the
    tables are too large for this machine.
    """
    size, items = len(order), len(chosen.items)
    check_room(size, items)
    place = _places(chosen, order)
    groups = chosen.incidence.renumbered(place, size)
    demand, filler = _demands(chosen, place)
    images, item_images = _moved(chosen, groups, place, np.asarray(symmetries, np.int64).reshape(-1, chosen.variables))
    if items * size > MOST_WEIGHED:
        off |= DUAL
    covers = np.zeros((size + 1, blocked(words_for(items))), np.uint64)
    options = np.zeros((items + 1, blocked(words_for(size))), np.uint64)
    lanes, hits = _lanes(0 if off & DUAL else items, size)
    for part, table in groups.dense():
        words = slice(part.start // WORD, -(-part.stop // WORD))
        covers[:size, words] = packed(np.ascontiguousarray(table.T), words.stop - words.start)
        options[part] = packed(table, options.shape[1])
        if not off & DUAL:
            lanes[part, :size], hits[:, part] = np.where(table, LANE, 0), table.T
    largest = max(1, int(np.bincount(groups.flat, minlength=1).max()))
    heaviest = min(HEAVIEST, LANE // (largest + max(chosen.demands, default=1)))
    return Cover(
        covers=covers,
        options=options,
        rivals=rivals(chosen.cliques, place, size, options.shape[1]),
        images=images,
        item_images=item_images,
        start=bitset(np.arange(size), options.shape[1]),
        open=bitset(np.arange(items), covers.shape[1]),
        variable=np.array(order, np.int64),
        lanes=lanes,
        hits=hits,
        heaviest=np.int32(heaviest),
        demand=np.append(demand, 0),
        filler=np.append(filler, size).astype(np.uint64),
        spare=np.int64(max((demand - 1)[filler < size], default=0)),
        folded=np.int64(chosen.folded),
        off=np.int64(off if heaviest else off | DUAL),  # where no weight fits in a lane there are no weights
    )


def keeps(symmetries: Table, chosen: Selection) -> bool:
    """Whether every symmetry takes free variables to free ones and items to items that ask for as much.

    A symmetry of the solutions need be none of the constraints: it may take a variable that is decided on sight to one
    that is decided by search alone.
    """
    order = sorted(chosen.free)
    place = _places(chosen, order)
    return len(_moved(chosen, chosen.incidence.renumbered(place, len(order)), place, symmetries)[0]) == len(symmetries)


def check_room(size: int, items: int) -> None:
    """Raise `Unsupported` where tables of so many candidates and items would fill this machine's memory."""
    needed = 8 * (blocked(words_for(size)) * (size + items + 1) + blocked(words_for(items)) * (size + 1))
    if needed > (most := memory_of_machine() // 2):
        raise Unsupported(
            f"backend backtracking needs {needed / 1e9:,.1f} GB of tables for {size:,} variables and {items:,} items;"
            f" it takes half of the memory here, {most / 1e9:,.1f} GB: take cpsat or sat"
        )


def _lanes(items: int, size: int) -> tuple[Lanes, Lanes]:
    """Room for the incidences that the dual bound reads; next to none where there is none."""
    columns = size if items else 0
    return np.zeros((items + 1, columns + -columns % WORD), np.uint16), np.zeros((columns, items), np.uint16)


def _places(chosen: Selection, order: Sequence[int]) -> Ints:
    """The number of each variable among the candidates in this order, -1 for one that is none."""
    place = np.full(chosen.variables, -1, np.int64)
    place[list(order)] = np.arange(len(order))
    return place


def _demands(chosen: Selection, place: Ints) -> tuple[Ints, Ints]:
    """How many options each item demands, and the candidate that is enough alone (as many as there are for none)."""
    none = int(place.max(initial=-1)) + 1
    filler = [place[min(whole)] if whole else none for whole in chosen.wholes]
    return np.array(chosen.demands, np.int64), np.array(filler, np.int64)


def _moved(chosen: Selection, groups: Incidence, place: Ints, symmetries: Table) -> tuple[Words, Words]:
    """Where symmetries take candidates and items, without those that take a candidate or an item to none."""
    images = Images(groups, *_demands(chosen, place))
    order = np.argsort(place, kind="stable")[np.count_nonzero(place < 0) :]
    moved: Table = place[symmetries[:, order]]
    pairs = [(p, found) for p in moved[(moved >= 0).all(axis=1)] if (found := images.of(p)) is not None]
    candidates = np.array([p for p, _ in pairs], np.uint64).reshape(len(pairs), len(order))
    return candidates, np.array([found for _, found in pairs], np.uint64).reshape(len(pairs), len(images.same))


def fresh(t: Cover, registers: Mapping[int, int], buffer: int) -> CoverState:
    """The state before the first step; `registers` says what the search begins with, MOST above all.

    No more can be chosen than there are: the register MOST is made that small, since all stacks and all counts by the
    pieces left have room for so many and not for more.
    """
    size, count = len(t.variable), len(t.options) - 1
    asked = registers.get(MOST, 0)
    most = min(asked, size)
    rows, candidates, items = most + 2, len(t.start), len(t.open)
    gains = np.bitwise_count(t.covers[:size]).sum(axis=1, dtype=np.int64)
    bits = max(3, int(gains.max(initial=0)).bit_length())
    state = CoverState(
        open=np.zeros((rows, items), np.uint64),
        missing=np.zeros(rows, np.int64),
        need=np.zeros((rows, count + 1 if t.folded else 1), np.int64),
        candidates=np.zeros((rows, candidates), np.uint64),
        order=np.zeros((rows, size), np.uint64),
        length=np.zeros(rows, np.int64),
        tried=np.zeros(rows, np.int64),
        picked=np.zeros(rows, np.uint64),
        at=np.zeros(REGISTERS, np.int64),
        found=np.full((buffer, rows), -1, np.int64),
        planes=np.zeros((rows * bits, candidates), np.uint64),
        weight=np.full((rows, t.lanes.shape[0]), min(START_WEIGHT, int(t.heaviest)), np.uint16),
        heir=np.zeros(rows, np.int64),
        priority=np.zeros(size, np.int64),
        keeps=np.zeros(len(t.images), np.int64),
        orbit=np.zeros((2, candidates), np.uint64),
        tally=np.zeros((MOST_SYMMETRIES + 1) ** 4, np.int64),
        way=np.zeros(rows, np.int64),
        before=np.zeros(rows, np.int64),
        nodes=np.zeros((2, rows), np.int64),
        probes=np.zeros((3, rows + 4), np.int64),
        spent=np.zeros((2, rows), np.int64),
        hit=np.zeros(count + 7, np.uint64),
        gain=np.zeros(size, np.int64),
        load=np.zeros(t.lanes.shape[1], np.uint16),
        times=np.zeros(count + 1, np.uint16),
        rest=np.zeros((1, candidates), np.uint64),
        common=np.zeros((1, candidates), np.uint64),
    )
    state.open[0], state.candidates[0], state.missing[0] = t.open, t.start, t.demand.sum()
    if t.folded:
        state.need[0] = t.demand
    for register, value in registers.items():
        state.at[register] = value
    state.at[MOST], state.at[PLANES] = most, bits
    if asked < min(size, t.demand.sum()) and not t.off & GAINS:
        state.at[BOUNDED] = 1
        state.planes[:bits] = planes(gains, bits, candidates)
    return state


def planes(gains: Ints, bits: int, words: int) -> Words:
    """Numbers as bit planes, a number a column; shape (bits, words)."""
    return packed((gains >> np.arange(bits)[:, None] & 1).astype(np.bool_), words)


def room(t: Cover) -> int:
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


def weighed(tally: Ints) -> Fraction:
    """The number of solutions behind those that a search counted which forbids whole orbits; whole at its end.

    An orbit of which a solution chose m of n members stands for n / m solutions: each of its members was as good, and
    each solution would be met once for each of the m.
    """
    sides = MOST_SYMMETRIES + 1
    total = Fraction(0)
    for n, m, nn, mm in np.argwhere(tally.reshape(sides, sides, sides, sides)).tolist():
        total += Fraction(n * nn, m * mm) * int(tally.reshape(sides, sides, sides, sides)[n, m, nn, mm])
    return total
