"""Bit tricks for the kernels; plain Python stands in for them when numba does not compile."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import config
from numba.extending import intrinsic
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
WORD = 64
ONE = np.uint64(1)

if config.DISABLE_JIT:

    def ones(word: np.uint64) -> int:
        """The number of bits that are set."""
        return int(word).bit_count()

    def lowest(word: np.uint64) -> int:
        """The place of the lowest bit that is set; the word is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

else:

    @intrinsic
    def _ctpop(_context: Any, _word: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), code

    @intrinsic
    def _cttz(_context: Any, _word: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.uint64(types.uint64), code

    @njit(cache=True, inline="always")
    def ones(word: np.uint64) -> int:
        """The number of bits that are set."""
        return int(_ctpop(word))

    @njit(cache=True, inline="always")
    def lowest(word: np.uint64) -> int:
        """The place of the lowest bit that is set; the word is not 0."""
        return int(_cttz(word))


def words_for(bits: int) -> int:
    """How many words hold so many bits, at least one."""
    return max(1, -(-bits // WORD))


def pack(rows: Iterable[Iterable[int]], count: int, bits: int) -> Words:
    """A bitset of `bits` bits for each of `count` rows of numbers; shape (count, words)."""
    table = np.zeros((max(1, count), words_for(bits)), np.uint64)
    for at, row in enumerate(rows):
        for bit in row:
            table[at, bit >> 6] |= np.uint64(1 << (bit & 63))
    return table


def unpack(words: Words) -> list[int]:
    """The numbers in one bitset, ascending."""
    return [at * WORD + bit for at, word in enumerate(words.tolist()) for bit in range(WORD) if word >> bit & 1]
