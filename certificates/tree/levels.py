"""The state of a walk through a tree: the tables of a covering, and a node for each level."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
# Registers.
DEPTH, ENTERED, NODES, FUEL, AT, FOUND, MAKING, FORCED = range(8)
REGISTERS = 8
# What a call ends with: below 0, why the tree is wrong.
PAUSED, DONE, ASKED = 0, 1, 2
SPENT, SHORT, CLOSED, UNKNOWN = -1, -2, -3, -4
ESCAPE = 255
MAX_NODE_BYTES = 8  # bytes that one node may write


class Tables(NamedTuple):
    """A covering: lists of items and candidates one after the other, `*_first` (+ 1) says where each begins.

    `least`, `most`, `alone` and `ask` stand in `limits`; a row of `weights` is a vector, a number for each item.
    The hits of a candidate stand in falling order, and as a bitset of items in `masks`.
    """

    limits: Ints
    option_first: Ints
    options: Ints
    hit_first: Ints
    hits: Ints
    hit_hits: Ints
    rival_first: Ints
    rivals: Ints
    weights: Ints
    masks: Words


class Levels(NamedTuple):
    """The nodes of all levels: need, gains, free candidates in order and by flags, and children.

    `open` is the bitset of the items that need something.
    """

    need: Ints
    open: Words
    missing: Ints
    gain: Ints
    free: Bytes
    listed: Ints
    many: Ints
    children: Ints
    length: Ints
    tried: Ints
    picked: Ints
    best: Ints
    weighed: Ints
    few: Ints
    found: Ints
    registers: Ints
    data: Bytes
