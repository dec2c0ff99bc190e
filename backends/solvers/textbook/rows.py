"""Plain backtracking: a choice in each row, one row after the other; without a value left the last choice is undone.

Nothing is looked at in advance: a value is tried, and is either attacked by an earlier choice or taken. Two choices
that exclude each other are *rivals*. `trace` records the search step by step, for people who teach backtracking.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import islice

from rookery.backends.contract import Ask, End, Stream, Unsupported, Want
from rookery.backends.presolve.budget import Budget, Halted
from rookery.backends.presolve.covering import Covering, Options, read_covering
from rookery.backends.presolve.structure.masks import Masks, shuffle_by_seed
from rookery.backends.presolve.structure.rows import recognise_rows
from rookery.core.numbers import bits
from rookery.models import Model

MAX_VALUES = 64  # of a row; plain backtracking does not finish on longer ones


class NoRows(Unsupported):
    """A model has no rows of which each takes one choice."""


class Move(IntEnum):
    """What a step does: it tries a value, finds it attacked or places it, undoes a choice, or has a solution."""

    TRY = 0
    CONFLICT = 1
    PLACE = 2
    RETRACT = 3
    SOLUTION = 4


@dataclass(frozen=True, slots=True)
class Step:
    """One step with its variable; for a conflict also the earlier choices that forbid it."""

    move: Move
    variable: int
    against: tuple[int, ...] = ()


def require_rows(selection: Covering, ask: Ask) -> None:
    """Raise `Unsupported` unless there is nothing to search, or a choice in each row."""
    if selection.free and not selection.infeasible:
        cut_into_rows(selection)


def cut_into_rows(selection: Covering) -> tuple[Options, ...]:
    """Return the rows of a selection, one choice each; raises `Unsupported` without rows, or for a long one."""
    cut = recognise_rows(selection) if selection.goal == 0 else None
    if cut is None:
        raise NoRows("strategy rows takes one choice a row, such as n queens on n rows; this model has no such rows")
    if (most := max(map(len, cut))) > MAX_VALUES:
        raise Unsupported(f"strategy rows takes up to {MAX_VALUES} values a row; this model has a row of {most}")
    return cut


def search_rows(selection: Covering, masks: Masks, ask: Ask, budget: Budget) -> Stream:
    """Yield the solutions as they are found, or count them."""
    cut = [shuffle_by_seed(row, ask.seed) for row in shuffle_by_seed(cut_into_rows(selection), ask.seed)]
    search, solutions = RowSearch(cut, list_rivals(masks)), 0
    try:
        for step in budget.watch(search.steps()):
            if step.move is Move.SOLUTION:
                solutions += 1
                if ask.want is not Want.COUNT:
                    yield selection.forced.union(search.chosen)
                if solutions == ask.most:
                    break
        end = End(solutions != ask.most, note=search.describe(), statistics=search.statistics())
    except Halted as halt:
        end = budget.halted(halt, search.describe(), search.statistics())
    yield replace(end, count=solutions if ask.want is Want.COUNT else None)


def list_rivals(masks: Masks) -> dict[int, frozenset[int]]:
    """Return for each variable those that cannot be chosen with it."""
    named = masks.variables
    return {v: frozenset(named[at] for at in bits(those)) - {v} for v, those in zip(named, masks.rivals, strict=True)}


class RowSearch:
    """The search for all solutions, step by step; `chosen` are the choices in the first rows.

    `tried` counts the values that were tried, `conflicts` those that were attacked.
    """

    def __init__(self, rows: Sequence[Sequence[int]], rivals: Mapping[int, frozenset[int]]) -> None:
        self._rows, self._rivals = rows, rivals
        self.chosen: list[int] = []
        self.tried = self.conflicts = 0

    def steps(self) -> Iterator[Step]:
        """Yield all steps."""
        untried = [iter(self._rows[0])]
        while untried:
            variable = next(untried[-1], None)
            if variable is None:
                untried.pop()
                if self.chosen:  # else the first row has been tried
                    yield Step(Move.RETRACT, self.chosen.pop())
                continue
            self.tried += 1
            yield Step(Move.TRY, variable)
            against = tuple(other for other in self.chosen if other in self._rivals[variable])
            if against:
                self.conflicts += 1
                yield Step(Move.CONFLICT, variable, against)
                continue
            self.chosen.append(variable)
            yield Step(Move.PLACE, variable)
            if len(self.chosen) < len(self._rows):
                untried.append(iter(self._rows[len(self.chosen)]))
            else:
                yield Step(Move.SOLUTION, variable)
                yield Step(Move.RETRACT, self.chosen.pop())

    def statistics(self) -> dict[str, int]:
        """Return the cost of the search."""
        return {"nodes": self.tried - self.conflicts, "conflicts": self.conflicts}

    def describe(self) -> str:
        """Return the number of trials, in words."""
        return f"rows: {self.tried:,} values tried in {len(self._rows)} rows"


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
        """Return the number of steps of a kind."""
        return sum(step.move is move for step in self.steps)


def trace(model: Model, most: int) -> Trace:
    """Return the first `most` steps of a search for all solutions; raises `Unsupported` if there are no rows."""
    found = read_covering(model)
    if found is None:
        raise Unsupported("only a choice a row can be traced, such as n queens on n rows; this model has no such rows")
    if found.infeasible or not found.free:
        solutions = "no solution" if found.infeasible else "one solution"
        raise Unsupported(f"there is nothing to trace: the board is decided on sight, with {solutions}")
    cut, rivals = cut_into_rows(found), list_rivals(found.masks(sorted(found.free)))
    steps = tuple(islice(RowSearch(cut, rivals).steps(), most + 1))
    return Trace(cut, found.forced, rivals, steps[:most], cut=len(steps) > most)
