"""Constraints on lines, as tables of solutions are checked by them: many solutions, each as soon as C can slice."""

from collections.abc import Sequence
from math import inf

from rookery.models.base.literals import line_of

Line = tuple[slice, float, float]  # where it stands in a table, and how many of it are true: at least, and at most


def bounded_line(literals: Sequence[int], lower: int | None, upper: int | None) -> Line | None:
    """A line with its bounds; None for literals that are no line."""
    line = line_of(literals)
    if line is None:
        return None
    return line, -inf if lower is None else lower, inf if upper is None else upper
