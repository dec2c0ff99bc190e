"""Checks the state of a search of many rows that comes from a file."""

from math import gcd

import numpy as np

from rookery.backends.backtracking.large_rows.kernel import block
from rookery.backends.backtracking.large_rows.tables import (
    CHANCE,
    DEPTH,
    FOUND,
    FRESH,
    LISTING,
    PRIME,
    LineState,
    LineTables,
    make_line_state,
)
from rookery.backends.backtracking.tree.checks import require, require_registers, require_within


def check_lines(t: LineTables, s: LineState, own: LineState) -> None:
    """Refuse a state with which a kernel could leave its arrays, or never end; `own` is one of the same search."""
    depth = int(s.registers[DEPTH])
    require_registers(s.registers, own.registers, [LISTING], [FRESH])
    require(s.registers[FOUND] == 0, "placements that were not handed over")
    require_within(s.registers[CHANCE], 1, PRIME - 1, "chance")
    begun = make_line_state(t, 1)
    for level in range(depth + 1 - int(s.registers[FRESH])):
        _check_level(t, s, begun, level)
        if level < depth:
            require_within(s.chosen[level], 0, len(t.out) - 1, "choices")
            require(begun.blocked[s.chosen[level]] == 0, "a choice that others block")
            block(t, begun, int(s.chosen[level]), 1)
    for name in ("blocked", "possible", "held"):
        require(np.array_equal(getattr(begun, name), getattr(s, name)), f"{name} by other choices")


def _check_level(t: LineTables, s: LineState, begun: LineState, level: int) -> None:
    """As many values are left of a choice as its line has at the places that were not seen."""
    require_within(s.choice[level], 0, len(t.line) - 1, "choices")
    line = t.line[s.choice[level]]
    members = t.member[t.first[line] : t.first[line + 1]]
    size, seen = len(members), int(s.seen[level])
    require_within(seen, 0, size, "places seen")
    require_within(s.begin[level], 0, size - 1, "places")
    require_within(s.stride[level], 1, size, "strides")
    require(gcd(int(s.stride[level]), size) == 1, "a stride that misses places")
    places = (s.begin[level] + np.arange(seen, size) * s.stride[level]) % size
    untried = np.count_nonzero(begun.blocked[members[places]] == 0)
    require(s.left[level] in (0, untried), "values left")
    require_within(s.many[level], s.left[level], size, "values")
