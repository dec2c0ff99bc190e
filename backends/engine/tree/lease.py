"""A lease: a part of a forest, searched for some seconds by the process that carries out the task; the remainder comes
back.

A task contains everything: which search it is (its *pattern*, a subtree without a place in it, which a process keeps
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

from rookery.backends.contract.fleet import FleetFailure
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.lease_result import LeaseResult
from rookery.backends.engine.tree.packed import ForestPart
from rookery.backends.engine.tree.slices import Readiness, search_in_slices
from rookery.backends.engine.tree.subtree import Subtree
from rookery.core.deadline import Deadline, StandingClock
from rookery.core.plugins import own_version

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
    _cut(forest, lease.pieces)
    return LeaseResult(lease.token, forest.as_part(), node()).to_bytes()


def _cut(forest: Forest, pieces: int) -> None:
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
