"""Trees as evidence: a run of the checker's own search, perhaps with weights that sharpen its bound."""

from collections.abc import Callable, Hashable, Iterable, Sequence

import numpy as np

from rookery.backends.presolve.structure.simplex import CLOSE, solve_program
from rookery.certificates.certificate import Tree
from rookery.certificates.claim import Refused, Theorem, Uncertified
from rookery.certificates.covering import ItemCovering
from rookery.certificates.tree import TreeWalk, list_permutations, recognise

FEW_NODES, MAX_NODES = 1 << 16, 1 << 24  # of a first and a second try; the second takes a minute or two
MAX_CELLS = 1 << 22  # of the tableau of a linear program
MAX_COLLECTED = 255  # sum of the weights of the items that a candidate hits
STRONG = 0.8  # share of the bound that must be proven for weights to be tried first


def make(theorem: Theorem, tell: Callable[[str], None]) -> Tree | None:
    """Return a tree that proves a theorem; None if it is not about a covering.

    `tell` is called with the progress. Raises `Refused` if the theorem is false, `Uncertified` for too large a tree.
    """
    try:
        covering = recognise(theorem)
    except Refused:
        return None
    try:
        permutations = list_permutations(theorem, covering)
    except Refused:  # the checker refuses the symmetries
        if theorem.orbits is not None:
            return None
        permutations = np.zeros((0, len(covering.variables)), np.int64)
    vectors = list_vectors(covering)
    for most in (FEW_NODES, MAX_NODES):
        for weights in vectors:
            walk, nodes = TreeWalk(theorem, covering, weights, permutations), 0
            for nodes in walk.visit():
                tell(f"looking for evidence: {nodes:,} nodes of a tree, at most {most:,}")
                if nodes > most:
                    break
            else:
                walk.conclude()
                return Tree(nodes, weights, len(permutations) > 0)
    raise Uncertified(f"its tree has more than {MAX_NODES:,} nodes")


def list_vectors(covering: ItemCovering) -> list[list[int] | None]:
    """Return weights of the items to try, and None for no weights: first, as for queens, or last, as for knights.

    The weights solve the dual of the linear relaxation, rounded down to whole numbers: the demands weigh as much as
    possible, and no candidate collects more than 1. Items of a class have equal weights, which keeps the program small.
    """
    hits: list[list[tuple[int, int]]] = [[] for _ in covering.variables]
    for item, (_, options) in enumerate(covering.items):
        for candidate, often in options:
            hits[candidate].append((item, often))
    items, candidates = refine(covering, hits)
    rows = {number: candidate for candidate, number in enumerate(candidates)}  # a candidate of each class
    needs = np.zeros(max(items, default=-1) + 1)
    np.add.at(needs, items, [demand for demand, _ in covering.items])
    if not 0 < len(rows) * (len(rows) + len(needs)) <= MAX_CELLS or not len(needs):
        return [None]
    gains = np.zeros((len(rows), len(needs)))
    for number, candidate in rows.items():
        for item, often in hits[candidate]:
            gains[number, items[item]] += often
    found, _ = solve_program(gains, needs)
    weights = np.floor(found[items] * MAX_COLLECTED + CLOSE).astype(int).tolist()
    strong = found @ needs >= STRONG * (covering.most + 1)
    return [weights, None] if strong else [None, weights]


def refine(covering: ItemCovering, hits: Sequence[Sequence[tuple[int, int]]]) -> tuple[list[int], list[int]]:
    """Return the numbers of the classes of items and of candidates, from 0, by colour refinement.

    Members of a class hit equally many members of each other class (an equitable partition), so that the linear program
    over classes has the same optimum.
    """
    items, candidates, many = [demand for demand, _ in covering.items], [0] * len(hits), 0
    while True:
        candidates = _number(
            (own, *sorted((items[i], often) for i, often in each)) for own, each in zip(candidates, hits, strict=True)
        )
        named = zip(items, covering.items, strict=True)
        items = _number((own, *sorted((candidates[c], often) for c, often in options)) for own, (_, options) in named)
        before, many = many, len({*items}) + len({*candidates})
        if many == before:
            return items, candidates


def _number(keys: Iterable[Hashable]) -> list[int]:
    """Number keys from 0, equal ones alike."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]
