"""A search as its remainder: subtrees in the order of the search, and the solutions found in all others."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, Self

import numpy as np

from rookery.backends.contract import Solution, WrongAnswer
from rookery.backends.engine.tree.records import SearchState, Tally
from rookery.backends.engine.tree.subtree import Subtree
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
    def read(cls, blocks: Sequence[bytes]) -> Self:
        """Read the blocks of `pack`."""
        return cls(chosen for block in blocks for chosen in _read_block(block))


def _pack_block(found: Sequence[Solution]) -> bytes:
    """Their number, their sizes, and their variables in a row."""
    numbers = [len(found), *map(len, found), *(variable for chosen in found for variable in sorted(chosen))]
    return zlib.compress(np.array(numbers, WORD).tobytes(), 1)


def _read_block(block: bytes) -> Iterator[Solution]:
    numbers = np.frombuffer(zlib.decompress(block), WORD)
    sizes, chosen = np.split(numbers[1:], [int(numbers[0])])
    return (frozenset(each.tolist()) for each in np.split(chosen, np.cumsum(sizes)[:-1])[: len(sizes)])


def name_search(pattern: Subtree | None) -> str:
    """The digest of the tables of a search, of which some subtree is given; empty for one over before it begins.

    Decisions are numbers of candidates, rows and groups: they mean the same if the tables are the same.
    """
    if pattern is None:
        return ""
    from hashlib import sha256

    digest = sha256(type(pattern).__name__.encode())
    for array in _arrays(pattern.program.tables):
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


class Mode(Enum):
    """Mode of a search: all solutions, the first of the search's order, any one, or ever better ones.

    In a race each tree is the whole search in a separate order: the first that ends, ends all.
    """

    ALL = "all"
    FIRST = "first"
    ANY = "any"
    BETTER = "better"
    RACE = "race"


class Forest:
    """The subtrees that are left of a search.

    Their order is that of the search: what one gives away stands behind it. So the first solution is known, whichever
    worker finds it. `outbox` holds solutions that are not handed over yet, `kept` all of them if they are `recorded`;
    `found` says whether there were any. `charged` is the number of its nodes that were reported, None before the first
    report.
    """

    def __init__(self, trees: Iterable[Subtree], mode: Mode = Mode.ALL) -> None:
        self.trees = list(trees)
        self.mode, self.recorded = mode, False
        self.outbox: list[Solution] = []
        self.kept = KeptSolutions()
        self.found = False
        self.charged: int | None = None
        self._first: Solution | None = None
        self._demand = min((tree.demand for tree in self.trees), default=0)
        self._gone = Tally()
        self._share = 0.0
        self._pattern = self.trees[0] if self.trees else None
        for tree in self.trees:
            tree.weight = 1 / (len(self.trees) * (tree.left() or 1.0))
            tree.record_counts()

    @property
    def over(self) -> bool:
        """Return whether all is searched that had to be."""
        return not self.trees

    @property
    def fast(self) -> bool:
        """Return whether compiled kernels search it."""
        return all(tree.kernel.compiled is not None for tree in self.trees[:1])

    def idle(self) -> Subtree | None:
        """The first subtree that no worker searches."""
        return next((tree for tree in self.trees if not tree.taken), None)

    def ask(self, tree: Subtree) -> None:
        """Ask of a subtree what the best solution so far leaves to ask for."""
        if self.mode is Mode.BETTER:
            tree.ask(self._demand)

    def empty_outbox(self) -> list[Solution]:
        """Take what is in the outbox."""
        found, self.outbox = self.outbox, []
        return found

    def add_slice(self, tree: Subtree, found: list[Solution], over: bool) -> None:
        """Note what a slice of a subtree has found, and whether it is over."""
        before = tree.counted.nodes
        tree.record_counts()
        # Add up what a subtree has met in numbers without an end, before its own counters are full
        if tree.counted.large:
            self._gone += tree.counted
            tree.empty_counters()
            tree.record_counts()
        if tree not in self.trees:  # a solution that was found elsewhere has made it pointless
            self._gone += Tally(nodes=tree.counted.nodes - before)
            return
        if found and self._accept(found, tree.demand):
            # It makes the subtrees behind it pointless, or all if any solution will do
            self._drop(tree, self.trees[self.trees.index(tree) if self.mode is Mode.FIRST else 0 :])
        if over and tree in self.trees:
            self._drop(tree, self.trees if self.mode is Mode.RACE else [tree])
        # Give the first solution, once nothing before it is left
        if not self.trees and self._first is not None:
            self._give([self._first])
            self._first = None

    def _accept(self, found: Sequence[Solution], demand: int) -> bool:
        """Take solutions; the next must reach `demand`. Return whether they make other subtrees pointless."""
        self.found = True
        if self.mode is Mode.ALL:
            self._give(found)
        elif self.mode is not Mode.BETTER:
            self._first = found[0]
            return True
        elif demand > self._demand:  # others may have found as good a one by now
            self._demand = demand
            self._give(found)
        return False

    def _drop(self, tree: Subtree, pointless: list[Subtree]) -> None:
        """Take away a subtree with all that it makes pointless; of the others no more than their nodes counts."""
        self._gone += tree.counted + Tally(nodes=sum(each.counted.nodes for each in pointless if each is not tree))
        left = set(map(id, self.trees)) - set(map(id, pointless))
        self.trees = [each for each in self.trees if id(each) in left]

    def _give(self, found: Sequence[Solution]) -> None:
        self.outbox += found
        if self.recorded:
            self.kept.add(found)

    def divide(self, tree: Subtree) -> None:
        """Cut a subtree in two, if it can be."""
        part = tree.split() if tree in self.trees and self.mode is not Mode.RACE else None
        if part is not None:
            tree.record_counts()
            part.record_counts()
            self.trees.insert(self.trees.index(tree) + 1, part)

    def counted(self) -> Tally:
        """The counts so far."""
        return sum((tree.counted for tree in self.trees if tree.counted.nodes), self._gone)

    def count(self) -> int:
        """The number of solutions: exact at the end, before it a lower bound.

        Raises `WrongAnswer` if shares of solutions are left at the end: a part was lost, or counted twice.
        """
        solutions = self.counted().solutions
        if self.over and solutions.denominator != 1:
            raise WrongAnswer(f"the count ends as {solutions}: a part of the search was lost, or counted twice")
        return int(solutions)

    def share(self) -> float:
        """The share of the search that is done; it never falls."""
        self._share = max(self._share, min(1.0, 1.0 - sum(tree.open for tree in self.trees)))
        return self._share

    def record(self) -> SearchState:
        """All that another process needs to go on; no kernel may be running."""
        gone = self._gone
        facts = {
            "search": name_search(self._pattern),
            "gone": [str(gone.solutions), gone.nodes, gone.cut],
            "demand": self._demand,
            "first": None if self._first is None else sorted(self._first),
        }
        return SearchState(facts, {"trees": [tree.pack() for tree in self.trees], "solutions": self.kept.pack()})

    def recall(self, record: SearchState) -> None:
        """Go on from what was kept of the same search; raises `BadInput` if its tables are others."""
        facts, members = record.facts, record.members
        if facts["search"] != name_search(self._pattern):
            raise BadInput(
                "the checkpoint is of a version whose search is another; go on with that version, or start a new search"
            )
        solutions, nodes, cut = facts["gone"]
        self._gone, self._demand = Tally(Fraction(solutions), nodes, cut), facts["demand"]
        self._first = None if facts["first"] is None else frozenset(facts["first"])
        self.kept = KeptSolutions.read(members["solutions"])
        self.trees = [] if self._pattern is None else [self._pattern.asleep(member) for member in members["trees"]]
        self.outbox = list(self.kept.all)
        self.found = bool(self.kept.all) or self._first is not None
