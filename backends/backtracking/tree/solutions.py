"""The solutions that a search has found, kept in blocks of packed bytes: a block that is full is packed once."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Self

import numpy as np

from rookery.backends.backtracking.tree.checks import require, require_within
from rookery.backends.backtracking.tree.subtree import Array
from rookery.backends.contract.backend import Solution

BLOCK = 4096  # solutions that are packed together
WORD = np.dtype("<i8")


class KeptSolutions:
    """All solutions that were found, in their order."""

    def __init__(self, found: Iterable[Solution] = ()) -> None:
        self.all = list(found)
        self._full: list[bytes] = []

    def add(self, found: Iterable[Solution]) -> None:
        """Keep solutions behind those found before."""
        self.all += found

    def pack(self) -> list[bytes]:
        """All of them as blocks of bytes."""
        for start in range(len(self._full) * BLOCK, len(self.all) - BLOCK + 1, BLOCK):
            self._full.append(_pack_block(self.all[start : start + BLOCK]))
        rest = self.all[len(self._full) * BLOCK :]
        return [*self._full, _pack_block(rest)] if rest else list(self._full)

    @classmethod
    def read(cls, blocks: Sequence[bytes], variables: Array) -> Self:
        """What `pack` gave; raises `ValueError` for damaged blocks, and for solutions of other variables."""
        return cls(chosen for block in blocks for chosen in _read_block(block, variables))


def _pack_block(found: Sequence[Solution]) -> bytes:
    """Their number, their sizes, and their variables in a row."""
    numbers = [len(found), *map(len, found), *(variable for chosen in found for variable in sorted(chosen))]
    return zlib.compress(np.array(numbers, WORD).tobytes(), 1)


def _read_block(block: bytes, variables: Array) -> Iterator[Solution]:
    numbers = np.frombuffer(_unpack_block(block, (1 + BLOCK * (1 + len(variables))) * WORD.itemsize), WORD)
    require(len(numbers) > 0 and 0 <= numbers[0] <= min(BLOCK, len(numbers) - 1), "no block of solutions")
    sizes, chosen = np.split(numbers[1:], [int(numbers[0])])
    require_within(sizes, 0, len(chosen), "sizes")
    require(sum(sizes.tolist()) == len(chosen), "sizes of other solutions")
    require(np.isin(chosen, variables).all(), "a variable that no solution holds")
    return (frozenset(each.tolist()) for each in np.split(chosen, np.cumsum(sizes)[:-1])[: len(sizes)])


def _unpack_block(block: bytes, most: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(block, most)
    except zlib.error:
        raise ValueError("a damaged block of solutions") from None
    require(unpacker.eof and not unpacker.unused_data, "a block of another length")
    return content
