"""Checks the state of a general search that comes from a file."""

import numpy as np

from rookery.backends.backtracking.general.kernel import DEPTH, EAGER, FOUND, GOAL, LISTING, RISEN, STARTED, TRAIL
from rookery.backends.backtracking.general.tables import General, GeneralState, make_state
from rookery.backends.backtracking.tree.checks import require, require_registers, require_within


def check_general(t: General, s: GeneralState, own: GeneralState) -> None:
    """Refuse a state with which the kernel could leave its arrays; `own` is one of the same search."""
    require_registers(s.registers, own.registers, [GOAL, LISTING, EAGER], [])
    require(s.registers[FOUND] == 0, "solutions that were not handed over")
    require_within(s.registers[STARTED], 0, 2, "the way to go on")
    require(s.registers[STARTED] > 0 or s.registers[TRAIL] == 0, "assignments before the beginning")
    _check_trail(s)
    _check_symmetries(t, s, own)
    _check_sums(t, s)


def _check_trail(s: GeneralState) -> None:
    """The variables that have a value are those of the trail, and decisions stand in it in order."""
    variables, depth, length = len(s.value), int(s.registers[DEPTH]), int(s.registers[TRAIL])
    require(length <= variables, "a trail too long")
    trail, level = s.trail[:length], s.level[:depth]
    require_within(trail, 0, 2 * variables - 1, "literals")
    require(len(np.unique(trail >> 1)) == length, "a variable twice")
    value = np.full(variables, -1, np.int8)
    value[trail >> 1] = 1 - (trail & 1)
    require(np.array_equal(value, s.value), "values of another trail")
    require_within(level, 0, length - 1, "decisions")
    require(np.all(np.diff(level) > 0), "decisions out of order")
    require_within(s.flipped[:depth], 0, 1, "decisions")


def _check_symmetries(t: General, s: GeneralState, own: GeneralState) -> None:
    """The symmetries of a level are those of the one before that keep what it decides to be 1."""
    left = int(own.symmetries[0])
    bits = 1 << np.arange(len(t.images), dtype=np.int64)
    for depth in range(int(s.registers[DEPTH]) + 1):
        require(s.symmetries[depth] == left, "symmetries of other decisions")
        if depth < s.registers[DEPTH] and (literal := int(s.trail[s.level[depth]])) & 1 == 0:
            left &= int(bits[t.images[:, literal >> 1] == literal >> 1].sum())


def _check_sums(t: General, s: GeneralState) -> None:
    """Slacks and bases are those of the values; no row is out of reach once the search has begun."""
    begun = make_state(t, 1)
    rows = np.repeat(np.arange(len(t.bound)), np.diff(t.first))
    value, negated = s.value[t.literal >> 1], t.literal & 1
    holds = value == 1 - negated
    fails = (value >= 0) & ~holds
    slack, base = begun.slack, begun.base
    np.subtract.at(slack, rows[fails], t.weight[fails])
    np.add.at(base, rows, t.weight * (holds & (negated == 0)))
    np.subtract.at(base, rows, t.weight * (fails & (negated == 1)))
    slack[:1] -= s.registers[RISEN]
    base[:1] -= s.registers[RISEN]
    require(np.array_equal(slack, s.slack) and np.array_equal(base, s.base), "sums of other values")
    require(s.registers[STARTED] == 0 or np.all(slack[1:] >= 0), "a constraint out of reach")
