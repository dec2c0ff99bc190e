"""Records of subtrees: a header with the remainder and the counts, and the decisions in one packed stream.

So a process that copies subtrees to another file reads the header and leaves the rest packed.
"""

import zlib
from dataclasses import dataclass
from fractions import Fraction
from struct import Struct
from typing import Self

CARRIED = 1 << 61  # counters of 64 bits that have come so far are emptied into numbers without an end


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


HEADER = Struct("<dd?IQI")  # weight, left, cut, levels, nodes, length of the number of solutions


@dataclass(frozen=True, slots=True)
class PackedTree:
    """A subtree with its arrays in a packed stream.

    `left` is the share that is left of it, `weight` the share of the whole tree under its root; `levels` of its stack
    are in use.
    """

    weight: float
    left: float
    counted: Tally
    levels: int
    stream: bytes

    @classmethod
    def pack(cls, weight: float, left: float, counted: Tally, levels: int, raw: bytes) -> Self:
        """Pack the arrays of a subtree, which follow each other in `raw`."""
        packer = zlib.compressobj(1, strategy=zlib.Z_RLE)  # runs and nothing else: quicker, and smaller for bitsets
        return cls(weight, left, counted, levels, packer.compress(raw) + packer.flush())

    def to_bytes(self) -> bytes:
        """The whole as bytes."""
        text, met = str(self.counted.solutions).encode(), self.counted
        return HEADER.pack(self.weight, self.left, met.cut, self.levels, met.nodes, len(text)) + text + self.stream

    @classmethod
    def read(cls, member: bytes) -> Self:
        """Read the bytes of `to_bytes`, with the arrays still packed."""
        weight, left, cut, levels, nodes, length = HEADER.unpack_from(member)
        end = HEADER.size + length
        solutions = Fraction(member[HEADER.size : end].decode())
        return cls(weight, left, Tally(solutions, nodes, cut), levels, member[end:])
