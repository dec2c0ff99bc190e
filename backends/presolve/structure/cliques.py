"""Cliques: sets of things of which each two exclude each other, put together from single pairs.

What a clique is wanted for decides how it is grown. Cores of a SAT search come one after the other and share no weight
(`take_cliques`). A proof that adds up rows needs each variable in one (`cover_by_cliques`). Groups of rivals need each
*pair* in one and keep what is symmetric so (`cover_pairs`); they are dense, so exclusions are masks there, and sets of
numbers elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Set
from itertools import combinations
from math import inf

from rookery.backends.presolve.covering import Covering
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.numbers import bits

Exclusions = MutableMapping[int, set[int]]
Relation = Sequence[int]  # of each place, as a mask, the places that exclude it
Rank = tuple[int, ...]
FEW = 2  # conflicts of a place up to which pairs are as good as a star


def list_exclusions(groups: Iterable[Sequence[int]], members: Iterable[int], most: float = inf) -> Exclusions:
    """For each member those it excludes, where at most one of each group is true.

    The smallest groups are read first, and no more when they have made `most` pairs.
    """
    excluded: Exclusions = {member: set() for member in members}
    left = most
    for group in sorted(groups, key=len):
        inside = [each for each in group if each in excluded]
        left -= len(inside) * (len(inside) - 1) // 2
        if left < 0:
            break
        for one, other in combinations(inside, 2):
            excluded[one].add(other)
            excluded[other].add(one)
    return excluded


def leave_out(excluded: Exclusions, member: int) -> None:
    """Take a member out of the exclusions."""
    for other in excluded.pop(member):
        excluded[other].discard(member)


def grow_clique(excluded: Exclusions, first: int, among: set[int], rank: Callable[[int, Set[int]], Rank]) -> list[int]:
    """A clique that begins with `first`; of those of `among` that may join it, the one of least rank always does."""
    clique, left = [first], excluded[first] & among
    while left:
        best = min(left, key=lambda other: rank(other, left))
        clique.append(best)
        left &= excluded[best]
    return clique


def take_cliques(excluded: Exclusions) -> Iterator[list[int]]:
    """Take cliques of two or more until there is no such clique; before the next request, `leave_out` some member of
    each.

    Cliques of two come last, as they would spoil larger ones. Each begins with a member that excludes the fewest, since
    others have more cliques to choose from, and grows by one that leaves the most to choose from.
    """

    def rank(other: int, left: Set[int]) -> tuple[int, int, int]:
        return -len(excluded[other] & left), len(excluded[other]), -other

    for least in (3, 2):
        for member in sorted(excluded, key=lambda each: (len(excluded[each]), each)):
            while excluded.get(member):
                clique = grow_clique(excluded, member, excluded[member], rank)
                if len(clique) < least:
                    break
                yield clique


def cover_by_cliques(members: Iterable[int], excluded: Exclusions, fewest_first: bool) -> list[tuple[int, ...]]:
    """Cliques that share nothing and hold all members, begun in order or each where the fewest that are left may join.

    A clique grows in the same order as cliques are begun.
    """
    left, cliques = set(members), list[tuple[int, ...]]()
    while left:
        check_deadline()
        ranks = {each: (len(excluded[each] & left) if fewest_first else 0, each) for each in left}
        first = min(left, key=ranks.__getitem__)
        clique = _grow_in_order(excluded, first, left, ranks)
        left.difference_update(clique)
        cliques.append(tuple(sorted(clique)))
    return cliques


def _grow_in_order(excluded: Exclusions, first: int, among: set[int], ranks: Mapping[int, Rank]) -> list[int]:
    """Return a clique that grows by those of the least rank, which does not change meanwhile."""
    return grow_clique(excluded, first, among, lambda other, _: ranks[other])


def cover_pairs(loose: Relation) -> tuple[list[int], list[int]]:
    """Cliques, and centres of stars, as masks and numbers, which cover all pairs of a relation.

    The largest cliques come first, while all of their pairs are left; those of one size are all taken, though they
    share pairs, so that what is symmetric stays so. What lies in no three of that kind is left to stars and pairs.
    """
    left = [mask & ~(1 << at) for at, mask in enumerate(loose)]
    cliques = list[int]()
    while any(left):
        found = _find_large(left)
        if max(map(int.bit_count, found)) == FEW:
            break
        cliques += _take_largest(found, left)
    stars = [at for at, mask in enumerate(left) if mask.bit_count() > FEW]
    for centre in stars:
        _drop_pairs(left, 1 << centre, left[centre])
    return [*cliques, *(1 << a | 1 << b for a, mask in enumerate(left) for b in bits(mask) if a < b)], stars


def _find_large(left: Relation) -> list[int]:
    """For each pair a large clique that holds it; pairs of one that is found are passed over."""
    seen, found = [0] * len(left), dict[int, None]()
    for a in checking_deadline(range(len(left)), often=1):
        while rest := left[a] & ~seen[a] & -(1 << a):
            b = (rest & -rest).bit_length() - 1
            clique = _peel(left, a, b)
            found[clique] = None
            for each in bits(clique):
                seen[each] |= clique
    return list(found)


def _peel(left: Relation, a: int, b: int) -> int:
    """Peel the common conflicts of a pair: drop the member with the fewest there, until each conflicts with all."""
    pair = 1 << a | 1 << b
    clique = (left[a] & left[b]) | pair
    while True:
        degrees = {each: (left[each] & clique).bit_count() for each in bits(clique & ~pair)}
        if not degrees or min(degrees.values()) == clique.bit_count() - 1:
            return clique
        clique &= ~(1 << min(degrees, key=lambda each: degrees[each]))


def _take_largest(found: Iterable[int], left: list[int]) -> list[int]:
    """Return the cliques, the largest first, whose pairs no larger one has; their pairs are no longer left."""
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


def cut_along_cliques(selection: Covering, longest_first: bool = False) -> list[list[int]]:
    """The free variables in parts, each the rest of a clique at its turn; a variable outside all cliques is a part by
    itself.

    A board with more rows than columns has long columns: cut along the longest it has as many parts as columns.
    """
    cliques = sorted(selection.cliques, key=len, reverse=True) if longest_first else selection.cliques
    left, parts = set(selection.free), list[list[int]]()
    for clique in checking_deadline(cliques):
        if part := [v for v in clique if v in left]:
            left.difference_update(part)
            parts.append(part)
    return [*parts, *([v] for v in sorted(left))]


def count_parts(selection: Covering) -> int:
    """Largest possible number of chosen variables, by parts along the cliques in their order or the longest first."""
    return min(len(cut_along_cliques(selection, longest)) for longest in (False, True))
