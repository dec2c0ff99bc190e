"""Conflicts of two armies as few groups of which one army at most has any: lines, blocks and stars out of single pairs.

A relation says for each place of one army which places of another it is in conflict with, a number with a bit a place.
"""

from collections.abc import Iterable, Iterator, Sequence

from rookery.models.base.deadline import look_between

Relation = Sequence[int]
FEW = 2  # conflicts of a place up to which pairs are as good as a star


def bits(mask: int) -> Iterator[int]:
    """The places in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def is_mutual(relation: Relation) -> bool:
    """Whether each place is in conflict with itself, and two places with each other either way."""
    return turn(relation) == list(relation) and all(mask >> at & 1 for at, mask in enumerate(relation))


def turn(relation: Relation, size: int = -1) -> list[int]:
    """The conflicts of the other set, which has so many places; without a size as many as this one."""
    turned = [0] * (len(relation) if size < 0 else size)
    for at, mask in enumerate(relation):
        for place in bits(mask):
            if place < len(turned):
                turned[place] |= 1 << at
    return turned


def cover_by_cliques(loose: Relation) -> tuple[list[int], list[int]]:
    """Sets of places that are all in conflict with each other, and the centres of stars, which cover what is `loose`.

    Pairs come out as the largest such sets whose pairs are all loose; sets of one size are all taken, though they
    share pairs, so that what is symmetric stays so. What lies in no three of that kind is left to stars and pairs.
    """
    left = [mask & ~(1 << at) for at, mask in enumerate(loose)]
    cliques = list[int]()
    while any(left):
        found = _find_cliques(left)
        if max(map(int.bit_count, found)) == FEW:
            break
        cliques += _take_largest(found, left)
    stars = [at for at, mask in enumerate(left) if mask.bit_count() > FEW]
    for centre in stars:
        _drop_pairs(left, 1 << centre, left[centre])
    return [*cliques, *(1 << a | 1 << b for a, mask in enumerate(left) for b in bits(mask) if a < b)], stars


def _find_cliques(left: Relation) -> list[int]:
    """For each pair a large clique that holds it; pairs of one that is found are passed over."""
    seen, found = [0] * len(left), dict[int, None]()
    for a in look_between(range(len(left)), often=1):
        while rest := left[a] & ~seen[a] & -(1 << a):
            b = (rest & -rest).bit_length() - 1
            clique = _peel(left, a, b)
            found[clique] = None
            for each in bits(clique):
                seen[each] |= clique
    return list(found)


def _peel(left: Relation, a: int, b: int) -> int:
    """What is in conflict with both of a pair, without what has the fewest conflicts there, until all have all."""
    pair = 1 << a | 1 << b
    clique = (left[a] & left[b]) | pair
    while True:
        degrees = {each: (left[each] & clique).bit_count() for each in bits(clique & ~pair)}
        if not degrees or min(degrees.values()) == clique.bit_count() - 1:
            return clique
        clique &= ~(1 << min(degrees, key=lambda each: degrees[each]))


def _take_largest(found: Iterable[int], left: list[int]) -> list[int]:
    """The cliques, the largest first, whose pairs no larger one has; their pairs are no longer left."""
    taken = list[int]()
    by_size: dict[int, list[int]] = {}
    for clique in found:
        by_size.setdefault(clique.bit_count(), []).append(clique)
    for size in sorted(by_size, reverse=True):
        whole = [clique for clique in by_size[size] if size > FEW and _is_left(left, clique)]
        for clique in whole:
            _drop_pairs(left, clique, clique)
        taken += whole
    return taken


def _is_left(left: Relation, clique: int) -> bool:
    return all(not clique & ~(left[each] | 1 << each) for each in bits(clique))


def _drop_pairs(left: list[int], some: int, others: int) -> None:
    for each in bits(some):
        left[each] &= ~others
    for each in bits(others):
        left[each] &= ~some
