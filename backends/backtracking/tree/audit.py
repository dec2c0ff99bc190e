"""Parts that are searched twice, by whoever takes them next: what comes back must be the same bit by bit.

What comes back of a lease is a function of its part and its number of nodes. So some parts, chosen by their digests,
are lent for a number of nodes rather than for a time, and lent once more when they come back, before anything of them
counts.
"""

from math import inf
from typing import Any

from rookery.backends.backtracking.tree.lease import Lease, LeaseResult
from rookery.backends.backtracking.tree.packed import PackedTree
from rookery.backends.backtracking.tree.part import ForestPart
from rookery.backends.contract.wrong_answer import WrongAnswer

LEAST_NODES = 1000


class Audit:
    """Which parts of a search are searched twice, a `share` of all, and what was heard of those so far."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._heard: dict[str, LeaseResult] = {}
        self._confirmed: dict[str, str] = {}

    def bound(self, part: ForestPart, usual: float) -> float:
        """For how many nodes a part is lent: where it is to be searched twice, half as many as is usual."""
        chosen = int(part.digest()[:8], 16) < self._share * (1 << 32)
        return max(LEAST_NODES, usual // 2) if chosen else inf

    def demands_another(self, lease: Lease, result: LeaseResult) -> bool:
        """Whether a lease must be carried out once more before anything of it counts.

        One that was ended by the clock says nothing. Raises `WrongAnswer` where two results differ.
        """
        first = self._heard.pop(lease.part.digest(), None)
        if lease.nodes == inf or (result.part.trees and result.part.gone.nodes < lease.nodes):
            return False
        if first is None:
            self._heard[lease.part.digest()] = result
        elif first.part.digest() != result.part.digest():
            who = f"{first.host} and {result.host}"
            raise WrongAnswer(f"part {lease.part.digest()[:16]} of the search, searched by {who}, came back different")
        else:
            self._confirmed[lease.part.digest()] = first.host
        return first is None

    def confirmed_by(self, lease: Lease) -> str:
        """The host whose result was the same, to be asked once; empty where nobody was asked."""
        return self._confirmed.pop(lease.part.digest(), "")


def describe_commit(lease: Lease, result: LeaseResult, others: str) -> dict[str, Any]:
    """What a journal says of a lease whose result counts; `others` has confirmed it, where that is not empty."""
    met = result.part.gone
    return {
        "part": lease.part.digest(),
        "host": result.host,
        "confirmed": others,
        "nodes": met.nodes,
        "solutions": str(met.solutions),
        "found": len(result.part.found),
        "trees": name_trees(lease.part),
        "left": name_trees(result.part),
        "result": result.part.digest(),
    }


def name_trees(part: ForestPart) -> list[str]:
    """The digests of its subtrees."""
    return [PackedTree.read(tree).digest.hex() for tree in part.trees]
