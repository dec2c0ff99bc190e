"""A covering: rows that must be hit, columns that hit them, and what each column costs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rookery.backends.presolve.structure.incidence import Incidence
from rookery.core.deadline import checking_deadline
from rookery.core.values import remember
from rookery.models.model.model import AtLeast, AtMost, Constraint, Exactly, Linear, Minimize, Model

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
    clauses = None if costs is None else _clauses(model.constraints)
    if costs is None or clauses is None:
        return None
    rows, units, out = clauses
    free = {v for v, cost in enumerate(costs) if cost == 0} - out
    rows = [tuple(v for v in row if v not in out) for row in rows]
    units |= {row[0] for row in rows if len(row) == 1}
    if units & out or not all(rows):
        return None
    chosen = units | free
    left = dict.fromkeys(row for row in rows if chosen.isdisjoint(row))
    names = tuple(sorted({v for row in left for v in row}))
    place = {v: at for at, v in enumerate(names)}
    numbered = tuple(tuple(place[v] for v in row) for row in left)
    useful = units | (free & {v for row in rows for v in row})
    return SetCover(numbered, tuple(costs[v] for v in names), names, frozenset(useful), sum(costs[v] for v in useful))


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


def _clauses(constraints: Iterable[Constraint]) -> tuple[list[tuple[int, ...]], set[int], set[int]] | None:
    """The clauses, the variables chosen by force and those that are out; None if a constraint is of another kind."""
    rows, units, out = [], set[int](), set[int]()
    for constraint in checking_deadline(constraints):
        literals = tuple(constraint.literals)
        match constraint:
            case AtLeast(bound=bound) if bound <= 0:
                continue
            case AtLeast(bound=1) if all(v >= 0 for v in literals):
                rows.append(literals)
            case AtMost(bound=0) | Exactly(bound=0) if all(v >= 0 for v in literals):
                out.update(literals)
            case Exactly(bound=1) if len(literals) == 1 and literals[0] >= 0:
                units.update(literals)
            case AtMost() | AtLeast() | Exactly() | Linear():
                return None
    return rows, units, out


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
