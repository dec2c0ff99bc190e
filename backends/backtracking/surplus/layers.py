"""The states between two decisions, filed in parts, and the benches on which parts are worked.

A state is three words: the bits of the hit items in two of them, and the least surplus. Which part it belongs to is
told by the bits that no decision of the next stretch reads or sets. So the states that such a stretch makes of one part
equal none of another: parts need neither each other nor a table that is larger than what a processor keeps at hand.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.kernels.bits import Ints, Words
from rookery.backends.backtracking.surplus.tables import UNIT

STATE_BYTES, STATE_WORDS = 24, 3
PART = 1 << 13  # states of a part, about
MOST_PARTS = 1 << 9
FIRST_ROOM = 1 << 10  # states that a new bench has room for
NUMBER, PHASE, STEP, UNTIL, AT, SIDE, COUNT, SIZE, SLOTS, PLACE = range(10)  # what stands in the registers of a bench
FETCH, DECIDE, FULL, MADE, FILE = range(5)  # phases of a part


class Layer(NamedTuple):
    """States in blocks: those of block b that belong to part q are `state[first[b, q] : first[b, q + 1]]`.

    `state` (states, 3) and `first` (blocks, parts + 1).
    """

    state: Words
    first: Ints


class Stretch(NamedTuple):
    """Some decisions for all states: from the `old` layer to the `new` one, whose blocks are the parts of the old one.

    A state's bits under `key` (2 words) say which part of the new layer it belongs to. `most` (steps) is the largest
    surplus after each decision.
    """

    old: Layer
    new: Layer
    key: Words
    most: Ints


class Bench(NamedTuple):
    """Where one worker works on a part: its states before and after a decision.

    `state` (2, room, 3) has the sides in turn; `place` is a table of hashes: the number of a state, or -1; `least`
    (steps + 1) the least surplus that was met after so many decisions.
    """

    state: Words
    place: NDArray[np.int32]
    least: Ints
    registers: Ints


class Job(NamedTuple):
    """A stretch and the bench on which one of its parts is worked."""

    stretch: Stretch
    bench: Bench


def make_bench(steps: int, room: int = FIRST_ROOM) -> Bench:
    """A bench with nothing on it, for so many decisions and states."""
    state = np.zeros((2, room, STATE_WORDS), np.uint64)
    least = np.full(steps + 1, UNIT * steps, np.int64)
    return Bench(state, np.full(slots_for(room), -1, np.int32), least, np.zeros(PLACE + 1, np.int64))


def slots_for(count: int) -> int:
    """How many slots the table has for what a decision makes of so many states: a power of two, half of them free."""
    return 1 << (4 * count - 1).bit_length()


def bytes_of_bench(room: int) -> int:
    """What a bench takes that has room for so many states."""
    return 2 * STATE_BYTES * room + 4 * slots_for(room)


def enlarge(bench: Bench, room: int) -> Bench:
    """The same bench with more room."""
    grown = make_bench(0, room)
    grown.state[:, : bench.state.shape[1]] = bench.state
    grown.place[: len(bench.place)] = bench.place
    return grown._replace(least=bench.least, registers=bench.registers)


def make_layer(states: int, blocks: int, parts: int) -> Layer:
    """Room for a layer; what is not used of it takes no memory."""
    return Layer(np.empty((states, STATE_WORDS), np.uint64), np.zeros((blocks, parts + 1), np.int64))


def first_states() -> Words:
    """The state before the first decision."""
    return np.zeros((1, STATE_WORDS), np.uint64)


def count_states(layer: Layer) -> int:
    """How many states there are."""
    return int((layer.first[:, -1] - layer.first[:, 0]).sum())


def count_parts(before: int) -> int:
    """Into how many parts a layer is filed, if the one before it has so many states: a power of two."""
    return min(MOST_PARTS, 1 << (before // PART).bit_length())


def cut(states: Words) -> Layer:
    """A layer of states that were not filed: its parts may not be decided on, only filed."""
    bounds = np.minimum(np.arange(0, len(states) + PART, PART), len(states))
    return Layer(states, bounds[np.newaxis].astype(np.int64))


def list_states(layer: Layer) -> Words:
    """All states, part by part; their order does not depend on which part was worked first."""
    pieces = [
        layer.state[layer.first[block, part] : layer.first[block, part + 1]]
        for part, block in np.argwhere(np.diff(layer.first).T > 0).tolist()
    ]
    return np.concatenate([np.empty((0, STATE_WORDS), np.uint64), *pieces])
