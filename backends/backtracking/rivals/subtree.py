"""Subtrees of the search for rivals."""

from typing import Self

import numpy as np

from rookery.backends.backtracking.rivals import kernel as rivals_kernel
from rookery.backends.backtracking.rivals import registers
from rookery.backends.backtracking.rivals.checks import check_rivals
from rookery.backends.backtracking.rivals.program import RivalsProgram
from rookery.backends.backtracking.rivals.sizes import choose_places
from rookery.backends.backtracking.rivals.tables import RivalState
from rookery.backends.backtracking.tree.subtree import Array, Subtree, share_left
from rookery.backends.contract.backend import Solution
from rookery.models.kernels.jit import Kernel


class RivalsSubtree(Subtree):
    """Some of the ways to give groups to armies."""

    STACK = frozenset({"left", "must", "size", "held", "owner", "owed", "branch", "choices", "tried"})
    SCRATCH = frozenset({"found", "spare"})
    COUNTERS = registers.NODES, registers.COUNT
    program: RivalsProgram
    state: RivalState

    @property
    def kernel(self) -> Kernel:
        """The search for rivals."""
        return rivals_kernel.divide

    def harvest(self) -> list[Solution]:
        """The solutions found since the last harvest."""
        armies, many = self.state.size.shape[1], int(self.state.registers[registers.FOUND])
        self.state.registers[registers.FOUND] = 0
        rows = [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in self.state.found[: many * armies]]
        every = (rows[at * armies : (at + 1) * armies] for at in range(many))
        exact = bool(self.state.registers[registers.EXACT])
        return [self.program.read(each if exact else choose_places(self.program.rivals, each)) for each in every]

    def check(self, own: RivalState) -> None:
        """Refuse a state with which the kernel could leave its arrays."""
        check_rivals(self.program.tables, self.state, own)

    @property
    def variables(self) -> Array:
        """All variables: those that are defined are part of solutions."""
        return np.arange(self.program.rivals.variables)

    @property
    def _rows(self) -> int:
        return len(self.state.tried)

    def ask(self, demand: int) -> None:
        """Nothing: each size is a search of its own."""

    def _count_untried(self) -> list[int]:
        levels = self.levels
        untried: list[int] = (self.state.choices[:levels] - self.state.tried[:levels]).tolist()
        return untried

    def left(self) -> float:
        """The share of the whole tree that is left in the untried choices of each level."""
        return share_left(self._count_untried(), self.state.choices[: self.levels].tolist())

    def split(self) -> Self | None:
        """Give away the untried choices of the first level that has some."""
        untried = self._count_untried()[:-1]
        shallowest = next((level for level, many in enumerate(untried) if many), None)
        if shallowest is None:
            return None
        given = self.resume(self.copy_arrays())
        given.state.registers[registers.DEPTH] = shallowest
        given.empty_counters()
        self.state.tried[shallowest] = self.state.choices[shallowest]
        return given
