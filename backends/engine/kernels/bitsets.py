"""Bitsets in the rows of tables, for the kernels; rows are named by table and number, so that nothing is sliced.

The sets whose members are counted lie in whole blocks."""

import numpy as np

from rookery.backends.engine.kernels.bits import LOW, ONE, SIX, lowest_number
from rookery.backends.engine.kernels.blocks import blocks, count, load
from rookery.core.kernels.jit import inner


@inner
def has(table: np.ndarray, row: int, bit: np.uint64) -> bool:
    """Return whether a set holds a number."""
    return bool((table[row, bit >> SIX] >> (bit & LOW)) & ONE)


@inner
def drop(table: np.ndarray, row: int, bit: np.uint64) -> None:
    """Take a number out of a set."""
    table[row, bit >> SIX] &= ~(ONE << (bit & LOW))


@inner
def put(table: np.ndarray, row: int, bit: np.uint64) -> None:
    """Put a number into a set."""
    table[row, bit >> SIX] |= ONE << (bit & LOW)


@inner
def size(table: np.ndarray, row: int) -> int:
    """The number of members of a set."""
    total = 0
    for block in range(blocks(table)):
        total += count(load(table, row, block))
    return total


@inner
def count_shared(a: np.ndarray, row: int | np.uint64, b: np.ndarray, other: int) -> int:
    """The number of members that two sets share."""
    total = 0
    for block in range(blocks(a)):
        total += count(load(a, row, block) & load(b, other, block))
    return total


@inner
def members(table: np.ndarray, row: int, into: np.ndarray, place: int) -> int:
    """Write down the numbers of a set in a row of `into`, ascending; returns how many."""
    length = 0
    for at in range(table.shape[1]):
        word = table[row, at]
        while word:
            into[place, length] = lowest_number(at, word)
            length += 1
            word &= word - ONE
    return length


@inner
def maps_to_itself(table: np.ndarray, row: int, images: np.ndarray, symmetry: int) -> bool:
    """Return whether a symmetry maps a set onto itself."""
    for at in range(table.shape[1]):
        word = table[row, at]
        while word:
            if not has(table, row, images[symmetry, lowest_number(at, word)]):
                return False
            word &= word - ONE
    return True
