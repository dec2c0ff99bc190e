"""Records of subtrees: packed bytes that are read without trust.

A subtree is a header with the remainder and the counts, and its decisions in one packed stream. So a process that
copies subtrees to another file reads the header and leaves the rest packed. Any bytes may be read: damaged, invented
or differently packed bytes raise a `ValueError`, before they take any room.
"""

import re
import zlib
from fractions import Fraction
from struct import Struct
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rookery.core.files import expand
from rookery.core.values import dataclass

MAX_NUMBER = 1 << 62  # of a number that is added to others in 64 bits
NUMBER = re.compile(r"[0-9]{1,4000}(/[1-9][0-9]{0,999})?")
CARRIED = MAX_NUMBER >> 1  # counters of 64 bits that have come so far are emptied into numbers without an end


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of a search: solutions by the number that each stands for, nodes, and whether a bound pruned."""

    solutions: Fraction = Fraction(0)
    nodes: int = 0
    cut: bool = False

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.solutions + other.solutions, self.nodes + other.nodes, self.cut or other.cut)

    @property
    def large(self) -> bool:
        """Return whether counters of 64 bits that hold it should be emptied."""
        return self.nodes >= CARRIED or self.solutions >= CARRIED


def read_solutions(text: str) -> Fraction:
    """A number of solutions, a fraction while some are counted by shares; raises `ValueError` for anything else."""
    if NUMBER.fullmatch(text) is None:
        raise ValueError("no number of solutions")
    return Fraction(text)


MAGIC = b"RkT2"
HEADER = Struct("<dd?IQ16sI")  # weight, left, cut, levels, nodes, digest, length of the number of solutions
CHECKED = len(MAGIC) + 4  # where that begins which the checksum is of


@dataclass(frozen=True, slots=True)
class PackedTree:
    """A subtree with its arrays in a packed stream.

    `left` is the share that is left of it, `weight` the share of the whole tree under its root; `levels` of its stack
    are in use. `digest` names it: subtrees with the same digest are the same bit by bit, whichever process has packed
    them.
    """

    weight: float
    left: float
    counted: Tally
    levels: int
    digest: bytes
    stream: bytes

    @classmethod
    def pack(cls, weight: float, left: float, counted: Tally, levels: int, raw: bytes) -> Self:
        """Pack the arrays of a subtree, which follow each other in `raw`."""
        made = cls(weight, left, counted, levels, b"", _compress(raw))
        return cls(weight, left, counted, levels, made._digest_of(raw), made.stream)

    def _digest_of(self, raw: bytes) -> bytes:
        from hashlib import sha256

        return sha256(self._header(bytes(16)) + raw).digest()[:16]

    def _header(self, digest: bytes) -> bytes:
        text = str(self.counted.solutions).encode()
        met = self.counted
        return HEADER.pack(self.weight, self.left, met.cut, self.levels, met.nodes, digest, len(text)) + text

    def to_bytes(self) -> bytes:
        """The whole as bytes."""
        content = self._header(self.digest) + self.stream
        return MAGIC + zlib.crc32(content).to_bytes(4, "little") + content

    @classmethod
    def read(cls, member: bytes) -> Self:
        """Read the bytes of `to_bytes`, with the arrays still packed; raises `ValueError` for anything else."""
        start = CHECKED + HEADER.size
        require(len(member) >= start and member[: len(MAGIC)] == MAGIC, "no packed subtree")
        require(member[len(MAGIC) : CHECKED] == zlib.crc32(member[CHECKED:]).to_bytes(4, "little"), "damaged")
        weight, left, cut, levels, nodes, digest, length = HEADER.unpack_from(member, CHECKED)
        require(length <= len(member) - start, "no number of solutions")
        require_within(weight, 0, MAX_NUMBER, "a weight")
        require_within(left, 0, 1, "a share")
        require_within(nodes, 0, MAX_NUMBER, "a number of nodes")
        solutions = read_solutions(member[start : start + length].decode("ascii"))
        return cls(weight, left, Tally(solutions, nodes, cut), levels, digest, member[start + length :])

    def unpack(self, size: int) -> bytes:
        """The arrays, which must take `size` bytes; raises `ValueError` for another size, and for other arrays."""
        raw = expand(self.stream, size)
        require(len(raw) == size, "arrays of another size")
        require(self._digest_of(raw) == self.digest, "arrays of another subtree")
        return raw


def _compress(raw: bytes) -> bytes:
    """A stream as zlib reads it; runs are found and nothing else, which suits bitsets: quicker, and smaller as well."""
    packer = zlib.compressobj(1, strategy=zlib.Z_RLE)
    return packer.compress(raw) + packer.flush()


def require(holds: bool | np.bool_, what: str) -> None:
    """Refuse bytes that were read; `what` is shown in a traceback only."""
    if not holds:
        raise ValueError(what)


def require_within(numbers: Any, least: Any, most: Any, what: str) -> None:
    """Refuse numbers, or arrays of them, outside two bounds."""
    require(np.all((least <= numbers) & (numbers <= most)), f"{what} out of range")


def require_subset(some: NDArray[np.uint64], whole: NDArray[np.uint64], what: str) -> None:
    """Refuse bitsets that hold more than another."""
    require(not np.any(some & ~whole), f"{what} of what there is not")
