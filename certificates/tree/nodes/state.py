"""The arrays of a tree: a covering, and the nodes of all levels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.core.kernels.kernel import inner_as

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
# Registers.
DEPTH, ENTERED, NODES, FUEL, AT, FOUND, MAKING, FORCED = range(8)
REGISTERS = 8
ZERO, ONE = np.uint64(0), np.uint64(1)


class Tables(NamedTuple):
    """A covering: lists of items and candidates one after the other, `*_first` (+ 1) says where each begins.

    `least`, `most`, `alone`, `ask`, and 1 if all demands are 1 stand in `limits`; a row of `weights` is a vector, a
    number for each item. The hits of a candidate stand in falling order, and as a bitset of items in `masks`; the
    options of an item also as a bitset of candidates in `options_of`.
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
    options_of: Words


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
    listed_mask: Words
    found: Ints
    registers: Ints
    data: Bytes


def _ones(word: np.uint64) -> int:
    total = 0
    while word != ZERO:
        word &= word - ONE
        total += 1
    return total


@inner_as(_ones)
def ones(word: np.uint64) -> int:
    """Count the bits that are set."""
    return int(word).bit_count()
