"""Audit of parts that are searched twice, by whichever worker takes them next: both results must be equal bit by bit.

The result of a lease is a function of its part and its number of nodes. So some parts, chosen by their digests, are
lent for a number of nodes rather than for a time, and lent once more when they come back, before anything of them
counts. Where two results differ, this process searches the part as well, and says which of them it can confirm.
"""

from collections.abc import Callable
from math import inf
from typing import Any

from rookery.backends.contract.backend import WrongAnswer
from rookery.backends.engine.tree.lease import Lease, LeaseResult
from rookery.backends.engine.tree.records import ForestPart, PackedTree
from rookery.core.words import amount

LEAST_NODES = 1000


class Audit:
    """Audit of a `share` of all parts of a search, which are searched twice, and the results of those so far."""

    def __init__(self, share: float, search_here: Callable[[Lease], LeaseResult]) -> None:
        self._share, self._search_here = share, search_here
        self._heard: dict[str, LeaseResult] = {}
        self._confirmed: dict[str, str] = {}

    def bound(self, part: ForestPart, usual: float) -> float:
        """For how many nodes a part is lent: if it is to be searched twice, half as many as is usual."""
        chosen = int(part.digest()[:8], 16) < self._share * (1 << 32)
        return max(LEAST_NODES, usual // 2) if chosen else inf

    def demands_another(self, lease: Lease, result: LeaseResult) -> bool:
        """Return whether a lease must be carried out once more before anything of it counts.

        One that was ended by the clock says nothing. Raises `WrongAnswer` if two results differ.
        """
        first = self._heard.pop(lease.part.digest(), None)
        if lease.nodes == inf or _is_cut_short(lease, result):
            return False
        if first is None:
            self._heard[lease.part.digest()] = result
        elif first.part.digest() != result.part.digest():
            raise WrongAnswer(self._describe_difference(lease, first, result))
        else:
            self._confirmed[lease.part.digest()] = first.host
        return first is None

    def _describe_difference(self, lease: Lease, first: LeaseResult, second: LeaseResult) -> str:
        """The two results, and the owner of the one that this process finds; earlier results of the other count too."""
        here = self._search_here(lease)
        right = [each.part.digest() == here.part.digest() for each in (first, second)]
        if _is_cut_short(lease, here):
            found = "searching it here took too long to say whose is right"
        elif not any(right):
            found = f"searched here, it is neither ({_describe_part(here)}): believe none of both"
        else:
            true, false = (first, second) if right[0] else (second, first)
            found = f"searched here, it is as {true.host} says: do not believe {false.host}"
        return (
            f"part {lease.part.digest()[:16]} of the search, searched by {first.host} and {second.host}, came back "
            f"different: {_describe_part(first)}, and {_describe_part(second)}; {found}, and start the search again"
        )

    def confirmed_by(self, lease: Lease) -> str:
        """The host whose result was the same, to be called once; empty if there was no second search."""
        return self._confirmed.pop(lease.part.digest(), "")


def _is_cut_short(lease: Lease, result: LeaseResult) -> bool:
    """Return whether the clock has ended a lease before its nodes were searched."""
    return bool(result.part.trees) and result.part.gone.nodes < lease.nodes


def _describe_part(result: LeaseResult) -> str:
    """Describe in a few words the data by which two results differ."""
    part = result.part
    solutions = part.gone.solutions + len(part.found)
    return f"{amount(part.gone.nodes, 'node')}, solutions {solutions}, {amount(len(part.trees), 'subtree')} left"


def describe_commit(lease: Lease, result: LeaseResult, others: str) -> dict[str, Any]:
    """A journal's entry on a lease whose result counts; `others` has confirmed it, if that is not empty."""
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
