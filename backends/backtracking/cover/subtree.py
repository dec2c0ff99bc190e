"""Subtrees of the covering search."""

from fractions import Fraction
from typing import Self

import numpy as np

from rookery.backends.backtracking.cover import kernel as cover_kernel
from rookery.backends.backtracking.cover import registers
from rookery.backends.backtracking.cover.checks import check_cover
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.cover.state import CoverState, weigh_tally
from rookery.backends.backtracking.kernels.bits import LOW, ONE, SIX
from rookery.backends.backtracking.tree.subtree import Array, Subtree
from rookery.backends.backtracking.tree.tally import Tally
from rookery.backends.contract.backend import Solution
from rookery.models.kernels.jit import Kernel

SKEW = 4


class CoverSubtree(Subtree):
    """Some of the choices of a selection."""

    STACK = frozenset({"stack", "dual"})
    SCRATCH = frozenset({"scratch"})
    COUNTERS = registers.NODES, registers.COUNT
    program: CoverProgram
    state: CoverState

    @property
    def kernel(self) -> Kernel:
        """The covering search."""
        return cover_kernel.advance

    def harvest(self) -> list[Solution]:
        """The solutions found since the last harvest."""
        program, found = self.program, self.state.scratch.found[: self.state.registers[registers.FOUND]].tolist()
        self.state.registers[registers.FOUND] = 0
        variable = program.tables.variable
        return [program.selection.forced | frozenset(variable[row[: row.index(-1)]].tolist()) for row in found]

    def count(self) -> Tally:
        """What was counted here, each met solution by what it stands for."""
        values, tally = self.state.registers, self.state.orbits.tally
        met = weigh_tally(tally) if values[registers.WEIGHED] else Fraction(int(values[registers.COUNT]))
        return Tally(met, int(values[registers.NODES]), bool(values[registers.CUT]))

    def check(self, own: CoverState) -> None:
        """Refuse a state with which the kernel could leave its arrays."""
        check_cover(self.program.tables, self.state, own)

    @property
    def variables(self) -> Array:
        """The candidates, and those chosen beforehand."""
        return np.append(self.program.tables.variable, np.array([*self.program.selection.forced], np.int64))

    def empty_counters(self) -> None:
        """Count from zero again."""
        super().empty_counters()
        self.state.registers[registers.CUT] = 0
        self.state.orbits.tally[:] = 0

    @property
    def _rows(self) -> int:
        return len(self.state.stack.length)

    @property
    def demand(self) -> int:
        """How many must be chosen; with each solution one more, where the most are asked for."""
        return int(self.state.registers[registers.LEAST])

    def ask(self, demand: int) -> None:
        """Ask for solutions that are so large, where larger ones than the last are asked for."""
        if self.state.registers[registers.RISING]:
            self.state.registers[registers.LEAST] = max(demand, self.demand)

    def _count_entered(self) -> int:
        """How many levels have a list of candidates: the last one may be a node that was not looked at."""
        return self.levels - int(self.state.registers[registers.ENTERED] == 0)

    def left(self) -> float:
        """The share of the whole tree that is left in the untried candidates of each level, and in a new node."""
        if self.levels == 0:
            return 0.0
        levels = self._count_entered()
        length, tried = self.state.stack.length[:levels].tolist(), self.state.stack.tried[:levels].tolist()
        behind = [many - done for many, done in zip(length, tried, strict=True)]
        rest = [self._has_siblings(level) for level in range(levels)]
        return share_left_skewed(behind, length, rest, levels < self.levels)

    def split(self) -> Self | None:
        """Give away the untried candidates of the first level that has some."""
        shallowest = next(filter(self._has_siblings, range(self.levels - 1)), None)
        if shallowest is None:
            return None
        given = self.resume(self.copy_arrays())
        given.state.registers[[registers.DEPTH, registers.ENTERED]] = shallowest, 1
        given.empty_counters()
        self.state.stack.candidates[shallowest] = 0
        return given

    def _has_siblings(self, level: int) -> bool:
        stack = self.state.stack
        untried = stack.order[level, stack.tried[level] : stack.length[level]]
        return bool((stack.candidates[level, untried >> SIX] >> (untried & LOW) & ONE).any())


def share_left_skewed(behind: list[int], length: list[int], rest: list[bool], fresh: bool) -> float:
    """The share of a tree that is left in the candidates behind the last one tried at each level of a stack.

    Each tried candidate is forbidden to those behind it, so the first subtrees are the largest: what lies behind is the
    `SKEW`-th power of its share of the list. A `fresh` node below the last level is left as a whole.
    """
    left, node = 0.0, 1.0
    for after, many, some in zip(behind, length, rest, strict=True):
        tail, whole = (after / max(1, many)) ** SKEW, ((after + 1) / max(1, many)) ** SKEW
        left += node * tail * some
        node *= whole - tail
    return left + node * fresh
