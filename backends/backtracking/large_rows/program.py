"""The program of a model that is many choices along lines."""

from dataclasses import dataclass

import numpy as np

from rookery.backends.backtracking.kernels.bits import Ints
from rookery.backends.backtracking.large_rows.lines import read_lines
from rookery.backends.backtracking.large_rows.tables import LineTables, make_line_tables
from rookery.backends.backtracking.options import FRONTIER, read_count, read_without
from rookery.backends.backtracking.rows.program import MOST_ORDERED_ROWS
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request
from rookery.models.model import Model

NAME = "large-rows"
MOST_FREE = 46_000  # variables of which pairs take 256 MB as bits: a board of 214x214


@dataclass(frozen=True, slots=True)
class LargeRowProgram(CompiledProgram):
    """A model that is lines; `rows` are choices that hold each variable once, all that is not banned."""

    tables: LineTables
    rows: list[Ints]


def compile_large_rows(
    model: Model, request: Request, least_rows: int = MOST_ORDERED_ROWS + 1
) -> LargeRowProgram | None:
    """The tables of a model where it is many rows and its solutions are asked for in no order; else None."""
    if NAME in read_without(request.options) or read_count(request.options) == FRONTIER:
        return None
    lines = read_lines(model, least_rows)
    rows = None if lines is None else lines.cut()
    if lines is None or rows is None or len(rows) < least_rows:
        return None
    free = model.variables - int(np.count_nonzero(lines.out()))
    if request.want is not Want.ONE and free <= MOST_FREE:
        return None
    tables = make_line_tables(lines)
    size = {"variables": free, "rows": len(rows), "lines": len(lines.lines)}
    return LargeRowProgram(size, tables, rows)
