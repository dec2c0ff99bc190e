"""Covers by cliques: sets of variables of which each two exclude each other."""

from rookery.models.base.deadline import look


def grow_cliques(left: set[int], excluded: dict[int, set[int]], fewest_first: bool) -> list[tuple[int, ...]]:
    """A cover of what is left: in order, or beginning each time where the fewest that are left may join."""

    def rank(variable: int) -> tuple[int, int]:
        return len(excluded[variable] & left) if fewest_first else 0, variable

    cliques = list[tuple[int, ...]]()
    while left:
        look()
        first = min(left, key=rank)
        clique = [first]
        for other in sorted(excluded[first] & left, key=rank):
            if excluded[other].issuperset(clique):
                clique.append(other)
        left.difference_update(clique)
        cliques.append(tuple(sorted(clique)))
    return cliques
