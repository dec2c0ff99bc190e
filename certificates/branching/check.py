"""Checks a tree of any model: its rows are built again, decisions are propagated, solutions are counted."""

import base64
from typing import Any

from rookery.certificates.branching import plain as plain_checker
from rookery.certificates.branching.task import BranchingHeader, find_images, make_rows, make_task
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem

FAST = "the checker of trees of any model (certificates/branching: rows, walk, kernel), compiled by numba"
PLAIN = "the plain checker of trees of any model (certificates/branching: rows, plain), and Python itself"


def check(theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the tree does not prove the theorem."""
    about = BranchingHeader.of(evidence.about)
    if plain:
        problem = _export(theorem, about, evidence.data)
        try:
            plain_checker.check(problem)
        except plain_checker.Unproven as error:
            raise Refused("tree", str(error)) from None
        return (PLAIN,)
    from rookery.certificates.branching.walk import conclude, make_walk

    walk = make_walk(theorem, about)
    walk.run(about.nodes, evidence.data)
    conclude(theorem, walk, len(evidence.data))
    return (FAST,)


def export(theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
    """All that the plain checker reads, as plain data."""
    return _export(theorem, BranchingHeader.of(evidence.about), evidence.data)


def _export(theorem: Theorem, about: BranchingHeader, data: bytes) -> dict[str, Any]:
    task = make_task(theorem, about)
    rows = make_rows(theorem.model) or []
    return {
        "variables": task.variables,
        "shown": task.shown,
        "rows": [[bound, [list(term) for term in terms]] for bound, terms in rows],
        "goal": [list(each) for each in task.goal.items()],
        "value": task.value,
        "permutations": [*map(list, find_images(theorem, task.shown))] if task.every else [],
        "count": theorem.count,
        "orbits": theorem.orbits,
        "alone": about.alone,
        "positive": about.positive,
        "nodes": about.nodes,
        "tree": base64.b64encode(data).decode(),
    }
