"""The states between two decisions, filed in parts, and the buffers on which parts are worked.

A state is three words: the bits of the hit items in two of them, and the least surplus. Its part follows from the bits
that no decision of the next window reads or sets. So the states that such a window makes of two parts always differ:
parts do not depend on each other, and the table of one fits in the cache of a processor.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.cover.surplus.tables import UNIT
from rookery.backends.engine.kernels.bits import Ints, Words

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
