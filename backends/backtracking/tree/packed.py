"""One subtree as bytes: a header that says what is left of it and what was met, and its arrays in one packed stream.

So whoever only hands subtrees on, to a file or to another machine, reads the header and leaves the rest packed. Any
bytes may be read: what is damaged, made up or packed otherwise is a `ValueError`, before it takes any room.
"""

import zlib
from dataclasses import dataclass
from hashlib import sha256
from struct import Struct
from typing import Self

from rookery.backends.backtracking.tree.checks import LARGEST, require, require_within
from rookery.backends.backtracking.tree.tally import Tally, read_solutions

MAGIC = b"RkT1"
HEADER = Struct("<dd?IQ16sI")  # weight, left, cut, levels, nodes, digest, length of the number of solutions
CHECKED = len(MAGIC) + 4  # where that begins which the checksum is of


@dataclass(frozen=True, slots=True)
class PackedTree:
    """A subtree with its arrays in a packed stream.

    `left` is the share that is left of it, `weight` how much of the whole tree its root holds; `levels` of its stack
    are in use. `digest` names it: subtrees with the same digest are the same bit by bit, whoever has packed them.
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
        """What `to_bytes` gave, its arrays still packed; raises `ValueError` for anything else."""
        start = CHECKED + HEADER.size
        require(len(member) >= start and member[: len(MAGIC)] == MAGIC, "no packed subtree")
        require(member[len(MAGIC) : CHECKED] == zlib.crc32(member[CHECKED:]).to_bytes(4, "little"), "damaged")
        weight, left, cut, levels, nodes, digest, length = HEADER.unpack_from(member, CHECKED)
        require(length <= len(member) - start, "no number of solutions")
        require_within(weight, 0, LARGEST, "a weight")
        require_within(left, 0, 1, "a share")
        require_within(nodes, 0, LARGEST, "a number of nodes")
        solutions = read_solutions(member[start : start + length].decode("ascii"))
        return cls(weight, left, Tally(solutions, nodes, cut), levels, digest, member[start + length :])

    def unpack(self, size: int) -> bytes:
        """Its arrays, which must take `size` bytes; raises `ValueError` where they do not or are not those it names."""
        unpacker = zlib.decompressobj()
        try:
            raw = unpacker.decompress(self.stream, size + 1)
        except zlib.error:
            raise ValueError("a damaged stream") from None
        require(len(raw) == size and unpacker.eof and not unpacker.unused_data, "arrays of another size")
        require(self._digest_of(raw) == self.digest, "arrays of another subtree")
        return raw


def _compress(raw: bytes) -> bytes:
    """A stream as zlib reads it; runs are found and nothing else, which suits bitsets: quicker, and smaller as well."""
    packer = zlib.compressobj(1, strategy=zlib.Z_RLE)
    return packer.compress(raw) + packer.flush()
