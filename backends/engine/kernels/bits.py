"""Bit tricks for the kernels, as plain Python says them; `native_bits` has those of compiled kernels."""

from collections.abc import Iterable, Sequence

import numpy as np

from rookery.backends.presolve.structure.incidence import WORD as WORD
from rookery.backends.presolve.structure.incidence import Ints as Ints
from rookery.backends.presolve.structure.incidence import Words as Words
from rookery.core.deadline import checking_deadline
from rookery.core.kernels.jit import primitive

in_compiled_code = primitive("rookery.backends.engine.kernels.native_bits")
ZERO, ONE, SIX, LOW = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(63)


@in_compiled_code
def ones(word: np.uint64) -> int:
    """The number of bits that are set."""
    return int(word).bit_count()


@in_compiled_code
def lowest(word: np.uint64) -> int:
    """The place of the lowest bit that is set; the word is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


@in_compiled_code
def lowest_number(at: int, word: np.uint64) -> np.uint64:
    """The lowest number in word `at` of a bitset, unsigned: as an index it needs no check for being negative."""
    return np.uint64((at << 6) + lowest(word))


def words_for(bits: int) -> int:
    """The number of words that hold `bits` bits, at least one."""
    return max(1, -(-bits // WORD))


def bitset(numbers: Ints, words: int) -> Words:
    """The bitset of some numbers; shape (words,)."""
    bits = np.zeros(words, np.uint64)
    np.bitwise_or.at(bits, numbers >> 6, ONE << (numbers & 63).astype(np.uint64))
    return bits


def list_rivals(cliques: Iterable[Sequence[int]], place: Ints, size: int, words: int = 0) -> Words:
    """For each place those that share a clique with it, itself included; shape (size, words), as many as are needed.

    `place` (variables) says where a variable stands, -1 for those that are not asked for.
    """
    words = words or words_for(size)
    table = np.zeros((size, words), np.uint64)
    parts = np.array_split(np.arange(size), 1 + size // 4096)  # each touches many pages
    for numbers in checking_deadline(parts, often=1):
        table[numbers, numbers >> 6] = ONE << (numbers & 63).astype(np.uint64)
    for clique in checking_deadline(cliques, often=4):
        members = place[list(clique)]
        members = members[members >= 0]
        table[members] |= bitset(members, words)
    return table


def unpack(words: Words) -> list[int]:
    """The numbers in a bitset, ascending."""
    return [at * WORD + bit for at, word in enumerate(words.tolist()) for bit in range(WORD) if word >> bit & 1]
