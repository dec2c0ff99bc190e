"""Subtrees of the search of many rows."""

from typing import Self

import numpy as np

from rookery.backends.backtracking.large_rows import kernel as line_kernel
from rookery.backends.backtracking.large_rows.checks import check_lines
from rookery.backends.backtracking.large_rows.program import LargeRowProgram
from rookery.backends.backtracking.large_rows.tables import COUNT, DEPTH, FOUND, FRESH, NODES, LineState
from rookery.backends.backtracking.tree.subtree import Array, Subtree, share_left
from rookery.backends.contract.backend import Solution
from rookery.models.kernels.jit import Kernel


class LargeRowSubtree(Subtree):
    """Some placements of many pieces, one a row."""

    STACK = frozenset({"choice", "begin", "stride", "seen", "left", "many", "chosen"})
    SCRATCH = frozenset({"found", "length"})
    COUNTERS = NODES, COUNT
    program: LargeRowProgram
    state: LineState

    @property
    def kernel(self) -> Kernel:
        """The search of many rows."""
        return line_kernel.choose_scarcest

    def harvest(self) -> list[Solution]:
        """The placements found since the last harvest."""
        s = self.state
        found = [frozenset(s.found[at, : s.length[at]].tolist()) for at in range(int(s.registers[FOUND]))]
        s.registers[FOUND] = 0
        return found

    def check(self, own: LineState) -> None:
        """Refuse a state with which the kernel could leave its arrays."""
        check_lines(self.program.tables, self.state, own)

    @property
    def variables(self) -> Array:
        """The variables that are not banned."""
        return np.flatnonzero(~self.program.tables.out)

    def ask(self, demand: int) -> None:
        """Ask for nothing: no placement is better than another."""

    @property
    def _rows(self) -> int:
        return len(self.state.choice)

    def left(self) -> float:
        """The share of the whole tree that is left in the untried values of each level, and in a new one."""
        levels = self.levels - int(self.state.registers[FRESH])
        left, many = self.state.left[:levels].tolist(), self.state.many[:levels].tolist()
        fresh = [1] * (self.levels - levels)
        return share_left(left + fresh, many + fresh)

    def split(self) -> Self | None:
        """Give away the untried values of the first level that has some."""
        shallowest = next(iter(np.flatnonzero(self.state.left[: max(0, self.levels - 1)]).tolist()), None)
        if shallowest is None:
            return None
        given = self.resume(self.copy_arrays())
        for level in range(shallowest, self.levels - 1):
            line_kernel.block(self.program.tables, given.state, int(self.state.chosen[level]), -1)
        given.state.registers[[DEPTH, FRESH]] = shallowest, 0
        given.empty_counters()
        self.state.left[shallowest] = 0
        return given
