"""Blocks of 256 bits as single values in the kernels: one instruction does for four words.

A `Block` lies in four words of a row of an array; rows are padded to whole blocks (`pad_words`). In plain Python a
block is an integer; in compiled kernels it is what the processor has for it (`native_blocks`).
"""

import numpy as np
from numpy.typing import NDArray

from rookery.core.kernels.kernel import inline, inner_as

in_compiled_code = inner_as("rookery.backends.engine.kernels.native_blocks")
WORDS = 4
SHIFT = WORDS.bit_length() - 1  # of the number of a word, for that of its block
Block = int
Row = int | np.uint64


def pad_words(words: int) -> int:
    """Return the number of words in the whole blocks that hold `words` words."""
    return words + -words % WORDS


@in_compiled_code
def load(table: NDArray[np.uint64], row: Row, block: Row) -> Block:
    """Return a block of a row of a table."""
    return int.from_bytes(table[int(row), WORDS * block : WORDS * (block + 1)].tobytes(), "little")


@in_compiled_code
def store(table: NDArray[np.uint64], row: Row, block: Row, bits: Block) -> None:
    """Write a block to a row of a table."""
    table[int(row), WORDS * block : WORDS * (block + 1)] = np.frombuffer(bits.to_bytes(8 * WORDS, "little"), "<u8")


@in_compiled_code
def without(bits: Block, gone: Block) -> Block:
    """Return the bits that are not in another block."""
    return bits & ~gone


@in_compiled_code
def empty() -> Block:
    """Return a block without bits."""
    return 0


@in_compiled_code
def spread(word: np.uint64) -> Block:
    """Return a block of four words that are the same."""
    return int.from_bytes(int(word).to_bytes(8, "little") * WORDS, "little")


@in_compiled_code
def count(bits: Block) -> int:
    """Count the bits that are set."""
    return bits.bit_count()


@in_compiled_code
def some(bits: Block) -> bool:
    """Return whether any bit is set."""
    return bits != 0


@inline
def blocks(bits: NDArray[np.uint64]) -> int:
    """Return the number of blocks in the last axis of an array."""
    return int(bits.shape[-1] >> SHIFT)
