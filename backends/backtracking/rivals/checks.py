"""Checks the state of a search for rivals that comes from a file."""

import numpy as np

from rookery.backends.backtracking.kernels.bits import bitset
from rookery.backends.backtracking.rivals.compiling import count_cells
from rookery.backends.backtracking.rivals.registers import DEPTH, EXACT, FOUND, LISTING
from rookery.backends.backtracking.rivals.tables import OPEN, RivalState, RivalTables
from rookery.backends.backtracking.tree.checks import require, require_registers, require_subset, require_within


def check_rivals(t: RivalTables, s: RivalState, own: RivalState) -> None:
    """Refuse a state with which the kernel could leave its arrays; `own` is one of the same search."""
    require_registers(s.registers, own.registers, [EXACT, LISTING], [])
    require(s.registers[FOUND] == 0, "solutions that were not handed over")
    require(np.array_equal(s.least, own.least), "sizes of another search")
    levels, armies = int(s.registers[DEPTH]) + 1, s.size.shape[1]
    require_within(s.choices[:levels], 1, max(2, armies), "choices")
    require_within(s.tried[:levels], 0, s.choices[:levels], "choices")
    require_within(s.owner[:levels], 0, armies, "owners")
    require_within(s.owed[:levels], 0, armies, "debts")
    for level in range(levels):
        _check_level(t, s, own, level)


def _check_level(t: RivalTables, s: RivalState, own: RivalState, level: int) -> None:
    """Sizes and counts are those of what is left, which is no more than at the level above."""
    armies = s.size.shape[1]
    here = slice(level * armies, (level + 1) * armies)
    above = own.left[:armies] if level == 0 else s.left[(level - 1) * armies : level * armies]
    require_subset(s.left[here], above, "places")
    require_subset(s.must[here], s.left[here], "places")
    whole = np.array([len(np.flatnonzero(np.unpackbits(row.view(np.uint8)))) for row in s.left[here]])
    require(np.array_equal(whole, s.size[level]), "sizes of other places")
    require(np.array_equal(count_cells(t, s.left[here]), s.held[level]), "counts of other places")
    _check_branch(t, s, level)


def _check_branch(t: RivalTables, s: RivalState, level: int) -> None:
    """A level branches on a group that several armies want, or on a place that is left and not certain."""
    branch, armies = int(s.branch[level]), s.size.shape[1]
    if branch == OPEN:
        require(s.choices[level] == 1 and level == 0, "a branch on nothing")
    elif branch >= 0:
        require(branch < len(t.order), "a group that there is not")
        require(np.count_nonzero(s.held[level, :, branch]) == s.choices[level], "a group with other rivals")
    else:
        army, place = divmod(-2 - branch, int(t.places[0]))
        require(army < armies and bool(s.registers[EXACT]) and s.choices[level] == 2, "a place that there is not")
        row = level * armies + army
        require_subset(bitset(np.array([place]), s.left.shape[1]), s.left[row] & ~s.must[row], "a place")
