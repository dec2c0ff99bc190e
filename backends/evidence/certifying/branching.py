"""Evidence by search trees for any model: searched again, by the rules of the checker.

Codes are not written: branches chosen by looking ahead made no tree much smaller (see `docs/tried.md`).
"""

from rookery.certificates.branching.task import BranchingHeader
from rookery.certificates.branching.walk import BranchingWalk, conclude, make_walk
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem

FEW, MANY = 1 << 10, 1 << 25  # nodes of the first trees that are tried, and of the last: a minute or two
MORE = 8  # times as many in the next try


def make(theorem: Theorem) -> Evidence | None:
    """A tree that proves a theorem; None if it has too many nodes, or the model is too large.

    Trees by both rules are tried with few nodes before one with more. Raises `Refused` if the theorem is false.
    """
    nodes = FEW
    while nodes <= MANY:
        for positive in (True, False):
            about = BranchingHeader(0, nodes, positive)
            try:
                walk = make_walk(theorem, about)
            except Refused:
                return None
            if grow(walk, nodes):
                conclude(theorem, walk, 0)
                return Evidence("branching", {"alone": 0, "nodes": walk.nodes, "positive": positive})
        nodes *= MORE
    return None


def grow(walk: BranchingWalk, nodes: int) -> bool:
    """Return whether a tree has no more nodes; raises `Refused` if it meets what contradicts the theorem."""
    try:
        walk.run(nodes, b"")
    except Refused:
        if walk.nodes <= nodes:
            raise
        return False
    return True
