"""Checks a tree by cases: the cases are made from two directions of lines, and every bound is recomputed."""

from dataclasses import dataclass
from typing import Any

from rookery.certificates.certificate import Evidence, Plain
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.tree.cases.walk import CaseWalk, LineSplit
from rookery.certificates.tree.check import MAX_NODES, conclude, find_symmetries, recognise
from rookery.certificates.tree.nodes.walk import require_group

FAST = "the checker of trees by cases (certificates/tree/cases: walk, kernel), compiled by numba"


@dataclass(frozen=True)
class CaseHeader:
    """The header of a tree by cases: its nodes, use of symmetries, and two directions of lines of candidates."""

    nodes: int
    symmetry: bool
    directions: list[list[list[int]]]

    @classmethod
    def of(cls, evidence: Evidence) -> "CaseHeader":
        """Read the header of evidence; raises `Refused` for a header without sense."""
        nodes, symmetry, given = (evidence.about.get(name) for name in ("nodes", "symmetry", "directions"))
        if type(nodes) is not int or not 0 < nodes <= MAX_NODES or type(symmetry) is not bool:
            raise Refused("evidence", f"{str(nodes)[:40]} nodes, symmetry {str(symmetry)[:40]}")
        sides: list[Any] = given if isinstance(given, list) else [None]
        lines = [line for side in sides for line in (side if isinstance(side, list) else [None])]
        if any(type(each) is not int for line in lines for each in (line if isinstance(line, list) else [None])):
            raise Refused("directions", "they are not lists of lists of candidates")
        if evidence.data:
            raise Refused("tree", f"{len(evidence.data):,} bytes are left over: the checker branches by itself")
        return cls(nodes, symmetry, sides)


def check(theorem: Theorem, evidence: Evidence, plain: Plain) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the cases do not prove the theorem."""
    found, about = recognise(theorem), CaseHeader.of(evidence)
    symmetries = find_symmetries(theorem, found, about.symmetry)
    split = LineSplit(found, about.directions)
    if plain:
        return plain(theorem, evidence)
    walk = CaseWalk(split, symmetries, theorem.orbits is not None)
    if theorem.orbits is not None:
        require_group(walk.permutations)
    walk.run(about.nodes)
    conclude(theorem, walk.met)
    return (FAST,)
