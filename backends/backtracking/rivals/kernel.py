"""The search for rivals: open groups get an owner, one after the other, until no group is left that two armies want.

An army may have what is left to it, `left`, so whatever is left at the end is a solution: any places of each army.
Where each solution is wanted once (EXACT), the branches of a group are made disjoint: in all but the first of them
some place of the group is `owed`, and at the end places are chosen one by one (`leaves.py`).
"""

from rookery.backends.backtracking.rivals.bounds import (
    CHANGED,
    FAILED,
    NOTHING,
    affords,
    find_spare,
    force_owners,
    is_any_forced,
)
from rookery.backends.backtracking.rivals.branching import choose_group, take_choice
from rookery.backends.backtracking.rivals.leaders import is_leader
from rookery.backends.backtracking.rivals.leaves import choose_place, note, pays_debts
from rookery.backends.backtracking.rivals.registers import DEPTH, EXACT, FOUND, NODES
from rookery.backends.backtracking.rivals.switches import BOUND, FORCING
from rookery.backends.backtracking.rivals.tables import RivalState, RivalTables
from rookery.models.kernels.jit import entry, inner


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
            s.tried[depth] += 1
            copy_level(s, depth)
            if take_choice(t, s, depth + 1, s.branch[depth], s.tried[depth] - 1) and settle(t, s, depth + 1):
                descend(t, s, depth + 1)
    s.registers[NODES] += budget - steps
    return int(s.registers[DEPTH])


@inner
def copy_level(s: RivalState, depth: int) -> None:
    """Begin the next level as the same."""
    armies, groups = s.size.shape[1], s.owner.shape[1]
    for army in range(armies):
        row, s.size[depth + 1, army] = depth * armies + army, s.size[depth, army]
        for at in range(s.left.shape[1]):
            s.left[row + armies, at] = s.left[row, at]
            s.must[row + armies, at] = s.must[row, at]
        for group in range(groups):
            s.held[depth + 1, army, group] = s.held[depth, army, group]
    for group in range(groups):
        s.owner[depth + 1, group] = s.owner[depth, group]
    if s.registers[EXACT]:
        for group in range(groups):
            s.owed[depth + 1, group] = s.owed[depth, group]


@inner
def settle(t: RivalTables, s: RivalState, depth: int) -> bool:
    """Follow what sizes force; false where a node has no solution, or only images of others."""
    while True:
        if not find_spare(s, depth):
            return False
        forced = NOTHING
        if t.switches[0] & FORCING == 0 and is_any_forced(s, depth):
            forced = force_owners(t, s, depth)
        if forced == FAILED:
            return False
        if forced != CHANGED:
            break
    if t.switches[0] & BOUND == 0 and not affords(t, s, depth):
        return False
    return pays_debts(t, s, depth) if s.registers[EXACT] else is_leader(t, s, depth)


@inner
def descend(t: RivalTables, s: RivalState, depth: int) -> None:
    """Say what the next level branches on and go there; where nothing is left to decide, note a solution."""
    group = choose_group(t, s, depth)
    if group < 0 and (s.registers[EXACT] == 0 or choose_place(t, s, depth) < 0):
        note(t, s, depth)
    else:
        s.registers[DEPTH] = depth
