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


def least_cover(vertices: int, edges: Edges, weights: Sequence[int] | None = None) -> int:
    """The least weight of a cover, by taking each vertex or all its neighbours, whichever is cheaper in the end."""
    cost, near = weights or [1] * vertices, [set[int]() for _ in range(vertices)]
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)

    def least(left: frozenset[int]) -> int:
        vertex = max(left, key=lambda each: len(near[each] & left), default=None)
        if vertex is None or not near[vertex] & left:
            return 0
        others = near[vertex] & left
        apart = sum(cost[other] for other in others) + least(left - others - {vertex})
        least_of_both: int = min(cost[vertex] + least(left - {vertex}), apart)
        return least_of_both

    return least(frozenset(range(vertices)))
