"""The search for rivals: open groups get a color, one after the other, until no group is left that two sides want.

A side may have the places `left` to it, so any choice among the places left at the end is a solution. Where each
solution is wanted once (EXACT), the branches of a group are made disjoint: in all but the first of them the side must
still get some place of the group (`debt`), and at the end places are chosen one by one (`branching.py`).
"""

from rookery.backends.engine.rivals.bounds import (
    CHANGED,
    FAILED,
    NOTHING,
    affords,
    find_slack,
    force_colors,
    is_any_forced,
    is_leader,
)
from rookery.backends.engine.rivals.branching import (
    choose_group,
    choose_place,
    pays_debts,
    record_solution,
    take_choice,
)
from rookery.backends.engine.rivals.tables import (
    BOUND,
    DEPTH,
    EXACT,
    FORCING,
    FOUND,
    NODES,
    RivalState,
    RivalTables,
)
from rookery.core.kernels.jit import entry, inner


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
    """Make the level below by the choice that is picked; false where it has no solution, or only images of others."""
    # A level gives a group a color or decides a place: `make_state` makes a level for each of these, and three more.
    copy_level(s, depth)
    return take_choice(t, s, depth + 1, s.branch[depth], s.picked[depth]) and settle(t, s, depth + 1)


@inner
def copy_level(s: RivalState, depth: int) -> None:
    """Begin the next level as the same."""
    sides, groups = s.size.shape[1], s.color.shape[1]
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
    """Follow what sizes force; false where a node has no solution, or only images of others."""
    while True:
        if not find_slack(s, depth):
            return False
        forced = NOTHING
        if t.switches[0] & FORCING == 0 and is_any_forced(s, depth):
            forced = force_colors(t, s, depth)
        if forced == FAILED:
            return False
        # Ends: each change takes places from a side, which never get back on this level.
        if forced != CHANGED:
            break
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
