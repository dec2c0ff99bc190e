"""Steps: what a leaper does once, and a rider repeats."""

from itertools import product
from typing import NamedTuple

from rookery.models.base.pairs import Step


class Ride(NamedTuple):
    """A step that a piece repeats, at most `reach` times; None is without end, 1 is a leap."""

    step: Step
    reach: int | None = None


class SolidStep(NamedTuple):
    """A difference between two cells of a board of three dimensions."""

    levels: int
    rows: int
    columns: int


def around(rows: int, columns: int) -> frozenset[Step]:
    """All steps of one leaper: (1, 2) gives the eight of the knight."""
    return frozenset(
        Step(a * sign_a, b * sign_b)
        for a, b in ((rows, columns), (columns, rows))
        for sign_a in (1, -1)
        for sign_b in (1, -1)
    )


def around_corners() -> frozenset[SolidStep]:
    """The eight steps from a cell of three dimensions through its corners."""
    return frozenset(map(SolidStep._make, product((1, -1), repeat=3)))


ORTHOGONAL = around(1, 0)
DIAGONAL = around(1, 1)
