"""Bit tricks for compiled kernels: instructions of the processor."""

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic


@intrinsic
def _ones(_context: Any, _word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), code


@intrinsic
def _lowest(_context: Any, _word: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), code


# What `intrinsic` returns takes no context; its type does not say so.
_ctpop: Any = _ones
_cttz: Any = _lowest


@njit(inline="always")
def ones(word: np.uint64) -> int:
    """Return the number of bits that are set."""
    return int(_ctpop(word))


@njit(inline="always")
def lowest(word: np.uint64) -> int:
    """Return the place of the lowest bit that is set; the word is not 0."""
    return int(_cttz(word))


@njit(inline="always")
def lowest_number(at: int, word: np.uint64) -> np.uint64:
    """Return the lowest number in word `at` of a bitset, unsigned: as an index it needs no check for being negative."""
    return np.uint64((np.uint64(at) << np.uint64(6)) | _cttz(word))
