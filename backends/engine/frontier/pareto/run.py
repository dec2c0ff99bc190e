"""Runs a sweep to its end: gives it more room where it needs some, and reads the columns back."""

from typing import Any

import numpy as np

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Budget, Deadline, Halted
from rookery.backends.engine.frontier.pareto import tables as at
from rookery.backends.engine.frontier.pareto.kernel import sweep
from rookery.backends.engine.frontier.pareto.tables import Block, TreeTables, make_state
from rookery.backends.engine.kernels.sizes import count_bytes
from rookery.core.kernels.compiler import hasten

FIRST_SIZE, GROWTH = 1 << 10, 2
MAX_RECORDS = 1 << 31
STEPS, PLAIN_STEPS = 1 << 20, 1 << 10  # of a moment: some hundredths of a second
ROOM = {  # which arrays are full at which phase
    at.FULL_STACK: ("mask", "cost", "record", "useful"),
    at.FULL_KEPT: ("kept",),
    at.FULL_NEW: ("new", "key", "order"),
    at.FULL_HISTORY: ("history",),
}


class SweepRun:
    """One sweep over a tree; `go_on` may be called again after a limit."""

    def __init__(
        self, tables: TreeTables, best: int = at.NO_LIMIT, beam: int = at.NO_LIMIT, size: int = FIRST_SIZE
    ) -> None:
        self._tables = tables
        self.state = make_state(tables, size, best, beam)

    def go_on(self, budget: Budget, deadline: Deadline) -> None:
        """Go on for a moment; raises `Halted` at a limit. Time in which a kernel is made ready is on no account."""
        budget.check(self.held)
        with deadline.clock.standing():
            hasten(sweep, self._tables, self.state, STEPS)
        sweep(self._tables, self.state, STEPS if sweep.compiled else PLAIN_STEPS)
        self._make_room(budget)

    @property
    def over(self) -> bool:
        """Return whether nothing is left to be done."""
        return bool(self.state.registers[at.PHASE] == at.OVER)

    @property
    def exact(self) -> bool:
        """Return whether nothing was left out but what cannot be better than the best."""
        return not self.state.registers[at.CUT]

    @property
    def share(self) -> float:
        """The share of the nodes that are done."""
        return float(self.state.registers[at.NODE]) / max(1, len(self._tables.closing))

    @property
    def states(self) -> int:
        """The number of states that were made."""
        return int(self.state.registers[at.STATES])

    @property
    def peak(self) -> int:
        """The number of states of the largest cluster."""
        return int(self.state.registers[at.PEAK])

    @property
    def bound(self) -> int:
        """A lower bound on the cost of the closed rows: no column hits closed rows of two clusters."""
        return int(self.state.base[: self.state.registers[at.DEPTH]].sum()) if self.exact else 0

    @property
    def held(self) -> int:
        """The size of the arrays in bytes."""
        return count_bytes(self.state)

    def columns(self) -> list[int] | None:
        """The columns of a cheapest covering; None if no covering is cheaper than the best."""
        s = self.state
        if s.registers[at.NODE] < len(self._tables.closing):
            return None
        found, stack = [], [int(s.record[first]) for first in s.first[: s.registers[at.DEPTH]]]
        while stack:
            record = stack.pop()
            if record >= 0:
                left, right, column = s.history[record].tolist()
                stack += (left, right)
                found += [column] * (column >= 0)
        return found

    def _make_room(self, budget: Budget) -> None:
        """Double what is full, and let the sweep go on where it was; raises `Halted` if that is too much."""
        s = self.state
        full = ROOM.get(int(s.registers[at.PHASE]))
        if full is None:
            return
        parts = {name: getattr(s, name) for name in full}
        budget.check(self.held + count_bytes(tuple(parts.values())))
        if len(s.history) * GROWTH > MAX_RECORDS:
            raise Halted(End.MEMORY)
        self.state = s._replace(**{name: _enlarge(part) for name, part in parts.items()})
        self.state.registers[at.PHASE] = s.registers[at.RESUME]


def _enlarge(part: Any) -> Any:
    """An array, or those of a block, at twice the length."""
    if isinstance(part, Block):
        return Block(*map(_enlarge, part))
    grown = np.zeros((GROWTH * len(part), *part.shape[1:]), part.dtype)
    grown[: len(part)] = part
    return grown
