"""A lease: a part of a forest, searched for some seconds by whoever carries out the task; what is left comes back.

A task is told everything: which search it is (its *pattern*, a subtree without a place in it, which a process keeps
once it has had it), which part, and for how long. It keeps nothing that matters, so it may die at any moment.
"""

import pickle
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from platform import node
from threading import Lock
from typing import Self

from rookery.backends.backtracking.tree.forest import Forest, Mode
from rookery.backends.backtracking.tree.part import ForestPart
from rookery.backends.backtracking.tree.readiness import Readiness
from rookery.backends.backtracking.tree.slices import search_in_slices
from rookery.backends.backtracking.tree.subtree import Subtree
from rookery.backends.contract.fleet import FleetFailure
from rookery.models.base.deadline import Deadline, StandingClock
from rookery.models.base.distribution import own_version

SLICE_SECONDS = 0.1  # so long that many threads of a process seldom wait for one another
MOST_FOUND = 10_000  # solutions that one lease may bring
MOST_PATTERNS = 8

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
    """A part of the search of a name, to be searched for so many seconds and nodes at most.

    What is left is cut into so many `pieces`, where that can be, for others to join in.
    """

    token: str
    search: str
    mode: Mode
    part: ForestPart
    seconds: float
    pieces: int = 1
    nodes: float = inf
    version: str = own_version()


@dataclass(frozen=True, slots=True)
class LeaseResult:
    """What came of a lease: the part that is left, and who has searched."""

    token: str
    part: ForestPart
    host: str


def explore(lease: Lease, pattern: PackedPattern | None, cancelled: Callable[[], bool]) -> LeaseResult | None:
    """Carry out a lease; None where this process does not know the search and must be given its pattern.

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
        if cancelled() or (lease.nodes == inf and len(forest.kept.all) >= MOST_FOUND):
            break
    _cut(forest, lease.pieces)
    return LeaseResult(lease.token, forest.as_part(), node())


def _cut(forest: Forest, pieces: int) -> None:
    """Cut subtrees in two until there are so many, or none can be cut."""
    before = 0
    while before < len(forest.trees) < pieces:
        before = len(forest.trees)
        for tree in forest.trees[: pieces - before]:
            forest.divide(tree)


def _find_pattern(name: str, given: PackedPattern | None) -> Subtree | None:
    with _lock:
        if name not in _patterns and given is not None:
            while len(_patterns) >= MOST_PATTERNS:
                del _patterns[next(iter(_patterns))]
            _patterns[name] = pickle.loads(zlib.decompress(given.content))
        return _patterns.get(name)
