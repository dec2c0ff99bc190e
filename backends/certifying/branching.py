"""Trees of any model as evidence: searched anew, by the rules of the checker."""

import numpy as np

from rookery.certificates.branching import kernel
from rookery.certificates.branching.check import About, conclude, make_walk
from rookery.certificates.branching.state import SHOWN, State, Tables
from rookery.certificates.branching.walk import Walk, get_bytes
from rookery.certificates.certificate import Evidence
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem
from rookery.models.kernels.compiler import hasten

FEW, MANY = 1 << 10, 1 << 24  # nodes of the first trees that are tried, and of the last
MORE = 8
LOOKED_AHEAD = (0, 6)  # levels at which the branch with the strongest consequences is written down


def make(theorem: Theorem) -> Evidence | None:
    """A tree that proves a theorem; None where none is found with few nodes, or the model is too large.

    Trees by several rules are tried, all with few nodes before one with more. Raises `Refused` where the theorem is
    false.
    """
    nodes = FEW
    while nodes <= MANY:
        for alone in LOOKED_AHEAD:
            for positive in (True, False):
                try:
                    walk = make_walk(theorem, About(alone, nodes, positive, []))
                except Refused:
                    return None
                if found := grow(theorem, walk, alone, positive, nodes):
                    return found
        nodes *= MORE
    return None


def grow(theorem: Theorem, walk: Walk, alone: int, positive: bool, nodes: int) -> Evidence | None:
    """The tree of a walk; None where it has more nodes."""
    walk.advise = choose_strongest
    try:
        walk.run(nodes, None)
    except Refused:
        if walk.nodes <= nodes:
            raise
        return None
    data = get_bytes(walk.state)
    conclude(theorem, walk, len(data))
    about = {"alone": alone, "nodes": walk.nodes, "positive": positive, "sums": []}
    return Evidence("branching", about, data)


def choose_strongest(tables: Tables, state: State) -> int:
    """One more than the variable both of whose values decide most; where a value fails, that is best."""
    decided = np.zeros((2, max(1, int(tables.limits[SHOWN]))), np.int64)
    kernel.look_ahead(tables, state, decided)
    hasten(kernel.look_ahead, tables, state, decided)
    size = len(state.value) + 1
    one, other = np.where(decided < 0, size, decided)
    return int(np.argmax(one * other)) + 1
