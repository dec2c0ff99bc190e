"""Subtrees of the vertex cover search."""

from typing import Self

import numpy as np

from rookery.backends.backtracking.kernels.bits import unpack
from rookery.backends.backtracking.tree.subtree import Array, Subtree, share_left
from rookery.backends.backtracking.vertex_cover import kernel as registers
from rookery.backends.backtracking.vertex_cover.checks import check_apart
from rookery.backends.backtracking.vertex_cover.program import VertexCoverProgram
from rookery.backends.backtracking.vertex_cover.tables import ApartState
from rookery.backends.contract.backend import Solution
from rookery.models.kernels.jit import Kernel


class VertexCoverSubtree(Subtree):
    """Some of the sets of vertices that are pairwise apart."""

    STACK = frozenset({"pool", "branch", "choices", "chosen"})
    SCRATCH = frozenset({"cliques", "scratch", "found"})
    COUNTERS = (registers.NODES,)
    program: VertexCoverProgram
    state: ApartState

    @property
    def kernel(self) -> Kernel:
        """The vertex cover search."""
        return registers.choose_apart

    def harvest(self) -> list[Solution]:
        """The covers found since the last harvest: all vertices but those of a set."""
        selection, variable = self.program.selection, self.program.tables.variable
        found = self.state.found[: self.state.registers[registers.FOUND]]
        self.state.registers[registers.FOUND] = 0
        return [selection.forced | (selection.free - set(variable[unpack(row)].tolist())) for row in found]

    def check(self, own: ApartState) -> None:
        """Refuse a state with which the kernel could leave its arrays."""
        check_apart(self.program.tables, self.state)

    @property
    def variables(self) -> Array:
        """The vertices, and what is chosen beforehand."""
        return np.append(self.program.tables.variable, np.array([*self.program.selection.forced], np.int64))

    @property
    def _rows(self) -> int:
        return len(self.state.chosen)

    @property
    def demand(self) -> int:
        """How many vertices the best set has."""
        return int(self.state.registers[registers.BEST])

    def ask(self, demand: int) -> None:
        """Ask for larger sets than others have found."""
        self.state.registers[registers.BEST] = max(demand, self.demand)

    def left(self) -> float:
        """The share of the whole tree that is left in the untried branches of each level."""
        levels = self.levels
        return share_left(self._count_untried(levels), self.state.choices[:levels].tolist())

    def _count_untried(self, levels: int) -> list[int]:
        return [len(unpack(row)) for row in self.state.branch[:levels]]

    def split(self) -> Self | None:
        """Give away the untried branches of the first level that has some."""
        above = self._count_untried(max(0, self.levels - 1))
        shallowest = next((level for level, untried in enumerate(above) if untried), None)
        if shallowest is None:
            return None
        given = self.resume(self.copy_arrays())
        given.state.registers[registers.DEPTH] = shallowest
        given.empty_counters()
        self.state.branch[shallowest] = 0
        return given
