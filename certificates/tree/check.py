"""Checks a tree: the covering is recognised in the model, its symmetries are checked, and every bound is recomputed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem, count_symmetries
from rookery.certificates.tree.nodes.covering import MAX_IMAGES, ItemCovering, recognise_covering
from rookery.models.model.constraints import over_variables
from rookery.models.model.model import Goal, Permutation, Satisfy

if TYPE_CHECKING:
    from rookery.certificates.tree.nodes.walk import Met

MAX_NODES = 1 << 34  # hours of checking
MAX_WEIGHT = 255
FAST = "the checker of trees (certificates/tree/nodes: covering, walk, kernel), compiled by numba"


@dataclass(frozen=True)
class About:
    """The header of a tree: the depth at which the checker branches alone, its nodes, use of orbits, its vectors.

    A vector is written as lists of a weight and the items that have it.
    """

    alone: int
    nodes: int
    symmetry: bool
    weights: tuple[Mapping[int, int], ...]

    @classmethod
    def of(cls, evidence: Evidence, items: int) -> "About":
        """Read the header of evidence; raises `Refused` for a header without sense."""
        about = evidence.about
        try:
            alone, nodes, symmetry = about["alone"], about["nodes"], about["symmetry"]
            vectors = tuple({int(at): int(some[0]) for some in each for at in some[1:]} for each in about["weights"])
        except (TypeError, ValueError, LookupError, OverflowError) as error:
            raise Refused("evidence", f"what it says of itself: {type(error).__name__}") from None
        if not (type(alone) is int and 1 <= alone < 1 << 32 and type(nodes) is int and 0 < nodes <= MAX_NODES):
            raise Refused("evidence", f"alone with {alone} left, {nodes} nodes")
        if type(symmetry) is not bool:
            raise Refused("evidence", "symmetry is neither true nor false")
        if any(not (0 <= at < items and 0 <= w <= MAX_WEIGHT) for each in vectors for at, w in each.items()):
            raise Refused("weights", f"a weight beyond {MAX_WEIGHT}, or of no item")
        return cls(alone, nodes, symmetry, vectors)


def check(theorem: Theorem, evidence: Evidence) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the tree does not prove the theorem."""
    found = recognise(theorem)
    about = About.of(evidence, len(found.items))
    symmetries = find_symmetries(theorem, found, about.symmetry)
    from rookery.certificates.tree.nodes.tables import make_weights
    from rookery.certificates.tree.nodes.walk import TreeWalk, require_group

    walk = TreeWalk(found, symmetries, about.alone, listed=theorem.orbits is not None)
    if symmetries or theorem.orbits is not None:
        require_group(walk.permutations)
    walk.tables = walk.tables._replace(weights=make_weights(about.weights, len(found.items)))
    walk.run(about.nodes, evidence.data)
    conclude(theorem, walk.met, len(evidence.data) - walk.read)
    return (FAST,)


def recognise(theorem: Theorem) -> ItemCovering:
    """The covering of a theorem; raises `Refused` for a model that is not a covering."""
    found = recognise_covering(theorem.model)
    if found is None:
        raise Refused("evidence", "a tree proves something of coverings, and this model is none, or too large")
    if theorem.value is not None and not counts_candidates(theorem.goal, found):
        raise Refused("evidence", "a tree proves an optimum only where it is a number of candidates")
    return found


def counts_candidates(goal: Goal, found: ItemCovering) -> bool:
    """Return whether a solution is worth as much as it has candidates."""
    if isinstance(goal, Satisfy):
        return False
    weights, constant = over_variables(goal.terms())
    return constant == 0 and all(weights.get(variable) == 1 for variable in found.variables)


def find_symmetries(theorem: Theorem, found: ItemCovering, wanted: bool) -> list[Permutation]:
    """The symmetries of the problem as permutations of the candidates; none if not wanted."""
    size, variables = count_symmetries(theorem.symmetries), theorem.model.variables
    if not wanted:
        if theorem.orbits is not None:
            raise Refused("evidence", "orbits are claimed, and it uses no symmetries")
        return []
    if size * variables > MAX_IMAGES or any(len(each) != variables for each in theorem.symmetries[:1]):
        raise Refused("symmetries", "they are too many to be checked, or leave variables out")
    number = {variable: at for at, variable in enumerate(found.variables)}
    images = [tuple(each[:variables]) for each in theorem.symmetries]
    if any(min(each, default=0) < 0 or max(each, default=0) >= variables for each in images):
        raise Refused("symmetries", "one of them leads to no variable")
    return [tuple(number.get(each[variable], -1) for variable in found.variables) for each in images]


def conclude(theorem: Theorem, met: "Met", left: int) -> None:
    """Raise `Refused` if the sets that a walk met are not those of the theorem, or bytes are left."""
    if left > 0:
        raise Refused("tree", f"{left:,} bytes are left over")
    if theorem.value is not None and not met.sizes <= {theorem.value}:
        raise Refused("tree", f"there is a solution of {min(met.sizes)}, better than {theorem.value}")
    if met.count != theorem.count:
        raise Refused("tree", f"there are {met.count} solutions, claimed are {theorem.count:,}")
    if theorem.orbits is not None and len(met.orbits) != theorem.orbits:
        raise Refused("tree", f"there are {len(met.orbits):,} orbits, claimed are {theorem.orbits:,}")
