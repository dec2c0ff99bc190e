"""Which programs are too large for plain Python: on their tables a single step takes a moment."""

from typing import Any

from rookery.backends.backtracking.components.program import ComponentsProgram
from rookery.backends.backtracking.large_rows.program import LargeRowProgram
from rookery.backends.backtracking.pareto.program import ParetoProgram
from rookery.backends.contract.backend import CompiledProgram

MOST_BYTES = 1 << 20
MOST_STATES = 10_000  # by their estimate: some seconds as plain Python


def is_large(program: CompiledProgram) -> bool:
    """Whether the search of a program should not begin before its kernel is compiled."""
    if isinstance(program, LargeRowProgram):
        return False  # as plain Python a step reads whole lines at once
    if isinstance(program, ParetoProgram):
        return program.order.cost > MOST_STATES
    whole = program.whole if isinstance(program, ComponentsProgram) else program
    return count_bytes(getattr(whole, "tables", ())) > MOST_BYTES


def count_bytes(tables: Any) -> int:
    """How much room compiled tables take."""
    return sum(count_bytes(part) if isinstance(part, tuple) else part.nbytes for part in tables)
