"""The search of `rows` step by step, in plain Python: for people who teach backtracking."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice

from rookery.backends.contract.backend import Unsupported
from rookery.backends.selection.masks import bits, masks
from rookery.backends.selection.selection import Options, selection
from rookery.backends.textbook.suiting import row_cut
from rookery.models.model import Model


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


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps of a search, the first of them where it was `cut`; `forced` are chosen before it begins.

    `rivals` says for each variable of a row which others cannot be chosen with it.
    """

    rows: tuple[Options, ...]
    forced: frozenset[int]
    rivals: dict[int, frozenset[int]]
    steps: tuple[Step, ...]
    cut: bool

    def number(self, move: Move) -> int:
        """How many steps of a kind there are."""
        return sum(step.move is move for step in self.steps)


def trace(model: Model, most: int) -> Trace:
    """The first steps, at most so many, of a search for all solutions; raises `Unsupported` where there are no rows."""
    chosen = selection(model)
    if chosen is None:
        raise Unsupported("only a choice a row can be traced, such as n queens on n rows; this model is no such thing")
    if chosen.infeasible or not chosen.free:
        found = "no solution" if chosen.infeasible else "one solution"
        raise Unsupported(f"there is nothing to trace: the board is decided on sight, with {found}")
    rows = row_cut(chosen)
    table = masks(chosen, sorted(chosen.free))
    named = table.variables
    rivals = {v: frozenset(named[at] for at in bits(those)) - {v} for v, those in zip(named, table.rivals, strict=True)}
    steps = tuple(islice(placed(rows, rivals, ()), most + 1))
    return Trace(rows, chosen.forced, rivals, steps[:most], cut=len(steps) > most)


def placed(rows: Sequence[Options], rivals: dict[int, frozenset[int]], chosen: tuple[int, ...]) -> Iterator[Step]:
    """The steps of backtracking below some choices; the first of the rows comes next."""
    if not rows:
        yield Step(Move.SOLUTION, chosen[-1])
        return
    for variable in rows[0]:
        yield Step(Move.TRY, variable)
        against = tuple(other for other in chosen if other in rivals[variable])
        if against:
            yield Step(Move.CONFLICT, variable, against)
        else:
            yield Step(Move.PLACE, variable)
            yield from placed(rows[1:], rivals, (*chosen, variable))
            yield Step(Move.RETRACT, variable)
