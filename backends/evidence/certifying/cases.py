"""Trees by cases as evidence: two directions of lines that the groups of a model give, and a walk by the checker."""

from itertools import product

from rookery.backends.presolve.structure.outer_lines import recognise_lines
from rookery.backends.presolve.structure.selection import recognise_selection
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.tree.cases.walk import CaseWalk, LineSplit
from rookery.certificates.tree.check import MAX_NODES, conclude, counts_candidates, find_symmetries
from rookery.certificates.tree.nodes.covering import recognise_covering
from rookery.certificates.tree.nodes.walk import require_group

MAX_SPARE = 1  # pieces that vectors may leave over: with more a tree without cases is smaller
MIN_CANDIDATES = 144  # below, a tree without cases is as short


def pays(theorem: Theorem) -> bool:
    """Return whether any two empty lines that cross leave a square without options, so that each case is one node.

    Else, whether there are many candidates, and the vectors of each case leave hardly any over.
    """
    walk = _plan(theorem)
    if walk is None:
        return False
    split, most = walk.split, walk.split.covering.most
    crossings = product(*(range(len(side)) for side in split.sides))
    if all(split.closes(((row, row), (column, column))) for row, column in crossings):
        return True
    if theorem.model.variables < MIN_CANDIDATES:
        return False
    for ends, _ in split.choose_cases(walk.permutations):
        free = split.find_free(ends)
        loads = [
            (len(vector), int(split.options[vector][:, free].sum(axis=0).max(initial=0)))
            for vector in split.weigh(ends)
        ]
        if min((most - whole / best for whole, best in loads if best), default=most) > MAX_SPARE:
            return False
    return True


def make(theorem: Theorem) -> Evidence | None:
    """A tree by cases; None for models that are no coverings, or have not two directions of enough lines.

    Raises `Refused` if the theorem is false.
    """
    walk = _plan(theorem)
    if walk is None:
        return None
    walk.run(MAX_NODES)
    conclude(theorem, walk.met)
    directions = [[sorted(line) for line in side] for side in walk.split.sides]
    return Evidence("cases", {"directions": directions, "nodes": walk.nodes, "symmetry": len(walk.permutations) > 0})


def _plan(theorem: Theorem) -> CaseWalk | None:
    """The walk through the cases that the groups of a model give; None if there are none."""
    found, selection = recognise_covering(theorem.model), recognise_selection(theorem.model)
    lines = None if found is None or selection is None else recognise_lines(selection, theorem.model)
    if found is None or lines is None or (theorem.value is not None and not counts_candidates(theorem.goal, found)):
        return None
    number = {variable: at for at, variable in enumerate(found.variables)}
    directions = [[[number[v] for v in line if v in number] for line in side] for side in lines.sides]
    try:
        split = LineSplit(found, directions)
        wanted = len(theorem.symmetries) > 1 or theorem.orbits is not None
        walk = CaseWalk(split, find_symmetries(theorem, found, wanted), theorem.orbits is not None)
        if theorem.orbits is not None:
            require_group(walk.permutations)
    except Refused:
        return None
    return walk
