"""Bit tricks for the kernels, as plain Python says them; `native_bits` has those of compiled kernels.

Bitsets in the rows of tables: rows are named by table and number, so that nothing is sliced. The sets whose members are
counted lie in whole blocks.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from rookery.backends.engine.kernels.blocks import blocks, count, load
from rookery.backends.presolve.structure.incidence import WORD as WORD
from rookery.backends.presolve.structure.incidence import Ints as Ints
from rookery.backends.presolve.structure.incidence import Words as Words
from rookery.core.deadline import checking_deadline
from rookery.core.kernels.kernel import inner, inner_as

in_compiled_code = inner_as("rookery.backends.engine.kernels.native_bits")
ZERO, ONE, SIX, LOW = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(63)


@in_compiled_code
def ones(word: np.uint64) -> int:
    """Return the number of bits that are set."""
    return int(word).bit_count()


@in_compiled_code
def lowest(word: np.uint64) -> int:
    """Return the place of the lowest bit that is set; the word is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


@in_compiled_code
def lowest_number(at: int, word: np.uint64) -> np.uint64:
    """Return the lowest number in word `at` of a bitset, unsigned: as an index it needs no check for being negative."""
    return np.uint64((at << 6) + lowest(word))


def words_for(bits: int) -> int:
    """Return the number of words that hold `bits` bits, at least one."""
    return max(1, -(-bits // WORD))


def bitset(numbers: Ints, words: int) -> Words:
    """Return the bitset of some numbers; shape (words,)."""
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
    """Return the numbers in a bitset, ascending."""
    return [at * WORD + bit for at, word in enumerate(words.tolist()) for bit in range(WORD) if word >> bit & 1]


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
    """Return the number of members of a set."""
    total = 0
    for block in range(blocks(table)):
        total += count(load(table, row, block))
    return total


@inner
def count_shared(a: np.ndarray, row: int | np.uint64, b: np.ndarray, other: int) -> int:
    """Return the number of members that two sets share."""
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
