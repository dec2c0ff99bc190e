"""Tables of the sweep of surplus: what each decision does to a state, and the states between two decisions.

With dual weights y of the items, such that what a candidate hits weighs at most `UNIT`, choices that hit all items have
a surplus: for each choice `UNIT` less what it hits, for each item y times the hits beyond the first. The sum is `UNIT`
times the number of choices less the sum of y: few choices leave little surplus, and few states.

A state is three words: the bits of the hit items in two of them, and the least surplus. States are filed in parts. The
part of a state follows from the bits that no decision of the next window reads or sets. So the states that such a
window makes of two parts always differ: parts do not depend on each other, and the table of one fits in the cache of a
processor.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.kernels.bits import Ints, Words
from rookery.backends.presolve.structure.incidence import Dense, Incidence
from rookery.backends.presolve.structure.selection import Selection
from rookery.backends.presolve.structure.simplex import solve_program

UNIT = 1 << 20
SAFE = 1 - 1e-6  # of what the simplex method finds: its rounding must not make a candidate weigh too much
MAX_BITS = 128
MAX_CELLS = 1 << 22


class SurplusPlan(NamedTuple):
    """The decisions in order, a row each; an item has a bit from the first of its options to the last.

    `takes` and `needs` (steps, 2) are the bits that choosing the candidate sets, and of items whose last option it is.
    `start`, `bit` and `weight` list the bits that it sets with their weights: those of step s from `start[s]` on.
    `cost` (steps) is the surplus of the choice alone.
    """

    takes: Words
    needs: Words
    start: Ints
    bit: Words
    weight: Ints
    cost: Ints


@dataclass(frozen=True)
class SurplusSides:
    """A covering with its weights: which candidate `hits` which item (candidates in order, items)."""

    hits: Dense
    weight: Ints

    @cached_property
    def spent(self) -> int:
        """The sum of all weights."""
        return int(self.weight.sum())

    @property
    def reverse(self) -> "SurplusSides":
        """The same with the candidates in reverse."""
        return SurplusSides(self.hits[::-1], self.weight)

    @property
    def even(self) -> bool:
        """Return whether the reverse differs from it by the order of the items alone."""
        one, other = (np.vstack([each.hits, each.weight]).T for each in (self, self.reverse))
        return np.array_equal(one[np.lexsort(one.T)], other[np.lexsort(other.T)])

    def compute_slack(self, few: int) -> int:
        """The surplus of `few` choices."""
        return few * UNIT - self.spent


def make_sides(selection: Selection, alike: Ints) -> SurplusSides | None:
    """The free candidates in order, with equal weights for items that have the same number in `alike`; None if too
    large.

    `alike` (items) is a number for each item.
    """
    free = np.array(sorted(selection.free), np.int64)
    if len(free) * len(selection.items) > MAX_CELLS:
        return None
    hits = np.concatenate([table[:, free] for _, table in selection.incidence.dense()]).T
    weight = weigh_items(hits, alike)
    return None if (UNIT - hits @ weight).min(initial=0) < 0 else SurplusSides(hits, weight)


def bound_weights(items: Incidence) -> float:
    """An upper bound on the sum of all weights of items, in units: the cost of a fractional covering.

    Each candidate is chosen by its largest share in an item that it hits, so that each item is hit once at least.
    """
    share = np.zeros(items.columns)
    np.maximum.at(share, items.flat, 1 / items.sizes[items.owner])
    return float(share.sum())


def weigh_items(hits: Dense, alike: Ints) -> Ints:
    """Whole weights, the best ones about, of items."""
    _, kind, size = np.unique(alike, return_inverse=True, return_counts=True)
    member = np.zeros((len(kind), len(size)))
    member[np.arange(len(kind)), kind] = 1.0
    found, _ = solve_program(np.unique(hits @ member, axis=0), size.astype(np.float64))
    weight: Ints = np.floor(found * SAFE * UNIT).astype(np.int64)[kind]
    return weight


def make_plan(sides: SurplusSides) -> SurplusPlan | None:
    """Plan the effect of each decision; None if more items are open at a time than a state has bits."""
    hits, weight = sides.hits, sides.weight
    place = assign_bits(hits)
    if place is None:
        return None
    owner, item = np.nonzero(hits)
    last = len(hits) - 1 - np.argmax(hits[::-1], axis=0)
    return SurplusPlan(
        takes=_gather_bits(owner, place[item], len(hits)),
        needs=_gather_bits(last, place, len(hits)),
        start=np.searchsorted(owner, np.arange(len(hits) + 1)).astype(np.int64),
        bit=place[item].astype(np.uint64),
        weight=weight[item],
        cost=UNIT - hits @ weight,
    )


def assign_bits(hits: Dense) -> Ints | None:
    """A bit for each item, that of an earlier one whose options have all been decided; None if there are too few."""
    first, last = np.argmax(hits, axis=0), len(hits) - 1 - np.argmax(hits[::-1], axis=0)
    place, until = np.zeros(len(first), np.int64), np.full(MAX_BITS, -1, np.int64)
    for item in np.argsort(first, kind="stable"):
        bit = int(np.argmax(until < first[item]))
        if until[bit] >= first[item]:
            return None
        place[item], until[bit] = bit, last[item]
    return place


def _gather_bits(step: Ints, bit: Ints, steps: int) -> Words:
    """The bits of each step as two words."""
    words = np.zeros((steps, 2), np.uint64)
    np.bitwise_or.at(words, (step, bit >> 6), np.uint64(1) << (bit & 63).astype(np.uint64))
    return words


MAX_TRIED = 16  # symmetries


def find_mirror(sides: SurplusSides, images: Words) -> Ints | None:
    """The symmetry that can be used at the most steps, as an image of items; `images` (symmetries, items)."""
    found = [(len(list(list_steps(sides, image))), image) for image in images[:MAX_TRIED].astype(np.int64)]
    steps, best = max(found, key=lambda each: each[0], default=(0, None))
    return best if steps > 2 else None  # more than the first and the last one


def list_steps(sides: SurplusSides, image: Ints) -> Iterator[int]:
    """The numbers of decisions after which a symmetry takes those decided to each other; none if it is no symmetry."""
    hits, count = sides.hits, len(sides.hits)
    if np.array_equal(image, np.arange(len(image))) or not np.array_equal(sides.weight[image], sides.weight):
        return
    moved = np.zeros_like(hits)
    moved[:, image] = hits
    _, kind = np.unique(np.packbits(np.vstack([hits, moved]), axis=1), axis=0, return_inverse=True)
    owed: dict[int, int] = {}
    steps = [0]
    for step, (one, other) in enumerate(zip(kind[:count].tolist(), kind[count:].tolist(), strict=True)):
        for each, change in ((one, 1), (other, -1)):
            owed[each] = owed.get(each, 0) + change
            if not owed[each]:
                del owed[each]
        if not owed:
            steps.append(step + 1)
    if not owed:
        yield from steps


def list_mirrors(sides: SurplusSides, image: Ints | None) -> dict[int, Words]:
    """Images of the bits of the items that are open after each of a symmetry's steps: pairs of bits, one per row."""
    place = assign_bits(sides.hits)
    if image is None or place is None:
        return {}
    found = {}
    for step in list_steps(sides, image):
        items = np.flatnonzero(sides.hits[:step].any(axis=0) & sides.hits[step:].any(axis=0))
        found[step] = np.stack([place[items], place[image[items]]], axis=1).astype(np.uint64)
    return found


STATE_BYTES, STATE_WORDS = 24, 3
PART = 1 << 11  # states of a part, about
MAX_PARTS = 1 << 10
FIRST_STATES = 1 << 10  # states that a new buffer has room for
NUMBER, PHASE, STEP, UNTIL, AT, SIDE, COUNT, SIZE, SLOTS, PLACE = range(10)  # what stands in the registers of a buffer
FETCH, DECIDE, FULL, MADE, FILE = range(5)  # phases of a part


class Layer(NamedTuple):
    """States in blocks: those of block b that belong to part q are `state[first[b, q] : first[b, q + 1]]`.

    `state` (states, 3) and `first` (blocks, parts + 1).
    """

    state: Words
    first: Ints


class Window(NamedTuple):
    """Some decisions for all states: from the `old` layer to the `new` one, whose blocks are the parts of the old one.

    A state's bits under `key` (2 words) give its part in the new layer. `mirror` (bits, 2) says where a symmetry takes
    bits at the end, for states that it maps to others; it has no rows if there is no symmetry. `most` (steps) is the
    largest surplus after each decision.
    """

    old: Layer
    new: Layer
    key: Words
    mirror: Words
    most: Ints


class Buffer(NamedTuple):
    """Working arrays of one worker for a part: its states before and after a decision.

    `state` (2, room, 3) has the sides in turn; `place` is a table of hashes: the number of a state, or -1; `least`
    (steps + 1) the least surplus that was met after each number of decisions.
    """

    state: Words
    place: NDArray[np.int32]
    least: Ints
    registers: Ints


class Job(NamedTuple):
    """A window and the buffer on which one of its parts is worked."""

    window: Window
    buffer: Buffer


def make_buffer(steps: int, room: int) -> Buffer:
    """An empty buffer for `steps` decisions and `room` states."""
    state = np.zeros((2, room, STATE_WORDS), np.uint64)
    least = np.full(steps + 1, UNIT * steps, np.int64)
    return Buffer(state, np.full(slots_for(room), -1, np.int32), least, np.zeros(PLACE + 1, np.int64))


def slots_for(count: int) -> int:
    """The number of slots of the table for the successors of `count` states: a power of two, half of them free."""
    return 1 << (4 * count - 1).bit_length()


def count_buffer_bytes(room: int) -> int:
    """The size of a buffer with room for `room` states."""
    return 2 * STATE_BYTES * room + 4 * slots_for(room)


def enlarge(buffer: Buffer, room: int) -> Buffer:
    """The same buffer with more room."""
    grown = make_buffer(0, room)
    grown.state[:, : buffer.state.shape[1]] = buffer.state
    grown.place[: len(buffer.place)] = buffer.place
    return grown._replace(least=buffer.least, registers=buffer.registers)


def make_layer(states: int, blocks: int, parts: int) -> Layer:
    """Room for a layer; what is not used of it takes no memory."""
    return Layer(np.empty((states, STATE_WORDS), np.uint64), np.zeros((blocks, parts + 1), np.int64))


def first_states() -> Words:
    """The state before the first decision."""
    return np.zeros((1, STATE_WORDS), np.uint64)


def count_states(layer: Layer) -> int:
    """The number of states of a layer."""
    return int((layer.first[:, -1] - layer.first[:, 0]).sum())


def count_parts(before: int) -> int:
    """The number of parts of a layer if the layer before it has `before` states: a power of two."""
    return min(MAX_PARTS, 1 << (before // PART).bit_length())


def lay_out_unfiled(states: Words) -> Layer:
    """A layer of states that were not filed: its parts may not be decided on, only filed."""
    bounds = np.minimum(np.arange(0, len(states) + PART, PART), len(states))
    return Layer(states, bounds[np.newaxis].astype(np.int64))


def list_states(layer: Layer) -> Words:
    """All states, part by part; their order does not depend on which part was worked first."""
    return np.concatenate([np.empty((0, STATE_WORDS), np.uint64), *list_pieces(layer)])


def list_shares(layer: Layer, shares: int) -> list[Words]:
    """The same states in `shares` lists of similar length."""
    pieces = list_pieces(layer)
    if len(pieces) < shares:
        return [share.copy() for share in np.array_split(list_states(layer), shares)]
    bounds = [len(pieces) * share // shares for share in range(shares + 1)]
    return [np.concatenate(pieces[start:end]) for start, end in pairwise(bounds)]


def list_pieces(layer: Layer) -> list[Words]:
    """The states of each part in each block that has some."""
    return [
        layer.state[layer.first[block, part] : layer.first[block, part + 1]]
        for part, block in np.argwhere(np.diff(layer.first).T > 0).tolist()
    ]
