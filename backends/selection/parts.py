"""Cuts what may be chosen into parts of which at most one each is chosen: no more are chosen than there are parts."""

from rookery.backends.selection.selection import Selection
from rookery.models.base.deadline import look_between


def cut_along_cliques(selection: Selection, longest_first: bool = False) -> list[list[int]]:
    """The free variables in parts, each what is left of a clique when it is its turn; what is in none stands alone.

    A board with more rows than columns has long columns: cut along the longest it has as many parts as columns.
    """
    cliques = sorted(selection.cliques, key=len, reverse=True) if longest_first else selection.cliques
    left, parts = set(selection.free), list[list[int]]()
    for clique in look_between(cliques):
        if part := [v for v in clique if v in left]:
            left.difference_update(part)
            parts.append(part)
    return [*parts, *([v] for v in sorted(left))]


def count_parts(selection: Selection) -> int:
    """How many can be chosen at the most, by parts along the cliques in their order or the longest first."""
    return min(len(cut_along_cliques(selection, longest)) for longest in (False, True))
