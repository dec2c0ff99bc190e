"""Sets of open rows as two words of bits, for the kernels."""

import numpy as np

from rookery.backends.backtracking.kernels.bits import LOW, ONE, ZERO, lowest, ones
from rookery.models.kernels.jit import inner


@inner
def size_of(low: np.uint64, high: np.uint64) -> np.int64:
    """How many rows a set has."""
    return np.int64(ones(low) + ones(high))  # compiled, they are unsigned


@inner
def lowest_of(low: np.uint64, high: np.uint64) -> np.int64:
    """The lowest bit of a set that is not empty."""
    return np.int64(lowest(low)) if low else np.int64(lowest(high)) + np.int64(64)


@inner
def put_bit(table: np.ndarray, at: int, slot: int | np.int64) -> None:
    """Put a row into a set of a table, by its bit."""
    table[at, slot >> 6] |= ONE << (np.uint64(slot) & LOW)


@inner
def has_bit(table: np.ndarray, at: int, slot: int | np.int64) -> bool:
    """Whether a set of a table holds a row."""
    return bool((table[at, slot >> 6] >> (np.uint64(slot) & LOW)) & ONE)


@inner
def clear(table: np.ndarray, at: int) -> None:
    """Empty a set of a table."""
    table[at, 0] = ZERO
    table[at, 1] = ZERO
