"""Records of a search: solutions in packed blocks, and a reader that checks everything."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Self

import numpy as np

from rookery.backends.contract.backend import SearchState, Solution
from rookery.backends.engine.tree.packed import MAX_NUMBER, Tally, read_solutions, require, require_within
from rookery.backends.engine.tree.subtree import Array, Subtree
from rookery.core.files import expand
from rookery.models import BadInput

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
