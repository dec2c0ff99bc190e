"""What an army loses: the places of a group that another one owns, or a single place."""

import numpy as np

from rookery.backends.backtracking.kernels.bits import ZERO, number
from rookery.backends.backtracking.kernels.bitsets import drop
from rookery.backends.backtracking.rivals.tables import RivalState, RivalTables
from rookery.models.kernels.jit import inner


@inner
def armies_of(s: RivalState) -> int:
    """How many armies there are."""
    return int(s.size.shape[1])


@inner
def lose_place(t: RivalTables, s: RivalState, depth: int, army: int, place: np.uint64) -> None:
    """Take a place from an army."""
    drop(s.left, depth * armies_of(s) + army, place)
    s.size[depth, army] -= 1
    user = np.uint64(army) * np.uint64(t.places[0]) + place
    for at in range(t.first[user], t.first[user + np.uint64(1)]):
        s.held[depth, army, t.users[at]] -= 1


@inner
def lose_cell(t: RivalTables, s: RivalState, depth: int, army: int, group: int) -> bool:
    """Take from an army all that it has of a group; false where it must have some of that."""
    armies = armies_of(s)
    row, cell = depth * armies + army, group * armies + army
    for at in range(s.left.shape[1]):
        gone = s.left[row, at] & t.cells[cell, at]
        if gone & s.must[row, at]:
            return False
        while gone:
            lose_place(t, s, depth, army, number(at, gone))
            gone &= gone - np.uint64(1)
    return True


@inner
def give_group(t: RivalTables, s: RivalState, depth: int, army: int, group: int) -> bool:
    """Let an army own a group: all others lose theirs; false where one of them must have some."""
    for other in range(armies_of(s)):
        if other != army and s.held[depth, other, group] > 0 and not lose_cell(t, s, depth, other, group):
            return False
    return True


@inner
def hits_cell(t: RivalTables, s: RivalState, depth: int, army: int, group: int) -> bool:
    """Whether an army must have some place of a group for certain."""
    armies = armies_of(s)
    for at in range(s.must.shape[1]):
        if s.must[depth * armies + army, at] & t.cells[group * armies + army, at] != ZERO:
            return True
    return False
