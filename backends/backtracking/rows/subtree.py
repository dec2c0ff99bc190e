"""Subtrees of the row search."""

from fractions import Fraction
from typing import Self

import numpy as np

from rookery.backends.backtracking.rows import kernel as row_kernel
from rookery.backends.backtracking.rows.checks import check_rows
from rookery.backends.backtracking.rows.program import RowProgram
from rookery.backends.backtracking.rows.tables import RowState
from rookery.backends.backtracking.tree.subtree import Array, Subtree, share_left
from rookery.backends.backtracking.tree.tally import Tally
from rookery.backends.contract.backend import Solution
from rookery.models.kernels.jit import Kernel


class RowSubtree(Subtree):
    """Some placements, row by row; those that hold marked slots stand for the placements of a whole orbit."""

    STACK = frozenset({"possible", "untried", "chosen", "hits"})
    SCRATCH = frozenset({"found"})
    COUNTERS = (row_kernel.NODES,)
    program: RowProgram
    state: RowState

    def __init__(self, program: RowProgram, state: RowState, counting: bool) -> None:
        super().__init__(program, state)
        self._counting = counting
        self._kernel = row_kernel.choose_kernel(program.tables, counting)

    def like(self, state: RowState) -> Self:
        """A subtree of the same tree with another state."""
        return type(self)(self.program, state, self._counting)

    @property
    def kernel(self) -> Kernel:
        """What lists or counts on such a board."""
        return self._kernel

    def harvest(self) -> list[Solution]:
        """The placements found since the last harvest."""
        program, state = self.program, self.state
        slots = state.found[: state.registers[row_kernel.FOUND]]
        state.registers[row_kernel.FOUND] = 0
        return [program.forced | row_kernel.read_slots(program.tables, each) for each in slots]

    def check(self, own: RowState) -> None:
        """Refuse a state with which a kernel could leave its arrays."""
        check_rows(self.program.tables, self.state, own, self._counting)

    @property
    def variables(self) -> Array:
        """The variables of the rows, and those chosen beforehand."""
        variable = self.program.tables.variable
        return np.append(variable[variable >= 0], np.array([*self.program.forced], np.int64))

    def ask(self, demand: int) -> None:
        """Ask for nothing: no placement is better than another."""

    def count(self) -> Tally:
        """What was counted here: of an orbit of n slots, a placement that holds m stands for n / m."""
        size, tally = int(np.bitwise_count(self.state.marked).sum()), self.state.tally.tolist()
        whole = sum((Fraction(size * n, m) for m, n in enumerate(tally) if m and n), Fraction(tally[0]))
        return Tally(whole, int(self.state.registers[row_kernel.NODES]))

    def empty_counters(self) -> None:
        """Count from zero again."""
        super().empty_counters()
        self.state.tally[:] = 0

    @property
    def _rows(self) -> int:
        return len(self.state.untried)

    def left(self) -> float:
        """The share of the whole tree that is left in the untried values of each row."""
        s, t, rows = self.state, self.program.tables, np.arange(self.levels)
        values = (s.possible[rows, t.word[: len(rows)]] >> t.shift[: len(rows)]) & t.mask
        untried = np.bitwise_count(s.untried[: len(rows)]).tolist()
        return share_left(untried, np.bitwise_count(values).tolist())

    def split(self) -> Self | None:
        """Give away the untried values of the first row that has some."""
        shallowest = next(iter(np.flatnonzero(self.state.untried[: max(0, self.levels - 1)]).tolist()), None)
        if shallowest is None:
            return None
        given = self.resume(self.copy_arrays())
        given.state.registers[row_kernel.DEPTH] = shallowest
        given.empty_counters()
        self.state.untried[shallowest] = 0
        return given
