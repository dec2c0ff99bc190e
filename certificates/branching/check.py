"""Checks a tree of any model: its rows are built again, decisions are propagated, solutions are counted."""

from rookery.certificates.branching.task import BranchingHeader, make_task
from rookery.certificates.certificate import Evidence, Plain
from rookery.certificates.claim import Theorem

FAST = "the checker of trees of any model (certificates/branching: rows, walk, kernel), compiled by numba"


def check(theorem: Theorem, evidence: Evidence, plain: Plain) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the tree does not prove the theorem."""
    about = BranchingHeader.of(evidence.about)
    make_task(theorem, about)
    if plain:
        return plain(theorem, evidence)
    from rookery.certificates.branching.walk import conclude, make_walk

    walk = make_walk(theorem, about)
    walk.run(about.nodes, evidence.data)
    conclude(theorem, walk, len(evidence.data))
    return (FAST,)
