"""The search for rivals: open groups get a color, one after the other, until no group is left that two sides want.

A queen attacks along lines, and a line has pieces of one army at most. So the search does not place pieces (the models
of Smith, Petrie and Gent 2004 do), but says who owns each line: far fewer decisions, each of which takes a whole group
from all other sides. A group's color is the number of its owner plus 1. At a leaf no two sides have places in one
group, so any choice among the places `left` to each side is a solution, if sizes are within their bounds. `bounds.py`
prunes by what the open groups must still cost.
"""

import numpy as np

from rookery.backends.engine.kernels.bits import Ints
from rookery.backends.engine.rivals.bounds import (
    affords,
    count_sides,
    find_slack,
    force_colors,
    give_group,
    is_leader,
    measure,
)
from rookery.backends.engine.rivals.tables import OPEN, Counts, RivalState, RivalTables
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
    """Return the open group of two sides that comes early in order, else the one that costs most; -1 for none."""
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
    """Give the group that the level above branches on to the side of a choice; false if that is impossible."""
    if branch == OPEN:
        return True
    side = find_side(s, depth, branch, choice)
    if all_want(t, s, depth, branch):
        s.color[depth, branch] = side + 1
    return give_group(t, s, depth, side, branch)


@inner
def find_side(s: RivalState, depth: int, group: int, choice: int) -> int:
    """Return the side that a choice gives an open group to."""
    for side in range(count_sides(s)):
        if s.held[depth, side, group] > 0:
            if choice == 0:
                return side
            choice -= 1
    return -1


@inner
def all_want(t: RivalTables, s: RivalState, depth: int, group: int) -> bool:
    """Return whether each side that has a cell in a group may still own it.

    Only then do the choices try all colors of the group, and only then is its color recorded: `is_leader` compares with
    images in which the group may have any color.
    """
    sides = count_sides(s)
    for side in range(sides):
        if s.held[depth, side, group] == 0:
            for at in range(t.cells.shape[1]):
                if t.cells[group * sides + side, at]:
                    return False
    return True


@inner
def record_leaf(s: RivalState, depth: int) -> None:
    """Write down the places left to the sides."""
    sides = count_sides(s)
    for side in range(sides):
        for at in range(s.left.shape[1]):
            s.found[side, at] = s.left[depth * sides + side, at]
    s.noted[0] = 1


@entry("the search for rivals")
def divide(t: RivalTables, s: RivalState, steps: int) -> int:
    """Search for at most `steps` nodes or until a leaf is found; returns the depth, -1 when all is searched."""
    budget = steps
    while s.depth[0] >= 0 and steps > 0 and s.noted[0] == 0:
        depth = s.depth[0]
        if s.tried[depth] >= s.choices[depth]:
            s.depth[0] = depth - 1
        else:
            steps -= 1
            # tried < choices: the choice exists.
            s.picked[depth] = s.tried[depth]
            s.tried[depth] += 1
            if enter(t, s, depth) and not descend(t, s, depth + 1):
                record_leaf(s, depth + 1)
    s.nodes[0] += budget - steps
    return int(s.depth[0])


@inner
def enter(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Make the level below by the choice that is picked; false if it has no solution, or only images of others."""
    # A level gives a group a color: `make_state` makes a level for each of these, and three more.
    copy_level(s, depth)
    return take_choice(t, s, depth + 1, s.branch[depth], s.picked[depth]) and settle(t, s, depth + 1)


@inner
def copy_level(s: RivalState, depth: int) -> None:
    """Copy a level to the next one."""
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


@inner
def settle(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Follow what sizes force; false if a node has no solution, or only images of others."""
    return find_slack(s, depth) and force_colors(t, s, depth) and affords(t, s, depth) and is_leader(t, s, depth)


@inner
def descend(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Say what the next level branches on and go there; false if no group is open."""
    if choose_group(t, s, depth) < 0:
        return False
    s.depth[0] = depth
    return True
