"""Result of a lease, as plain bytes: read without trust, since a worker may be broken, or lie.

A line of JSON gives the lengths of the parts, then they follow: subtrees, and blocks of solutions. Any bytes may be
read; bytes that cannot be a result of its lease raise a `ValueError` with the reason, before they take much room.
"""

import json
from dataclasses import dataclass
from typing import Any, Self

from rookery.backends.engine.tree.packed import (
    MAX_NUMBER,
    ForestPart,
    PackedTree,
    Tally,
    read_solutions,
    require,
    require_within,
)
from rookery.backends.engine.tree.records import BLOCK, KeptSolutions
from rookery.backends.engine.tree.subtree import Subtree

MAGIC = b"RkL1 "
MAX_BYTES, MAX_INDEX = 1 << 28, 1 << 20
MAX_LEFT = 64  # subtrees that one lease may leave beyond twice those that were lent
MAX_FOUND = 1_000_000  # solutions that one lease may bring
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
        trees, found = _cut(made[start:], index["trees"], index["found"])
        require(len(found) <= MAX_FOUND // BLOCK + 1, "too many solutions")
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


def _cut(content: bytes, *lengths: Any) -> list[list[bytes]]:
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
