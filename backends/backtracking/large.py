"""Which programs are too large for plain Python: on their tables a single step takes a moment."""

from typing import Any

from rookery.backends.backtracking.components.program import ComponentsProgram
from rookery.backends.contract.backend import CompiledProgram

MOST_BYTES = 1 << 20


def is_large(program: CompiledProgram) -> bool:
    """Whether the search of a program should not begin before its kernel is compiled."""
    whole = program.whole if isinstance(program, ComponentsProgram) else program
    return count_bytes(getattr(whole, "tables", ())) > MOST_BYTES


def count_bytes(tables: Any) -> int:
    """How much room compiled tables take."""
    return sum(count_bytes(part) if isinstance(part, tuple) else part.nbytes for part in tables)
