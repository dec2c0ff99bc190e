"""Steps: what a leaper does once, and a rider repeats."""

from typing import NamedTuple

from rookery.models.base.pairs import Step


class Ride(NamedTuple):
    """A step that a piece repeats, at most `reach` times; None is without end, 1 is a leap."""

    step: Step
    reach: int | None = None


def around(rows: int, columns: int) -> frozenset[Step]:
    """All steps of one leaper: (1, 2) gives the eight of the knight."""
    return frozenset(
        Step(a * sign_a, b * sign_b)
        for a, b in ((rows, columns), (columns, rows))
        for sign_a in (1, -1)
        for sign_b in (1, -1)
    )


ORTHOGONAL = around(1, 0)
DIAGONAL = around(1, 1)
