"""Symmetry: of the solutions that symmetries take to each other, those are left out whose owners are not the least.

A solution has some owner for *every* group: the army that has places there, or any army where none has. Such a solution
with owners is taken by a symmetry of the groups to another one. Of all its images one has the least row of owners, in
the order of the tables. That one is never left out, since a comparison ends at the first group without an owner. So
this is sound for one solution and for an optimum; never where each solution is wanted.
"""

from rookery.backends.backtracking.rivals.tables import RivalState, RivalTables
from rookery.models.kernels.jit import inner


@inner
def is_leader(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Whether no symmetry takes the owners so far to lesser ones."""
    for symmetry in range(len(t.image)):
        for at in range(len(t.order)):
            one = s.owner[depth, t.order[at]]
            other = s.owner[depth, t.image[symmetry, at]]
            if one == 0 or other == 0:
                break
            there = t.army[symmetry, other]
            if one > there:
                return False
            if one < there:
                break
    return True
