"""Records of a search: subtrees and solutions as packed bytes, and a reader that checks everything.

A subtree is a header with the remainder and the counts, and its decisions in one packed stream. So a process that only
hands subtrees on, to a file or to another machine, reads the header and leaves the rest packed. Any bytes may be read:
damaged, invented or differently packed bytes raise a `ValueError`, before they take any room.
"""

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from struct import Struct
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract.backend import SearchState, Solution
from rookery.backends.engine.tree.subtree import Array, Subtree
from rookery.core.files import expand
from rookery.models import BadInput

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


NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class ForestPart:
    """Some subtrees in their order, packed, and the counts of the part outside them.

    `demand` is the value that the next solution must reach. All counters of the subtrees stand at zero: the counts are
    in `gone`, so that they are added once, when the part is taken back.
    """

    trees: tuple[bytes, ...]
    demand: int = 0
    gone: Tally = NOTHING
    found: tuple[Solution, ...] = ()

    def digest(self) -> str:
        """The digest that distinguishes it from another part, whichever process has searched it."""
        found = [sorted(chosen) for chosen in self.found]
        rest = repr((self.demand, str(self.gone.solutions), self.gone.nodes, self.gone.cut, found)).encode()
        return sha256(b"".join((*(PackedTree.read(tree).digest for tree in self.trees), rest))).hexdigest()


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
        """Read the blocks of `pack`; raises `ValueError` for damaged blocks, and for solutions of other variables."""
        return cls(chosen for block in blocks for chosen in _read_block(block, variables))


def _pack_block(found: Sequence[Solution]) -> bytes:
    """Their number, their sizes, and their variables in a row."""
    numbers = [len(found), *map(len, found), *(variable for chosen in found for variable in sorted(chosen))]
    return zlib.compress(np.array(numbers, WORD).tobytes(), 1)


def _read_block(block: bytes, variables: Array) -> Iterator[Solution]:
    numbers = np.frombuffer(expand(block, (1 + BLOCK * (1 + len(variables))) * WORD.itemsize), WORD)
    require(len(numbers) > 0 and 0 <= numbers[0] <= min(BLOCK, len(numbers) - 1), "no block of solutions")
    sizes, chosen = np.split(numbers[1:], [int(numbers[0])])
    require_within(sizes, 0, len(chosen), "sizes")
    require(sum(sizes.tolist()) == len(chosen), "sizes of other solutions")
    require(np.isin(chosen, variables).all(), "a variable that no solution holds")
    return (frozenset(each.tolist()) for each in np.split(chosen, np.cumsum(sizes)[:-1])[: len(sizes)])


def name_search(pattern: Subtree | None) -> str:
    """The digest of the tables of a search, of which some subtree is given; empty for one over before it begins.

    Decisions are numbers of candidates, rows and groups: they mean the same where the tables are the same, whichever
    version of Rookery goes on.
    """
    if pattern is None:
        return ""
    digest = sha256(type(pattern).__name__.encode())
    for array in (*_arrays(pattern.program.tables), pattern.variables):
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _arrays(tables: Any) -> Iterator[Any]:
    """The arrays and numbers of tuples within tuples."""
    if isinstance(tables, tuple):
        for part in tables:
            yield from _arrays(part)
    else:
        yield np.asarray(tables)


class RecordReader:
    """The parts of a record, each checked; methods raise `LookupError`, `TypeError` or `ValueError` for a damaged one.

    `pattern` is a subtree of the same search; a search without one is over before it begins.
    """

    def __init__(self, record: SearchState, pattern: Subtree | None) -> None:
        self._facts, self._members, self._pattern = record.facts, record.members, pattern
        self._variables = np.zeros(0, np.int64) if pattern is None else pattern.variables

    def require_same_search(self) -> None:
        """Raise `BadInput` if a version of Rookery has written it that searches otherwise."""
        there = self._facts["search"]
        require(isinstance(there, str), "no search")
        if there != name_search(self._pattern):
            raise BadInput(
                "the checkpoint is of a version whose search is another; go on with that version, or start a new search"
            )

    def counted(self) -> Tally:
        """The counts of the subtrees that are completed."""
        solutions, nodes, cut = self._facts["gone"]
        require(isinstance(solutions, str), "no number of solutions")
        require(isinstance(cut, bool), "no mark")
        return Tally(read_solutions(solutions), _whole(nodes), cut)

    def demand(self) -> int:
        """The value that the next solution must reach."""
        return _whole(self._facts["demand"])

    def first(self) -> Solution | None:
        """The solution that is the first one unless an earlier one is found."""
        if self._facts["first"] is None:
            return None
        first = frozenset(map(_whole, self._facts["first"]))
        require(first <= frozenset(self._variables.tolist()), "a variable that no solution holds")
        return first

    def solutions(self) -> KeptSolutions:
        """The solutions that were found."""
        return KeptSolutions.read(self._members["solutions"], self._variables)

    def trees(self) -> list[Subtree]:
        """The subtrees that are left, asleep."""
        members = self._members["trees"]
        if self._pattern is None:
            require(not members, "a search without a root")
            return []
        return [self._pattern.asleep(member) for member in members]


def _whole(number: Any) -> int:
    """A whole number that is not negative, and not too large to be added to others."""
    require(isinstance(number, int) and not isinstance(number, bool), "no whole number")
    require_within(number, 0, MAX_NUMBER, "a number")
    return int(number)
