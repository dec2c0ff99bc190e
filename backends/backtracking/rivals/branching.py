"""What the search for rivals branches on: groups that several armies want, and at the end places of one army."""

import numpy as np

from rookery.backends.backtracking.kernels.bitsets import put
from rookery.backends.backtracking.rivals.cells import armies_of, give_group, lose_place
from rookery.backends.backtracking.rivals.registers import EXACT
from rookery.backends.backtracking.rivals.tables import OPEN, RivalState, RivalTables
from rookery.models.kernels.jit import inner

FIRST = 1 << 40  # what a group that comes by order weighs more than any other


@inner
def choose_group(t: RivalTables, s: RivalState, depth: int) -> int:
    """The group to branch on: an open one that comes early in order, else the one that costs most; -1 for none."""
    best, most = -1, np.int64(0)
    for group in range(s.owner.shape[1]):
        second, total, _ = measure(s, depth, group)
        worth = (second << 20) + total + (t.prefix[group] << 40)
        if second > 0 and worth > most:
            best, most = group, worth
    if best >= 0:
        s.branch[depth] = best
        s.tried[depth] = 0
        s.choices[depth] = measure(s, depth, best)[2]
    return best


@inner
def measure(s: RivalState, depth: int, group: int) -> tuple[np.int64, np.int64, int]:
    """What the second of the armies has in a group, what all have, and how many have any."""
    if armies_of(s) == 2:
        a, b = np.int64(s.held[depth, 0, group]), np.int64(s.held[depth, 1, group])
        return min(a, b), a + b, 2
    first, second, total, rivals = np.int64(0), np.int64(0), np.int64(0), 0
    for army in range(armies_of(s)):
        here = np.int64(s.held[depth, army, group])
        total += here
        rivals += int(here > 0)
        second = max(second, min(first, here))
        first = max(first, here)
    return second, total, rivals


@inner
def take_choice(t: RivalTables, s: RivalState, depth: int, branch: int, choice: int) -> bool:
    """Make a level what one of the choices of the level above says; false where that cannot be."""
    if branch == OPEN:
        return True
    if branch < OPEN:
        return take_place(t, s, depth, -2 - branch, choice)
    army = find_army(t, s, depth, branch, choice)
    if s.registers[EXACT]:
        if choice > 0:
            s.owed[depth, branch] = army + 1
    elif all_want(t, s, depth, branch):
        s.owner[depth, branch] = army + 1
    return give_group(t, s, depth, army, branch)


@inner
def take_place(t: RivalTables, s: RivalState, depth: int, number: int, choice: int) -> bool:
    """Let an army have a place for certain, or not at all."""
    army, place = number // t.places[0], np.uint64(number % t.places[0])
    if choice == 0:
        put(s.must, depth * armies_of(s) + army, place)
    else:
        lose_place(t, s, depth, army, place)
    return True


@inner
def find_army(t: RivalTables, s: RivalState, depth: int, group: int, choice: int) -> int:
    """The army that a choice gives an open group to; an army that the others decide comes first, so it owes nothing."""
    decided = t.decided[0]
    if decided >= 0 and s.held[depth, decided, group] > 0:
        if choice == 0:
            return int(decided)
        choice -= 1
    else:
        decided = -1
    for army in range(armies_of(s)):
        if army != decided and s.held[depth, army, group] > 0:
            if choice == 0:
                return army
            choice -= 1
    return -1


@inner
def all_want(t: RivalTables, s: RivalState, depth: int, group: int) -> bool:
    """Whether each army that has a cell in a group may still own it: else owners are not all tried."""
    armies = armies_of(s)
    for army in range(armies):
        if s.held[depth, army, group] == 0:
            for at in range(t.cells.shape[1]):
                if t.cells[group * armies + army, at]:
                    return False
    return True
