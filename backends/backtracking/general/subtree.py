"""Subtrees of the general search."""

from typing import Self

import numpy as np

from rookery.backends.backtracking.general import kernel as registers
from rookery.backends.backtracking.general.checks import check_general
from rookery.backends.backtracking.general.program import GeneralProgram
from rookery.backends.backtracking.general.tables import GeneralState
from rookery.backends.backtracking.tree.subtree import Array, Subtree
from rookery.backends.contract.backend import Solution
from rookery.models.kernels.jit import Kernel

DECIDE, RETREAT = 1, 2


class GeneralSubtree(Subtree):
    """Some assignments of a model: decisions with one value tried or both."""

    STACK = frozenset({"level", "flipped", "symmetries"})
    SCRATCH = frozenset({"found"})
    COUNTERS = registers.NODES, registers.COUNT
    program: GeneralProgram
    state: GeneralState

    @property
    def kernel(self) -> Kernel:
        """The general search."""
        return registers.explore

    def harvest(self) -> list[Solution]:
        """The solutions found since the last harvest."""
        found = self.state.found[: self.state.registers[registers.FOUND]]
        self.state.registers[registers.FOUND] = 0
        return list(map(registers.read_values, found))

    def check(self, own: GeneralState) -> None:
        """Refuse a state with which the kernel could leave its arrays."""
        check_general(self.program.tables, self.state, own)

    @property
    def variables(self) -> Array:
        """All variables."""
        return np.arange(len(self.state.value))

    @property
    def _rows(self) -> int:
        return len(self.state.level)

    @property
    def demand(self) -> int:
        """How far the bound of the objective has risen."""
        return int(self.state.registers[registers.RISEN])

    def ask(self, demand: int) -> None:
        """Raise the bound of the objective to where others have brought it."""
        rise = max(0, demand - self.demand)
        self.state.slack[0] -= rise
        self.state.base[0] -= rise
        self.state.registers[registers.RISEN] += rise

    def left(self) -> float:
        """The share of the whole tree that is left: half of a node for its other value, a quarter for the next one."""
        depth = self.levels - 1
        if depth < 0:
            return 0.0
        halves = np.flatnonzero(self.state.flipped[:depth] == 0) + 1
        here = 0.0 if self.state.registers[registers.STARTED] == RETREAT else 0.5**depth
        return float(np.sum(0.5**halves)) + here

    def split(self) -> Self | None:
        """Give away the other value of the first decision that has one left."""
        depth = self.levels - 1
        shallowest = next(iter(np.flatnonzero(self.state.flipped[: max(0, depth)] == 0).tolist()), None)
        if shallowest is None or self.state.registers[registers.STARTED] != DECIDE:
            return None
        given = self.resume(self.copy_arrays())
        given.state.flipped[shallowest + 1 : depth] = 1
        given.state.registers[registers.STARTED] = RETREAT
        given.empty_counters()
        self.state.flipped[shallowest] = 1
        return given
