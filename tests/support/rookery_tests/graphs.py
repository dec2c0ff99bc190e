"""Random graphs as models that ask for the fewest, or the cheapest, vertices that meet all edges."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from rookery.models import AtLeast, Minimize, Model

Edges = Sequence[tuple[int, int]]


def random_edges(random: Random, vertices: int, share: float) -> list[tuple[int, int]]:
    """Each pair is an edge with so much chance."""
    return [pair for pair in combinations(range(vertices), 2) if random.random() < share]


def vertex_cover(vertices: int, edges: Edges, weights: Sequence[int] | None = None) -> Model:
    """The model of a graph."""
    every = tuple(range(vertices))
    return Model(
        vertices, tuple(AtLeast(1, edge) for edge in edges), Minimize(every, tuple(weights) if weights else None)
    )
