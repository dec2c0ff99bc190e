"""Checks the state of a row search that comes from a file."""

import numpy as np

from rookery.backends.backtracking.rows.kernel import DEPTH, FOUND, MARKING
from rookery.backends.backtracking.rows.tables import Lanes, RowState
from rookery.backends.backtracking.tree.checks import require, require_registers, require_subset, require_within


def check_rows(t: Lanes, s: RowState, own: RowState, counting: bool) -> None:
    """Refuse a state with which a kernel could leave its arrays; `own` is one of the same search."""
    depth, last = int(s.registers[DEPTH]), len(t.word) - 1
    require_registers(s.registers, own.registers, [MARKING], [])
    require(s.registers[FOUND] == 0, "placements that were not handed over")
    require(depth <= (max(0, last - 1) if counting else last), "a row too many")  # the last row is counted at once
    require_subset(s.possible, t.start, "possible values")
    require_subset(s.marked, t.start, "marked values")
    rows = np.arange(depth + 1)
    values = (s.possible[rows, t.word[: depth + 1]] >> t.shift[: depth + 1]) & t.mask
    require_subset(s.untried[: depth + 1], values, "untried values")
    require_within(s.hits, 0, np.arange(len(s.hits)) * s.registers[MARKING], "hits")
    require_within(s.tally, 0, np.iinfo(np.int64).max, "counts")
    if not counting:
        _check_choices(t, s, depth)


def _check_choices(t: Lanes, s: RowState, depth: int) -> None:
    """Each row above has one of its own values."""
    slots = s.chosen[:depth]
    require_within(slots, 0, len(t.variable) - 1, "choices")
    require(np.array_equal(slots // int(t.width), np.arange(depth)), "a choice in another row")
    require(np.all(t.variable[slots] >= 0), "a choice without a value")
