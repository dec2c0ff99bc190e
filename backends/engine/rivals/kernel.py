"""The search for rivals: open groups get a color, one after the other, until no group is left that two sides want.

A side may have the places `left` to it, so any choice among the places left at the end is a solution. Where each
solution is wanted once (EXACT), the branches of a group are made disjoint: in all but the first of them the side must
still get some place of the group (`debt`), and at the end places of one side are chosen one by one.
"""

import numpy as np

from rookery.backends.engine.kernels.bits import LOW, ONE, SIX, Ints, lowest_number, ones, put
from rookery.backends.engine.rivals.bounds import (
    affords,
    count_sides,
    find_slack,
    force_colors,
    give_group,
    hits_cell,
    is_leader,
    lose_places,
    measure,
)
from rookery.backends.engine.rivals.tables import (
    BOUND,
    COUNT,
    DEPTH,
    EXACT,
    FORCING,
    FOUND,
    LISTING,
    NODES,
    OPEN,
    Counts,
    RivalState,
    RivalTables,
)
from rookery.core.kernels.kernel import entry, inner, inner_as


def _dearest_by_lanes(one: Counts, other: Counts, prefix: Ints) -> int:
    dearest = np.int64(0)
    for group in range(len(one)):
        a, b = np.int64(one[group]), np.int64(other[group])
        # No field runs into the next: at most 2,000 places, and fewer than 2 ** 20 groups. Of several the first wins.
        worth = (prefix[group] << 52) + (min(a, b) << 40) + ((a + b) << 20) + len(one) - 1 - group
        dearest = max(dearest, worth if min(a, b) > 0 else np.int64(0))
    return int(len(one) - 1 - (dearest & 0xFFFFF) if dearest > 0 else -1)


@inner_as(_dearest_by_lanes)
def find_dearest_of_two(one: Counts, other: Counts, prefix: Ints) -> int:
    """The open group of two sides that comes early in order, else the one that costs most; -1 for none."""
    second = np.minimum(one, other).astype(np.int64)
    worth = np.where(second > 0, (prefix << 40) + (second << 20) + one + other, 0)
    return int(worth.argmax()) if worth.any() else -1


@inner
def choose_group(t: RivalTables, s: RivalState, depth: int) -> int:
    """The group to branch on: an open one that comes early in order, else the one that costs most; -1 for none."""
    best, most = -1, np.int64(0)
    if count_sides(s) == 2:
        best = int(find_dearest_of_two(s.held[depth, 0], s.held[depth, 1], t.prefix))
    else:
        for group in range(s.color.shape[1]):
            second, total, _ = measure(s, depth, group)
            # At most 8 sides of 2,000 places are recognised: the total stays below 2 ** 20, the second below 2 ** 20,
            # so no field runs into the next.
            worth = (second << 20) + total + (t.prefix[group] << 40)
            if second > 0 and worth > most:
                best, most = group, worth
    if best >= 0:
        s.branch[depth] = best
        s.tried[depth] = 0
        s.choices[depth] = measure(s, depth, best)[2]
    return best


@inner
def take_choice(t: RivalTables, s: RivalState, depth: int, branch: int, choice: int) -> bool:
    """Make a level what one of the choices of the level above says; false if that cannot be."""
    if branch == OPEN:
        return True
    if branch < OPEN:
        return take_place(t, s, depth, -2 - branch, choice)
    side = find_side(t, s, depth, branch, choice)
    if s.registers[EXACT]:
        if choice > 0:
            # Only EXACT states have a row of `debt` for each level.
            s.debt[depth, branch] = side + 1
    elif all_want(t, s, depth, branch):
        s.color[depth, branch] = side + 1
    return give_group(t, s, depth, side, branch)


@inner
def take_place(t: RivalTables, s: RivalState, depth: int, number: int, choice: int) -> bool:
    """Let a side have a place for certain, or not at all."""
    side, place = number // t.max_size[0], np.uint64(number % t.max_size[0])
    if choice == 0:
        put(s.must, depth * count_sides(s) + side, place)
    else:
        lose_places(t, s, depth, side, int(place >> SIX), ONE << (place & LOW))
    return True


@inner
def find_side(t: RivalTables, s: RivalState, depth: int, group: int, choice: int) -> int:
    """The side that a choice gives an open group to; a side that the others decide comes first, so it owes nothing."""
    decided = t.decided[0]
    if decided >= 0 and s.held[depth, decided, group] > 0:
        if choice == 0:
            return int(decided)
        choice -= 1
    else:
        decided = -1
    for side in range(count_sides(s)):
        if side != decided and s.held[depth, side, group] > 0:
            if choice == 0:
                return side
            choice -= 1
    return -1


@inner
def all_want(t: RivalTables, s: RivalState, depth: int, group: int) -> bool:
    """Return whether each side that has a cell in a group may still own it: else colors are not all tried."""
    sides = count_sides(s)
    for side in range(sides):
        if s.held[depth, side, group] == 0:
            for at in range(t.cells.shape[1]):
                if t.cells[group * sides + side, at]:
                    return False
    return True


MAX_FREE = 24  # places that are counted at once: all their subsets are few enough to be added up


@inner
def pays_debts(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Return whether each group can still get what it is owed, and sides that must be of one size can be."""
    for group in range(s.debt.shape[1]):
        side = int(s.debt[depth, group]) - 1
        if side >= 0 and s.held[depth, side, group] == 0:
            return False
    for side in range(count_sides(s)):
        lower, upper = size_bounds(t, s, depth, t.equal[side])
        if lower > upper:
            return False
    return True


@inner
def count_must(s: RivalState, depth: int, side: int) -> np.int64:
    """The number of places that a side must have."""
    total = np.int64(0)
    for at in range(s.must.shape[1]):
        total += ones(s.must[depth * count_sides(s) + side, at])
    return total


@inner
def size_bounds(t: RivalTables, s: RivalState, depth: int, sort: int) -> tuple[np.int64, np.int64]:
    """The least and the largest possible size of the sides of one size."""
    lower, upper = np.int64(0), np.int64(1 << 40)
    for side in range(count_sides(s)):
        if t.equal[side] == sort:
            lower = max(lower, s.least[side], count_must(s, depth, side))
            upper = min(upper, t.most[side], s.size[depth, side])
    return lower, upper


@inner
def choose_place(t: RivalTables, s: RivalState, depth: int) -> int:
    """Branch on a place that is neither certain nor out, those of a group that is owed some first; -1 for none.

    Where solutions are counted, few places that nothing is owed are counted at once instead.
    """
    place = find_debt(t, s, depth)
    if place < 0 and (s.registers[LISTING] or count_free(t, s, depth) > MAX_FREE):
        place = find_free(t, s, depth)
    if place >= 0:
        s.branch[depth], s.choices[depth], s.tried[depth] = -2 - place, 2, 0
    return place


@inner
def find_debt(t: RivalTables, s: RivalState, depth: int) -> int:
    """A place of the first group that is owed one and has none; -1 if there is no such group."""
    sides = count_sides(s)
    for group in range(s.debt.shape[1]):
        side = int(s.debt[depth, group]) - 1
        if side >= 0 and not hits_cell(t, s, depth, side, group):
            for at in range(s.left.shape[1]):
                word = s.left[depth * sides + side, at] & t.cells[group * sides + side, at]
                if word:
                    return int(side * t.max_size[0] + np.int64(lowest_number(at, word)))
    return -1


@inner
def find_free(t: RivalTables, s: RivalState, depth: int) -> int:
    """A place that is neither certain nor out; -1 if there is no such place."""
    sides = count_sides(s)
    for side in range(sides):
        if side != t.decided[0]:
            for at in range(s.left.shape[1]):
                word = s.left[depth * sides + side, at] & ~s.must[depth * sides + side, at]
                if word:
                    return int(side * t.max_size[0] + np.int64(lowest_number(at, word)))
    return -1


@inner
def count_free(t: RivalTables, s: RivalState, depth: int) -> np.int64:
    """The number of places that are neither certain nor out."""
    total = np.int64(0)
    for side in range(count_sides(s)):
        if side != t.decided[0]:
            total += s.size[depth, side] - count_must(s, depth, side)
    return total


@inner
def record_solution(t: RivalTables, s: RivalState, depth: int) -> None:
    """Write down the places left to the sides, or count the choices among them."""
    sides = count_sides(s)
    if s.registers[LISTING] == 0:
        s.registers[COUNT] += count_leaf(t, s, depth)
        return
    for side in range(sides):
        for at in range(s.left.shape[1]):
            s.found[s.registers[FOUND] * sides + side, at] = s.left[depth * sides + side, at]
    s.registers[FOUND] += 1
    s.registers[COUNT] += 1


@inner
def count_leaf(t: RivalTables, s: RivalState, depth: int) -> np.int64:
    """The number of ways to choose the free places: those of sides of one size together, for each size."""
    product = np.int64(1)
    for sort in range(count_sides(s)):
        if t.equal[sort] == sort and sort != t.decided[0]:
            lower, upper = size_bounds(t, s, depth, sort)
            total = np.int64(0)
            for size in range(lower, upper + 1):
                total += count_of_size(t, s, depth, sort, size)
            product *= total
    return product


@inner
def count_of_size(t: RivalTables, s: RivalState, depth: int, sort: int, size: int) -> np.int64:
    """The number of ways in which all sides of one sort can have a size."""
    ways = np.int64(1)
    for side in range(count_sides(s)):
        if t.equal[side] == sort:
            sure = count_must(s, depth, side)
            free = s.size[depth, side] - sure
            # `choose_place` found at most MAX_FREE free places in all: `free` is a row of the table.
            ways *= t.binomials[free, size - sure] if 0 <= size - sure <= free else 0
    return ways


@entry("the search for rivals")
def divide(t: RivalTables, s: RivalState, steps: int) -> int:
    """Search for at most `steps` nodes or until `found` is full; returns the depth, -1 when all is searched."""
    budget = steps
    while s.registers[DEPTH] >= 0 and steps > 0 and s.registers[FOUND] * s.size.shape[1] < len(s.found):
        depth = s.registers[DEPTH]
        if s.tried[depth] >= s.choices[depth]:
            s.registers[DEPTH] = depth - 1
        else:
            steps -= 1
            # tried < choices: the choice exists.
            s.picked[depth] = s.tried[depth]
            s.tried[depth] += 1
            if enter(t, s, depth) and not descend(t, s, depth + 1):
                record_solution(t, s, depth + 1)
    s.registers[NODES] += budget - steps
    return int(s.registers[DEPTH])


@inner
def enter(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Make the level below by the choice that is picked; false if it has no solution, or only images of others."""
    # A level gives a group a color or decides a place: `make_state` makes a level for each of these, and three more.
    copy_level(s, depth)
    return take_choice(t, s, depth + 1, s.branch[depth], s.picked[depth]) and settle(t, s, depth + 1)


@inner
def copy_level(s: RivalState, depth: int) -> None:
    """Begin the next level as the same."""
    sides, groups = s.size.shape[1], s.color.shape[1]
    s.settled[depth + 1] = s.settled[depth]
    for side in range(sides):
        row, s.size[depth + 1, side] = depth * sides + side, s.size[depth, side]
        for at in range(s.left.shape[1]):
            s.left[row + sides, at] = s.left[row, at]
            s.must[row + sides, at] = s.must[row, at]
        for group in range(groups):
            s.held[depth + 1, side, group] = s.held[depth, side, group]
    for group in range(groups):
        s.color[depth + 1, group] = s.color[depth, group]
    if s.registers[EXACT]:
        for group in range(groups):
            s.debt[depth + 1, group] = s.debt[depth, group]


@inner
def settle(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Follow what sizes force; false if a node has no solution, or only images of others."""
    if not find_slack(s, depth) or (t.switches[0] & FORCING == 0 and not force_colors(t, s, depth)):
        return False
    if t.switches[0] & BOUND == 0 and not affords(t, s, depth):
        return False
    return pays_debts(t, s, depth) if s.registers[EXACT] else is_leader(t, s, depth)


@inner
def descend(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Say what the next level branches on and go there; false if nothing is left to decide."""
    group = choose_group(t, s, depth)
    if group < 0 and (s.registers[EXACT] == 0 or choose_place(t, s, depth) < 0):
        return False
    s.registers[DEPTH] = depth
    return True
