"""Cliques of literals of which at most one can be true: cores that need no search.

Where a clause says that one of two costs is paid, their assumptions are rivals. Of k assumptions that are all rivals
k - 1 are broken: a core of cost k - 1 (the idea of RC2's "adapted at-most-one constraints", Ignatiev, Morgado and
Marques-Silva 2019). In a covering by pairs, a vertex cover, these are the cliques of its graph.
"""

from collections.abc import Iterable, Iterator, MutableMapping
from itertools import combinations

from rookery.models.cnf.clause_list import Clause

MOST_PAIRS = 4_000_000
Rivals = MutableMapping[int, set[int]]


def find_rivals(groups: Iterable[Clause], literals: Iterable[int]) -> Rivals:
    """Which of some literals exclude each other, where at most one of each group is true; large groups come last."""
    rivals: Rivals = {literal: set() for literal in literals}
    left = MOST_PAIRS
    for group in sorted(groups, key=len):
        members = [literal for literal in group if literal in rivals]
        left -= len(members) * (len(members) - 1) // 2
        if left < 0:
            break
        for one, other in combinations(members, 2):
            rivals[one].add(other)
            rivals[other].add(one)
    return rivals


def take_cliques(rivals: Rivals) -> Iterator[list[int]]:
    """Cliques of two literals or more, until there is none; who takes one must `leave_out` some literal of it.

    Those of two come last, as they would spoil larger ones. Each begins with a literal that has the fewest rivals,
    since others have more cliques to choose from.
    """
    for least in (3, 2):
        for literal in sorted(rivals, key=lambda each: (len(rivals[each]), each)):
            while rivals.get(literal):
                clique = _extend(rivals, literal)
                if len(clique) < least:
                    break
                yield clique


def _extend(rivals: Rivals, literal: int) -> list[int]:
    """A clique with a literal, extended by rivals that leave the most to choose from, until there are none."""
    clique, left = [literal], set(rivals[literal])
    while left:
        best = max(left, key=lambda other: (len(rivals[other] & left), -len(rivals[other]), other))
        clique.append(best)
        left &= rivals[best]
    return clique


def leave_out(rivals: Rivals, literal: int) -> None:
    """Take a literal out."""
    for other in rivals.pop(literal):
        rivals[other].discard(literal)
