"""Plain backtracking: a choice in each row, one row after the other; the last choice is taken back if no value is left.

Two choices that exclude each other are *rivals*. Nothing is looked at in advance: a value is tried, and is either
attacked by an earlier choice or taken.

The search of `rows` step by step, in plain Python: for people who teach backtracking.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import islice

from rookery.backends.contract import Ask, End, Stream, Unsupported, Want
from rookery.backends.presolve.budget import Budget, Halted
from rookery.backends.presolve.covering import read_covering
from rookery.backends.presolve.propagation import Options
from rookery.backends.presolve.structure.parts import Masks, make_masks
from rookery.backends.solvers.textbook.program import TextbookProgram, cut_into_rows
from rookery.core.numbers import bits
from rookery.models.model.model import Model


class Move(IntEnum):
    """Move of a step: it looks at a value, finds it attacked or takes it, has them all, or takes one back."""

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


def search_rows(program: TextbookProgram, ask: Ask) -> Stream:
    """Give the solutions as they are met, or count them; the outcome reports the number of values that were tried."""
    search, budget = RowSearch(program.rows, rivals_of(program.masks)), Budget(ask.deadline)
    counting, count = ask.want is Want.COUNT, 0
    try:
        for step in budget.watch(search.steps()):
            if step.move is Move.SOLUTION:
                count += 1
                if not counting:
                    yield program.selection.forced.union(search.chosen)
    except Halted as halt:
        outcome = budget.halted(halt, search.describe(), search.statistics())
        yield replace(outcome, count=count if counting else None)
        return
    counted = count if counting else None
    yield End(proven=True, count=counted, note=search.describe(), statistics=search.statistics())


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
                # Take the last choice back; there is no step once the first row has been tried
                if self.chosen:
                    yield Step(Move.RETRACT, self.chosen.pop())
            elif (yield from self._place(variable)):
                untried.append(iter(self._rows[len(self.chosen)]))

    def _place(self, variable: int) -> Generator[Step, None, bool]:
        """Try a value, and take it if no choice forbids it."""
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

    def statistics(self) -> dict[str, int]:
        """Return the cost of the search."""
        return {"nodes": self.tried - self.conflicts, "conflicts": self.conflicts}

    def describe(self) -> str:
        """The number of trials, in words."""
        return f"rows: {self.tried:,} values tried in {len(self._rows) - 1} rows"


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps of a search, the first of them if it was `cut`; `forced` are chosen before it begins.

    `rivals` says for each variable of a row which others cannot be chosen with it.
    """

    rows: tuple[Options, ...]
    forced: frozenset[int]
    rivals: dict[int, frozenset[int]]
    steps: tuple[Step, ...]
    cut: bool

    def number(self, move: Move) -> int:
        """The number of steps of a kind."""
        return sum(step.move is move for step in self.steps)


def trace(model: Model, most: int) -> Trace:
    """The first `most` steps of a search for all solutions; raises `Unsupported` if there are no rows."""
    found = read_covering(model)
    if found is None:
        raise Unsupported("only a choice a row can be traced, such as n queens on n rows; this model has no such rows")
    if found.infeasible or not found.free:
        solutions = "no solution" if found.infeasible else "one solution"
        raise Unsupported(f"there is nothing to trace: the board is decided on sight, with {solutions}")
    rows, rivals = cut_into_rows(found), rivals_of(make_masks(found.items, found.cliques, sorted(found.free)))
    steps = tuple(islice(RowSearch(rows, rivals).steps(), most + 1))
    return Trace(rows, found.forced, rivals, steps[:most], cut=len(steps) > most)
