"""Checks the state of a vertex cover search that comes from a file."""

import numpy as np

from rookery.backends.backtracking.kernels.bits import bitset
from rookery.backends.backtracking.tree.checks import require, require_subset, require_within
from rookery.backends.backtracking.vertex_cover.kernel import BEST, DEPTH, FOUND
from rookery.backends.backtracking.vertex_cover.tables import Apart, ApartState


def check_apart(t: Apart, s: ApartState) -> None:
    """Refuse a state with which the kernel could leave its arrays, or choose two vertices that are joined."""
    size, words = t.apart.shape
    require(s.registers[FOUND] == 0, "sets that were not handed over")
    require_within(s.registers[[DEPTH, BEST]], 0, size, "registers")
    require_within(s.registers, 0, 1 << 62, "registers")
    depth, room = int(s.registers[DEPTH]), bitset(np.arange(size), words)
    require_within(s.chosen[: depth + 1], 0, size - 1, "vertices")
    for level in range(depth + 1):
        require_subset(s.pool[level] | s.branch[level], room, "vertices")
        require(not np.any(s.pool[level] & s.branch[level]), "a vertex twice")
        room = s.pool[level] & t.apart[s.chosen[level]]
