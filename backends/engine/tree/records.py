"""Records of subtrees: a header with the remainder and the counts, and the decisions in one packed stream.

So a process that copies subtrees to another file reads the header and leaves the rest packed.
"""

import json
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from struct import Struct
from typing import TYPE_CHECKING, Any, Self

from rookery.backends.contract import Ask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CARRIED = 1 << 61  # counters of 64 bits that have come so far are emptied into numbers without an end


@dataclass(frozen=True)
class SearchAsk(Ask):
    """An ask whose searches add their `effort`: the statistics of its end."""

    effort: Counter[str] = field(default_factory=Counter, compare=False)


@dataclass(frozen=True)
class SearchState:
    """State of one search: plain facts (as JSON has them), and named lists of members, each packed as bytes."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    members: Mapping[str, Sequence[bytes]] = field(default_factory=dict)

    def pack(self) -> "dict[str, NDArray[np.generic]]":
        """Return the state as one array of bytes."""
        import numpy as np

        sizes = {kind: list(map(len, content)) for kind, content in self.members.items()}
        header = json.dumps([self.facts, sizes]).encode()
        parts = [len(header).to_bytes(8), header, *(each for content in self.members.values() for each in content)]
        return {"packed": np.frombuffer(b"".join(parts), np.uint8)}

    @classmethod
    def unpack(cls, arrays: "Mapping[str, NDArray[np.generic]]") -> Self:
        """Return the state that `pack` made an array of."""
        raw = arrays["packed"].tobytes()
        at = 8 + int.from_bytes(raw[:8])
        facts, sizes = json.loads(raw[8:at])
        members: dict[str, list[bytes]] = {}
        for kind, lengths in sizes.items():
            members[kind] = []
            for length in lengths:
                members[kind].append(raw[at : at + length])
                at += length
        return cls(facts, members)


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
