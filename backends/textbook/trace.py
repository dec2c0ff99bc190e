"""The search of `rows` step by step, in plain Python: for people who teach backtracking."""

from dataclasses import dataclass
from itertools import islice

from rookery.backends.contract.backend import Unsupported
from rookery.backends.selection.masks import masks
from rookery.backends.selection.selection import Options, selection
from rookery.backends.textbook.rows import Move, RowSearch, Step, rivals_of
from rookery.backends.textbook.suitable import cut_into_rows
from rookery.models.model import Model


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
    found = selection(model)
    if found is None:
        raise Unsupported("only a choice a row can be traced, such as n queens on n rows; this model has no such rows")
    if found.infeasible or not found.free:
        solutions = "no solution" if found.infeasible else "one solution"
        raise Unsupported(f"there is nothing to trace: the board is decided on sight, with {solutions}")
    rows, rivals = cut_into_rows(found), rivals_of(masks(found, sorted(found.free)))
    steps = tuple(islice(RowSearch(rows, rivals).steps(), most + 1))
    return Trace(rows, found.forced, rivals, steps[:most], cut=len(steps) > most)
