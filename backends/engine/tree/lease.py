"""A lease: a part of a forest, searched for some seconds by the process that carries out the task, and its result.

A task contains everything: which search it is (its *pattern*, a subtree without a place in it, which a process keeps
once it has had it), which part, and for how long. It keeps nothing that matters, so it may die at any moment.

The result are plain bytes, read without trust, since a worker may be broken, or lie. A line of JSON gives the lengths
of the parts, then they follow: subtrees, and blocks of solutions. Any bytes may be read; bytes that cannot be a result
of their lease raise a `ValueError` with the reason, before they take much room.
"""

import json
import pickle
import zlib
from collections.abc import Callable
from hashlib import sha256
from math import inf
from platform import node
from threading import Lock
from typing import Any, Self

from rookery.backends.contract.fleet import FleetFailure
from rookery.backends.engine.tree.forest import BLOCK, Forest, KeptSolutions, Mode
from rookery.backends.engine.tree.records import (
    MAX_NUMBER,
    ForestPart,
    PackedTree,
    Tally,
    read_solutions,
    require,
    require_within,
)
from rookery.backends.engine.tree.slices import Readiness, search_in_slices
from rookery.backends.engine.tree.subtree import Subtree
from rookery.core.deadline import Deadline, StandingClock
from rookery.core.plugins import own_version
from rookery.core.values import dataclass

MAGIC = b"RkL1 "
MAX_BYTES, MAX_INDEX = 1 << 28, 1 << 20
MAX_LEFT = 64  # subtrees that one lease may leave beyond twice those that were lent
MAX_READ = 1_000_000  # solutions that are read of one lease
MAX_NAME = 253  # characters of a host
KINDS = {"token": str, "host": str, "demand": int, "solutions": str, "nodes": int, "cut": bool}


@dataclass(frozen=True, slots=True)
class LeaseResult:
    """Result of a lease: the part that is left, and the worker that searched."""

    token: str
    part: ForestPart
    host: str

    def to_bytes(self) -> bytes:
        """The whole as bytes."""
        part, found = self.part, KeptSolutions(self.part.found).pack()
        index = {
            "token": self.token,
            "host": self.host,
            "demand": part.demand,
            "solutions": str(part.gone.solutions),
            "nodes": part.gone.nodes,
            "cut": part.gone.cut,
            "trees": [len(tree) for tree in part.trees],
            "found": [len(block) for block in found],
        }
        return b"".join((MAGIC, json.dumps(index).encode(), b"\n", *part.trees, *found))

    @classmethod
    def read(cls, content: object, pattern: Subtree) -> Self:
        """Read the bytes of `to_bytes`, for the search of `pattern`; raises `ValueError` for anything else."""
        made = content if isinstance(content, bytes) else b""
        require(len(made) <= MAX_BYTES and made.startswith(MAGIC), "it does not begin as one, or is too long")
        start = made.find(b"\n", 0, MAX_INDEX) + 1
        index = _read_index(made[len(MAGIC) : start])
        trees, found = _cut_bytes(made[start:], index["trees"], index["found"])
        require(len(found) <= MAX_READ // BLOCK + 1, "too many solutions")
        kept = KeptSolutions.read(found, pattern.variables)
        gone = Tally(read_solutions(index["solutions"]), index["nodes"], index["cut"])
        return cls(index["token"], ForestPart(tuple(trees), index["demand"], gone, tuple(kept.all)), index["host"])

    def require_of(self, part: ForestPart, pattern: Subtree, best_alone: bool) -> None:
        """Raise `ValueError` if it cannot have come of a part; `best_alone`: one solution is all that is wanted.

        Every subtree that is left is unpacked and checked as one from a file is, so that no kernel here or elsewhere is
        given what it cannot search. What passes may still be untrue: that is for an audit to find.
        """
        require(self.part.demand >= part.demand, "it asks for less than before")
        require(len(self.part.found) <= 1 or not best_alone, "it brings more solutions than the question wants")
        require(len(self.part.trees) <= MAX_LEFT + 2 * len(part.trees), "it leaves more subtrees than can be")
        weights = {PackedTree.read(tree).weight for tree in part.trees}
        for tree in self.part.trees:
            left = PackedTree.read(tree)
            require(left.weight in weights, "it leaves a subtree of another part")
            require(left.counted == Tally(), "it leaves a subtree whose counters are not empty")
            pattern.require_packed(left)


def _read_index(text: bytes) -> dict[str, Any]:
    try:
        index: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("it has no index") from None
    require(isinstance(index, dict) and index.keys() == KINDS.keys() | {"trees", "found"}, "it has another index")
    for name, kind in KINDS.items():
        require(type(index[name]) is kind, f"its {name} is of another type")
    require(len(index["host"]) <= MAX_NAME and index["host"].isprintable(), "its host has no name")
    require_within(index["demand"], 0, MAX_NUMBER, "a demand")
    require_within(index["nodes"], 0, MAX_NUMBER, "a number of nodes")
    return index


def _cut_bytes(content: bytes, *lengths: Any) -> list[list[bytes]]:
    """Cut bytes into parts of given lengths, which follow one another without a rest."""
    at, cut = 0, list[list[bytes]]()
    for group in lengths:
        require(isinstance(group, list) and all(type(each) is int and each > 0 for each in group), "no lengths")
        cut.append(list[bytes]())
        for length in group:
            cut[-1].append(content[at : at + length])
            at += length
    require(at == len(content), "it has another length than it says")
    return cut


SLICE_SECONDS = 0.1  # so long that many threads of a process seldom wait for one another
MAX_FOUND = 10_000  # solutions that one lease may bring
MAX_PATTERNS = 8

_patterns: dict[str, Subtree] = {}
_lock = Lock()


@dataclass(frozen=True, slots=True)
class PackedPattern:
    """A subtree as a process needs it to unpack others of the same search, and the name by which it keeps it."""

    name: str
    content: bytes

    @classmethod
    def of(cls, pattern: Subtree) -> Self:
        """Pack a subtree with its program."""
        content = zlib.compress(pickle.dumps(pattern), 1)
        return cls(sha256(content).hexdigest(), content)


@dataclass(frozen=True, slots=True)
class Lease:
    """A part of the search of a name, to be searched for at most `seconds` and `nodes`.

    The remainder is cut into `pieces` parts, if that is possible, for others to join in.
    """

    token: str
    search: str
    mode: Mode
    part: ForestPart
    seconds: float
    pieces: int = 1
    nodes: float = inf
    version: str = own_version()


def explore(lease: Lease, pattern: PackedPattern | None, cancelled: Callable[[], bool]) -> bytes | None:
    """Carry out a lease: its result as bytes; None if this process does not know the search and needs its pattern.

    The same part, searched for the same number of nodes, comes back the same bit by bit, on any machine.
    """
    if lease.version != own_version():
        raise FleetFailure(f"{node()} has rookery {own_version()}, this is {lease.version}; give all the same version")
    known = _find_pattern(lease.search, pattern)
    if known is None:
        return None
    forest = Forest.of_part(map(known.asleep, lease.part.trees), lease.mode, lease.part.demand)
    deadline = Deadline(lease.seconds, StandingClock())
    for _ in search_in_slices(forest, Readiness(deadline), deadline, lease.nodes, SLICE_SECONDS):
        forest.outbox.clear()
        if cancelled() or (lease.nodes == inf and len(forest.kept.all) >= MAX_FOUND):
            break
    _cut_forest(forest, lease.pieces)
    return LeaseResult(lease.token, forest.as_part(), node()).to_bytes()


def _cut_forest(forest: Forest, pieces: int) -> None:
    """Cut subtrees in two until there are `pieces` of them, or no subtree can be cut."""
    before = 0
    while before < len(forest.trees) < pieces:
        before = len(forest.trees)
        for tree in forest.trees[: pieces - before]:
            forest.divide(tree)


def _find_pattern(name: str, given: PackedPattern | None) -> Subtree | None:
    with _lock:
        if name not in _patterns and given is not None:
            while len(_patterns) >= MAX_PATTERNS:
                del _patterns[next(iter(_patterns))]
            _patterns[name] = pickle.loads(zlib.decompress(given.content))
        return _patterns.get(name)
