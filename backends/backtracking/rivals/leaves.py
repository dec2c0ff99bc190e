"""Where each solution is wanted once: what is owed to groups, places one by one, and solutions by binomials.

A solution has, in an open group, places of one army or of none. The first choice says that no other army has any
there; each further one that just this army has some, which the group is then owed. So no solution is met twice.
At the end the armies need not look at each other any more, but for their sizes.
"""

import numpy as np

from rookery.backends.backtracking.kernels.bits import number, ones
from rookery.backends.backtracking.rivals.cells import armies_of, hits_cell
from rookery.backends.backtracking.rivals.registers import COUNT, FOUND, LISTING
from rookery.backends.backtracking.rivals.tables import RivalState, RivalTables
from rookery.models.kernels.jit import inner

MOST_FREE = 24  # places that are counted at once: all their subsets are few enough to be added up


@inner
def pays_debts(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Whether each group can still get what it is owed, and armies that must be of one size can be."""
    for group in range(s.owed.shape[1]):
        army = int(s.owed[depth, group]) - 1
        if army >= 0 and s.held[depth, army, group] == 0:
            return False
    for army in range(armies_of(s)):
        lower, upper = size_bounds(t, s, depth, t.equal[army])
        if lower > upper:
            return False
    return True


@inner
def count_must(s: RivalState, depth: int, army: int) -> np.int64:
    """How many places an army must have for certain."""
    total = np.int64(0)
    for at in range(s.must.shape[1]):
        total += ones(s.must[depth * armies_of(s) + army, at])
    return total


@inner
def size_bounds(t: RivalTables, s: RivalState, depth: int, sort: int) -> tuple[np.int64, np.int64]:
    """How large the armies of one size must be at least, and can be at most."""
    lower, upper = np.int64(0), np.int64(1 << 40)
    for army in range(armies_of(s)):
        if t.equal[army] == sort:
            lower = max(lower, s.least[army], count_must(s, depth, army))
            upper = min(upper, t.most[army], s.size[depth, army])
    return lower, upper


@inner
def choose_place(t: RivalTables, s: RivalState, depth: int) -> int:
    """Branch on a place that is neither certain nor out, those of a group that is owed some first; -1 for none.

    Where solutions are counted, few places that nothing is owed are counted at once instead.
    """
    place = find_owed(t, s, depth)
    if place < 0 and (s.registers[LISTING] or count_free(t, s, depth) > MOST_FREE):
        place = find_free(t, s, depth)
    if place >= 0:
        s.branch[depth], s.choices[depth], s.tried[depth] = -2 - place, 2, 0
    return place


@inner
def find_owed(t: RivalTables, s: RivalState, depth: int) -> int:
    """A place of the first group that is owed some and has none yet; -1 where there is none."""
    armies = armies_of(s)
    for group in range(s.owed.shape[1]):
        army = int(s.owed[depth, group]) - 1
        if army >= 0 and not hits_cell(t, s, depth, army, group):
            for at in range(s.left.shape[1]):
                word = s.left[depth * armies + army, at] & t.cells[group * armies + army, at]
                if word:
                    return int(army * t.places[0] + np.int64(number(at, word)))
    return -1


@inner
def find_free(t: RivalTables, s: RivalState, depth: int) -> int:
    """A place that is neither certain nor out; -1 where there is none."""
    armies = armies_of(s)
    for army in range(armies):
        if army != t.decided[0]:
            for at in range(s.left.shape[1]):
                word = s.left[depth * armies + army, at] & ~s.must[depth * armies + army, at]
                if word:
                    return int(army * t.places[0] + np.int64(number(at, word)))
    return -1


@inner
def count_free(t: RivalTables, s: RivalState, depth: int) -> np.int64:
    """How many places are neither certain nor out."""
    total = np.int64(0)
    for army in range(armies_of(s)):
        if army != t.decided[0]:
            total += s.size[depth, army] - count_must(s, depth, army)
    return total


@inner
def note(t: RivalTables, s: RivalState, depth: int) -> None:
    """Write down what is left to the armies, or count what may be chosen of it."""
    armies = armies_of(s)
    if s.registers[LISTING] == 0:
        s.registers[COUNT] += count_leaf(t, s, depth)
        return
    for army in range(armies):
        for at in range(s.left.shape[1]):
            s.found[s.registers[FOUND] * armies + army, at] = s.left[depth * armies + army, at]
    s.registers[FOUND] += 1
    s.registers[COUNT] += 1


@inner
def count_leaf(t: RivalTables, s: RivalState, depth: int) -> np.int64:
    """In how many ways the free places can be chosen: those of armies of one size together, for each size."""
    product = np.int64(1)
    for sort in range(armies_of(s)):
        if t.equal[sort] == sort and sort != t.decided[0]:
            lower, upper = size_bounds(t, s, depth, sort)
            total = np.int64(0)
            for size in range(lower, upper + 1):
                total += count_of_size(t, s, depth, sort, size)
            product *= total
    return product


@inner
def count_of_size(t: RivalTables, s: RivalState, depth: int, sort: int, size: int) -> np.int64:
    """In how many ways all armies of one sort can be of a size."""
    ways = np.int64(1)
    for army in range(armies_of(s)):
        if t.equal[army] == sort:
            sure = count_must(s, depth, army)
            free = s.size[depth, army] - sure
            ways *= t.binomials[free, size - sure] if 0 <= size - sure <= free else 0
    return ways
