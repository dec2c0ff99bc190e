"""Plain backtracking: a choice in each row, one row after the other; the last choice is taken back where none is left.

Two choices that exclude each other are *rivals*. Nothing is looked at in advance: a value is tried, and found attacked
by what was chosen before or taken.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Outcome, Request, Stream
from rookery.backends.contract.limits import Budget, Halted
from rookery.backends.selection.masks import Masks
from rookery.backends.selection.selection import Options
from rookery.backends.textbook.program import TextbookProgram
from rookery.models.base.masks import bits


class Move(IntEnum):
    """What a step does: it looks at a value, finds it attacked or takes it, has them all, or takes one back."""

    TRY = 0
    CONFLICT = 1
    PLACE = 2
    RETRACT = 3
    SOLUTION = 4


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the variable that it is about, and for a conflict those that were chosen before and forbid it."""

    move: Move
    variable: int
    against: tuple[int, ...] = ()


def search_rows(program: TextbookProgram, request: Request) -> Stream:
    """Give the solutions as they are met, or count them; the outcome tells how many values were tried."""
    search, budget = RowSearch(program.rows, rivals_of(program.masks)), Budget(request.deadline)
    counting, count = request.want is Want.COUNT, 0
    try:
        for step in budget.watch(search.steps()):
            if step.move is Move.SOLUTION:
                count += 1
                if not counting:
                    yield program.selection.forced.union(search.chosen)
    except Halted as halt:
        outcome = budget.halted(halt, search.describe())
        yield replace(outcome, count=count if counting else None)
        return
    finally:
        request.effort.add(calls=1, nodes=search.tried - search.conflicts, conflicts=search.conflicts)
    yield Outcome(proven=True, count=count if counting else None, raw_status=search.describe())


def rivals_of(masks: Masks) -> dict[int, frozenset[int]]:
    """For each variable those that cannot be chosen with it."""
    named = masks.variables
    return {v: frozenset(named[at] for at in bits(those)) - {v} for v, those in zip(named, masks.rivals, strict=True)}


class RowSearch:
    """The search, step by step; `chosen` are the choices in the first rows at the time of a step.

    `tried` counts the values that it has looked at, `conflicts` those that were attacked.
    """

    def __init__(self, rows: Sequence[Options], rivals: Mapping[int, frozenset[int]]) -> None:
        self._rows, self._rivals = (*rows, ()), rivals  # there is nothing to choose beyond the last row
        self.chosen: list[int] = []
        self.tried = self.conflicts = 0

    def steps(self) -> Iterator[Step]:
        """All steps of a search for all solutions."""
        untried = [iter(self._rows[0])]
        while untried:
            variable = next(untried[-1], None)
            if variable is None:
                untried.pop()
                yield from self._retract()
            elif (yield from self._place(variable)):
                untried.append(iter(self._rows[len(self.chosen)]))

    def _retract(self) -> Iterator[Step]:
        """Take the last choice back; there is none once the first row has been tried."""
        if self.chosen:
            yield Step(Move.RETRACT, self.chosen.pop())

    def _place(self, variable: int) -> Generator[Step, None, bool]:
        """Try a value, and take it where no choice forbids it."""
        self.tried += 1
        yield Step(Move.TRY, variable)
        against = tuple(other for other in self.chosen if other in self._rivals[variable])
        if against:
            self.conflicts += 1
            yield Step(Move.CONFLICT, variable, against)
            return False
        self.chosen.append(variable)
        yield Step(Move.PLACE, variable)
        if not self._rows[len(self.chosen)]:
            yield Step(Move.SOLUTION, variable)
        return True

    def describe(self) -> str:
        """How much was tried."""
        return f"rows: {self.tried:,} values tried in {len(self._rows) - 1} rows"
