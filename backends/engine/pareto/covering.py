"""A covering: rows that must be hit, columns that hit them, and what each column costs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rookery.backends.presolve.reductions.multicover import recognise_multicover
from rookery.backends.presolve.structure.incidence import Incidence
from rookery.core.deadline import checking_deadline
from rookery.core.values import remember
from rookery.models.model.model import Minimize, Model

MAX_WEIGHT = 1 << 55  # all columns together: sums of costs stay far from the edge of 63 bits


@dataclass(frozen=True)
class SetCover:
    """The rows as lists of their columns, without those that need no choice; each column costs at least 1.

    `names` are the variables of the columns, `forced` those that are chosen beforehand and cost `spent` together.
    """

    rows: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]
    names: tuple[int, ...]
    forced: frozenset[int] = frozenset()
    spent: int = 0

    @cached_property
    def by_row(self) -> Incidence:
        """The columns of each row."""
        return Incidence.of(self.rows, len(self.weights))

    @cached_property
    def by_column(self) -> Incidence:
        """The rows of each column, ascending."""
        return self.by_row.transpose()


@remember
def recognise_set_cover(model: Model) -> SetCover | None:
    """The covering that a model asks for; None for any other model, for one without solutions, or too heavy."""
    costs = _costs(model)
    found = None if costs is None else recognise_multicover(model)
    if costs is None or found is None or np.any(found.demands > 1):
        return None
    rows, units = [tuple(row) for row in found.rows], set(found.chosen)
    units |= {row[0] for row in rows if len(row) == 1}
    free = {v for row in rows for v in row if costs[v] == 0}
    chosen = units | free
    left = dict.fromkeys(row for row in rows if chosen.isdisjoint(row))
    names = tuple(sorted({v for row in left for v in row}))
    place = {v: at for at, v in enumerate(names)}
    numbered = tuple(tuple(place[v] for v in row) for row in left)
    return SetCover(numbered, tuple(costs[v] for v in names), names, frozenset(chosen), sum(costs[v] for v in units))


def _costs(model: Model) -> Sequence[int] | None:
    """The cost of each variable; None if some cost is negative, or the sum is too large."""
    if not isinstance(model.goal, Minimize):
        return None
    costs = [0] * model.variables
    for weight, literal in model.goal.terms():
        if literal < 0 or weight < 0:
            return None
        costs[literal] += weight
    return costs if sum(costs) < MAX_WEIGHT else None


def lift(found: SetCover, columns: Iterable[int]) -> frozenset[int]:
    """The variables of some columns, with those that are chosen by force."""
    return found.forced.union(found.names[column] for column in columns)


def find_neighbours(found: SetCover, most: int) -> Incidence | None:
    """For each row the others that share a column with it, ascending; None if some row has more than `most`."""
    members = [frozenset(each.tolist()) for each in np.split(found.by_column.flat, found.by_column.first[1:-1])]
    near = []
    for row, columns in enumerate(checking_deadline(found.rows)):
        others = set().union(*(members[column] for column in columns)) - {row}
        if len(others) > most:
            return None
        near.append(sorted(others))
    return Incidence.of(near, len(found.rows))
