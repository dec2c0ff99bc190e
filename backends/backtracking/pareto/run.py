"""Runs a sweep to its end: gives it more room where it needs some, and reads the columns back."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rookery.backends.backtracking.pareto import state as at
from rookery.backends.backtracking.pareto.kernel import sweep
from rookery.backends.backtracking.pareto.state import Block, make_state
from rookery.backends.backtracking.pareto.tables import Sweep
from rookery.backends.contract.limits import Budget
from rookery.models.kernels.compiler import hasten

FIRST_SIZE, GROWTH = 1 << 10, 2
STEPS, PLAIN_STEPS = 1 << 22, 1 << 10


class SweepRun:
    """One sweep over a tree; `run` may be called again after a limit, and goes on."""

    def __init__(self, tables: Sweep, best: int = at.NO_LIMIT, beam: int = at.NO_LIMIT, size: int = FIRST_SIZE) -> None:
        self._tables = tables
        self.state = make_state(tables, size, best, beam)

    def run(self, budget: Budget) -> None:
        """Go on to the end; raises `Halted` at a limit."""
        while not self.over:
            budget.check(self.held)
            hasten(sweep, self._tables, self.state, STEPS)
            sweep(self._tables, self.state, STEPS if sweep.compiled else PLAIN_STEPS)
            self._make_room()

    @property
    def over(self) -> bool:
        """Whether all nodes are done."""
        return bool(self.state.registers[at.PHASE] == at.OVER)

    @property
    def exact(self) -> bool:
        """Whether nothing was left out but what cannot be better than the best."""
        return not self.state.registers[at.CUT]

    @property
    def done(self) -> int:
        """How many nodes are done."""
        return int(self.state.registers[at.NODE])

    @property
    def states(self) -> int:
        """How many states were made."""
        return int(self.state.registers[at.STATES])

    @property
    def peak(self) -> int:
        """How many states the largest cluster has had."""
        return int(self.state.registers[at.PEAK])

    @property
    def held(self) -> int:
        """How many bytes the arrays take."""
        return sum(array.nbytes for array in _arrays(self.state))

    def columns(self) -> list[int] | None:
        """The columns of a cheapest covering; None where none is cheaper than the best."""
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

    def _make_room(self) -> None:
        """Double what is full, and let the sweep go on where it was."""
        s, phase = self.state, int(self.state.registers[at.PHASE])
        match phase:
            case at.FULL_STACK:
                self.state = s._replace(
                    mask=_larger(s.mask), cost=_larger(s.cost), record=_larger(s.record), useful=_larger(s.useful)
                )
            case at.FULL_KEPT:
                self.state = s._replace(kept=Block(*map(_larger, s.kept)))
            case at.FULL_NEW:
                self.state = s._replace(new=Block(*map(_larger, s.new)), key=_larger(s.key), order=_larger(s.order))
            case at.FULL_HISTORY:
                self.state = s._replace(history=_larger(s.history))
            case _:
                return
        self.state.registers[at.PHASE] = s.registers[at.RESUME]


def _arrays(part: Any) -> Iterator[np.ndarray]:
    if isinstance(part, np.ndarray):
        yield part
    else:
        for each in part:
            yield from _arrays(each)


def _larger(array: np.ndarray) -> np.ndarray:
    grown = np.zeros((GROWTH * len(array), *array.shape[1:]), array.dtype)
    grown[: len(array)] = array
    return grown
