"""Trees as evidence: searched again, by the rules of the checker."""

from rookery.backends.evidence.certifying.programs import MAX_DUAL_CELLS as MAX_CELLS
from rookery.backends.evidence.certifying.programs import Adviser, gather, maximise
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.tree.check import conclude, counts_candidates, find_symmetries
from rookery.certificates.tree.nodes.covering import ItemCovering, recognise_covering
from rookery.certificates.tree.nodes.tables import NEVER, make_levels, make_tables
from rookery.certificates.tree.nodes.walk import TreeWalk, require_group

MAX_WITHOUT_ITEMS = 1 << 20  # nodes: where nothing is to be hit, nothing bounds a search of this kind
MAX_PROGRAMS = 4_000  # linear programs, each a few hundredths of a second
ASK = 3  # how many must be left where weights are looked for
STRONG = 0.8
MAX_MADE = 1 << 24  # nodes: less than a minute for queens, which have 6 million on 17x17
ALONE = 2  # how many may be left, at least, where the checker branches by itself
WRITTEN = 4  # levels at which a file says where to branch: below, a large tree would write most of its bytes


def make(theorem: Theorem, alone: int | None = None) -> Evidence | None:
    """A tree that proves a theorem about a covering; None for other models, and orbits under what is no group.

    With at most `alone` left to choose the checker branches by itself: the larger, the smaller the file. Raises
    `Refused` if the theorem is false.
    """
    found = recognise_covering(theorem.model)
    if found is None or (theorem.value is not None and not counts_candidates(theorem.goal, found)):
        return None
    weighed = prove_much(found)
    alone = alone or (ALONE if weighed else max(ALONE, found.most - WRITTEN))

    def plan(symmetric: bool) -> TreeWalk:
        permutations = find_symmetries(theorem, found, symmetric)
        walk = TreeWalk(found, permutations, alone, ASK if weighed else NEVER, theorem.orbits is not None)
        if symmetric:
            require_group(walk.permutations)
        return walk

    symmetric = len(theorem.symmetries) > 1 or theorem.orbits is not None
    try:
        walk = plan(symmetric)
    except Refused:  # the checker refuses the symmetries
        if theorem.orbits is not None:
            return None
        walk, symmetric = plan(False), False
    walk.advise = Adviser(walk.tables, MAX_PROGRAMS)
    try:
        walk.run(MAX_MADE if found.items else MAX_WITHOUT_ITEMS, None)
    except Refused:  # there are more nodes
        return None
    conclude(theorem, walk.met, left=0)
    about = {"alone": alone, "nodes": walk.nodes, "symmetry": symmetric, "weights": _plain(walk)}
    return Evidence("tree", about, walk.data)


def prove_much(found: ItemCovering) -> bool:
    """Return whether weights nearly prove it at the root, as with knights and kings; with queens they do not."""
    tables = make_tables(found, 1)
    root = make_levels(found, tables, 1, b"")
    hits, items = gather(tables, root, 0)
    if not 0 < hits.size <= MAX_CELLS:
        return False
    need = root.need[0][items].astype(float)
    return bool(maximise(hits, need) @ need >= STRONG * (found.most + 1))


def _plain(walk: TreeWalk) -> list[list[list[int]]]:
    """The vectors as plain data: for each weight that some items have, the weight and then these items."""
    return [
        [[weight, *(item for item, its in vector.items() if its == weight)] for weight in sorted({*vector.values()})]
        for vector in walk.vectors
    ]
