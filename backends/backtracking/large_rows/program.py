"""The program of a model that is many choices along lines."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rookery.backends.backtracking.kernels.bits import Ints
from rookery.backends.backtracking.large_rows.tables import LineTables, make_line_tables
from rookery.backends.backtracking.options import FRONTIER, read_count, read_without
from rookery.backends.backtracking.rows.program import MOST_ORDERED_ROWS
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request, Stream
from rookery.backends.selection.decided import Decided
from rookery.backends.selection.lines import LineReader, find_rows, restrict_to_rows
from rookery.models.model import Model

NAME = "large-rows"
LEAST_ROWS = MOST_ORDERED_ROWS + 1
MOST_ORDERED = 900  # variables of a model without rows whose first solution is the lexicographic one: a board of 30x30
MOST_FREE = 46_000  # variables whose pairs take 256 MB as bits, a board of 214x214: up to there others list and count


@dataclass(frozen=True, slots=True)
class LargeRowProgram(CompiledProgram):
    """A model that is lines; `rows` are choices that hold each variable once, all that is not banned.

    Where the rows are no more than a restriction of the model, `otherwise` is the search that knows none.
    """

    tables: LineTables
    rows: list[Ints]
    otherwise: Callable[[Request], Stream] | None = None


def compile_large_rows(model: Model, request: Request) -> LargeRowProgram | None:
    """The tables of a model of many rows, where any solution will do or it is too large for others; else None."""
    if NAME in read_without(request.options) or read_count(request.options) == FRONTIER:
        return None
    if request.want is not Want.ONE and model.variables <= MOST_FREE:
        return None
    made = make_large_rows(model, LEAST_ROWS)
    return None if made is None or (request.want is not Want.ONE and made.size["variables"] <= MOST_FREE) else made


def compile_restricted(model: Model, request: Request) -> LargeRowProgram | Decided | None:
    """The tables of a large model of which any solution will do, restricted to rows; None where it cannot be.

    Fewer lines than pieces leave no solution.
    """
    if NAME in read_without(request.options) or request.want is not Want.ONE or model.variables <= MOST_ORDERED:
        return None
    found = restrict_to_rows(model, LEAST_ROWS)
    if found is None:
        return None
    made = _tabulate(*found)
    return Decided(made.size, None) if len(found[1]) < found[0].least else made


def make_large_rows(model: Model, least_rows: int) -> LargeRowProgram | None:
    """The tables of a model that is so many rows or more; None for any other."""
    found = find_rows(model, least_rows)
    return None if found is None else _tabulate(*found)


def _tabulate(lines: LineReader, rows: list[Ints]) -> LargeRowProgram:
    free = lines.variables - int(np.count_nonzero(lines.out()))
    size = {"variables": free, "rows": len(rows), "lines": len(lines.lines) + sum(map(len, lines.arrays))}
    return LargeRowProgram(size, make_line_tables(lines), rows)
