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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.kernels.bits import Ints, Words
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.incidence import Dense, Incidence
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
class WeightedHits:
    """A covering with its weights: which candidate `hits` which item (candidates in order, items)."""

    hits: Dense
    weight: Ints

    @cached_property
    def spent(self) -> int:
        """The sum of all weights."""
        return int(self.weight.sum())

    @property
    def even(self) -> bool:
        """Return whether the candidates in reverse hit the same but for the order of the items.

        Then what half of the decisions cannot spare, the other half cannot spare either.
        """
        one, other = (np.vstack([hits, self.weight]).T for hits in (self.hits, self.hits[::-1]))
        return np.array_equal(one[np.lexsort(one.T)], other[np.lexsort(other.T)])

    def compute_slack(self, few: int) -> int:
        """Return the surplus of `few` choices."""
        return few * UNIT - self.spent


def weigh_hits(selection: Covering, alike: Ints) -> WeightedHits | None:
    """The free candidates in order, with equal weights for items that have the same number in `alike`; None if too
    large.

    `alike` (items) is a number for each item.
    """
    free = np.array(sorted(selection.free), np.int64)
    if len(free) * len(selection.items) > MAX_CELLS:
        return None
    hits = np.concatenate([table[:, free] for _, table in selection.by_row.dense()]).T
    weight = weigh_items(hits, alike)
    return None if (UNIT - hits @ weight).min(initial=0) < 0 else WeightedHits(hits, weight)


def bound_weights(items: Incidence) -> float:
    """Return an upper bound on the sum of all weights of items, in units: the cost of a fractional covering.

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


def make_plan(sides: WeightedHits) -> SurplusPlan | None:
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
    """Return the bits of each step as two words."""
    words = np.zeros((steps, 2), np.uint64)
    np.bitwise_or.at(words, (step, bit >> 6), np.uint64(1) << (bit & 63).astype(np.uint64))
    return words


MAX_TRIED = 16  # symmetries


def find_mirror(sides: WeightedHits, images: Words) -> Ints | None:
    """Return the symmetry that can be used at the most steps, as an image of items; `images` (symmetries, items)."""
    found = [(len(list(list_steps(sides, image))), image) for image in images[:MAX_TRIED].astype(np.int64)]
    steps, best = max(found, key=lambda each: each[0], default=(0, None))
    return best if steps > 2 else None  # more than the first and the last one


def list_steps(sides: WeightedHits, image: Ints) -> Iterator[int]:
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


def list_mirrors(sides: WeightedHits, image: Ints | None) -> dict[int, Words]:
    """Images of the bits of the items that are open after each of a symmetry's steps: pairs of bits, one per row."""
    place = assign_bits(sides.hits)
    if image is None or place is None:
        return {}
    found = {}
    for step in list_steps(sides, image):
        items = np.flatnonzero(sides.hits[:step].any(axis=0) & sides.hits[step:].any(axis=0))
        found[step] = np.stack([place[items], place[image[items]]], axis=1).astype(np.uint64)
    return found


STATE_WORDS = 3
PART = 1 << 11  # states of a part, about
MAX_PARTS = 1 << 10
ROOM = 1 << 18  # states of a buffer: a part takes some thousands at first


class Layer(NamedTuple):
    """States in blocks: those of block b that belong to part q are `state[first[b, q] : first[b, q + 1]]`.

    `state` (states, 3) and `first` (blocks, parts + 1).
    """

    state: Words
    first: Ints


class Window(NamedTuple):
    """Decisions from `steps[0]` until `steps[1]` for all states of the `old` layer, which give the `new` one.

    The blocks of the new layer are the parts of the old one. A state's bits under `key` (2 words) give its part in the
    new layer. `mirror` (bits, 2) says where a symmetry takes bits at the end, for states that it maps to others; it has
    no rows if there is no symmetry. `most` (steps) is the largest surplus after each decision.
    """

    old: Layer
    new: Layer
    key: Words
    mirror: Words
    most: Ints
    steps: Ints


class Buffer(NamedTuple):
    """Working arrays of one worker for the part `number` of a window: its states before and after a decision.

    `state` (2, room, 3) has the sides in turn, of which `side` holds `filled` states. `place` is a table of hashes: the
    number of a state, or -1; `slots` of it are in use. `least` (steps + 1) is the least surplus that was met after each
    number of decisions. All but these three are arrays of one number.
    """

    state: Words
    place: NDArray[np.int32]
    least: Ints
    number: Ints
    side: Ints
    filled: Ints
    slots: Ints


class Job(NamedTuple):
    """A window and the buffer on which one of its parts is worked."""

    window: Window
    buffer: Buffer


def make_buffer(steps: int, room: int) -> Buffer:
    """Return an empty buffer for `steps` decisions and `room` states; what is not used of it takes no memory."""
    state = np.empty((2, room, STATE_WORDS), np.uint64)
    place = np.empty(1 << (4 * room - 1).bit_length(), np.int32)
    return Buffer(state, place, np.full(steps + 1, UNIT * steps, np.int64), *np.zeros((4, 1), np.int64))


def make_layer(states: int, blocks: int, parts: int) -> Layer:
    """Room for a layer; what is not used of it takes no memory."""
    return Layer(np.empty((states, STATE_WORDS), np.uint64), np.zeros((blocks, parts + 1), np.int64))


def first_layer() -> Layer:
    """Return the state before the first decision."""
    return Layer(np.zeros((1, STATE_WORDS), np.uint64), np.array([[0, 1]]))


def count_states(layer: Layer) -> int:
    """Return the number of states of a layer."""
    return int((layer.first[:, -1] - layer.first[:, 0]).sum())


def count_parts(before: int) -> int:
    """Return the number of parts of a layer if the layer before it has `before` states: a power of two."""
    return min(MAX_PARTS, 1 << (before // PART).bit_length())
