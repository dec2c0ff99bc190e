"""Trees as evidence: searched anew, by the rules of the checker."""

from rookery.certificates.certificate import Evidence
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem
from rookery.certificates.tree.arrays import get_bytes
from rookery.certificates.tree.check import MOST_NODES, conclude, find_symmetries
from rookery.certificates.tree.covering import covering
from rookery.certificates.tree.levels import Ints
from rookery.certificates.tree.walk import Walk, require_group

MOST_WITHOUT_ITEMS = 1 << 20  # nodes: where nothing is to be hit, nothing bounds a search of this kind
ALONE = 2  # how many may be left where the checker branches by itself: the larger, the smaller the file, the more work


def make(theorem: Theorem, alone: int = ALONE) -> Evidence | None:
    """A tree that proves a theorem about a covering; None for other models, and orbits under what is no group.

    Raises `Refused` where the theorem is false.
    """
    found = covering(theorem.model)
    if found is None:
        return None
    symmetries = _find_useful(theorem)
    if theorem.orbits is not None and symmetries is None:
        return None
    permutations = find_symmetries(theorem, found, symmetries is not None)
    walk = Walk(found, permutations, alone, listed=theorem.orbits is not None)
    try:
        walk.run(MOST_NODES if found.items else MOST_WITHOUT_ITEMS, None)
    except Refused:  # there are more nodes
        return None
    data = get_bytes(walk.state)
    conclude(theorem, walk, len(data))
    about = {"alone": alone, "nodes": walk.nodes, "symmetry": symmetries is not None, "weights": _plain(walk)}
    return Evidence("tree", about, data)


def _find_useful(theorem: Theorem) -> Ints | None:
    """The symmetries where the checker can use them; None where there is none but the identity, or it refuses them."""
    found = covering(theorem.model)
    if found is None or (len(theorem.symmetries) < 2 and theorem.orbits is None):
        return None
    try:
        permutations = find_symmetries(theorem, found, True)
        Walk(found, permutations, 1)
        require_group(permutations)
    except Refused:
        return None
    return permutations


def _plain(walk: Walk) -> list[list[list[int]]]:
    """The vectors as plain data."""
    return [[[at, weight] for at, weight in vector.items()] for vector in walk.vectors]
