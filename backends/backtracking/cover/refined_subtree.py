"""Subtrees of a covering search in which items appear."""

from typing import Any

from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.cover.registers import COUNT, CUT, ENTERED, FOUND, NODES
from rookery.backends.backtracking.cover.regrown import grow_state
from rookery.backends.backtracking.cover.state import CoverState
from rookery.backends.backtracking.cover.subtree import CoverSubtree
from rookery.backends.backtracking.cover.tables import Cover
from rookery.backends.contract.backend import Solution

REFINED = 256  # nodes that take about as long as new items


class RefinedSubtree(CoverSubtree):
    """Some of the choices of a selection, with the version of the tables that its state is made for.

    A covering that breaks a clause is none: its node becomes one that was not looked at, in which items are open.
    """

    def __init__(self, program: CoverProgram, state: CoverState, tables: Cover | None = None) -> None:
        super().__init__(program, state)
        self._tables = program.latest if tables is None else tables

    def step(self, steps: int) -> bool:
        """Search for so many nodes at most, or until a covering is found that breaks nothing; whether all is done."""
        while steps > 0:
            self._catch_up()
            before = int(self.state.registers[NODES])
            over = self.kernel(self._tables, self.state, steps) < 0
            if over or not self.state.registers[FOUND] or not self._refine():
                return bool(over)
            steps -= int(self.state.registers[NODES]) - before + REFINED
        return False

    def _refine(self) -> bool:
        """Whether the covering that was found breaks clauses; it is forgotten then."""
        growing, registers = self.program.growing, self.state.registers
        if growing is None or not growing.refine(self._read_found()):
            return False
        registers[[FOUND, ENTERED]] = 0
        registers[COUNT] -= 1
        registers[CUT] = 1  # more pieces may do what these do not
        self.state.scratch.found[:] = -1
        return True

    def _read_found(self) -> Solution:
        row = self.state.scratch.found[0].tolist()
        chosen = self.program.tables.variable[row[: row.index(-1)]]
        return self.program.selection.forced | frozenset(chosen.tolist())

    def _catch_up(self) -> None:
        """Go on with the latest tables."""
        latest = self.program.latest
        if latest is not self._tables:
            self._state, self._tables = grow_state(latest, self.state), latest

    def like(self, state: Any) -> "RefinedSubtree":
        """A subtree of the same tree with another state, of the same version of the tables."""
        return type(self)(self.program, state, self._tables)
