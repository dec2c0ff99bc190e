"""A quick independent set of a graph, and a quick bound on all of them.

A graph is a list of numbers: for each vertex those that are joined to it, a bit each.
"""

from collections.abc import Iterator, Sequence

from rookery.models.base.deadline import look_between


def independent_set(joined: Sequence[int]) -> list[int]:
    """Vertices no two of which are joined: the one with the fewest neighbours left, again and again."""
    left, found = (1 << len(joined)) - 1, list[int]()
    while left:
        best = min(_members(left), key=lambda each: (joined[each] & left).bit_count())
        found.append(best)
        left &= ~(joined[best] | 1 << best)
    return found


def cover_by_cliques(joined: Sequence[int]) -> int:
    """How many cliques hold all vertices, each made of the first vertices that fit; no independent set is larger."""
    cliques = list[int]()
    for vertex in look_between(range(len(joined))):
        at = next((at for at, clique in enumerate(cliques) if not clique & ~joined[vertex]), len(cliques))
        cliques[at : at + 1] = [(cliques[at] if at < len(cliques) else 0) | 1 << vertex]
    return len(cliques)


def _members(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
