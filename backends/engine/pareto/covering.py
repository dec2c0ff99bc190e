"""The rows of a cheapest covering that are left to a sweep, numbered from 0 as its columns are."""

from dataclasses import dataclass
from functools import cached_property

from rookery.backends.presolve.covering import read_priced_covering
from rookery.backends.presolve.structure.incidence import Incidence
from rookery.core.values import remember
from rookery.models.model.model import Model

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
    found = read_priced_covering(model)
    if found is None or found.costs is None or found.folded or sum(found.costs) >= MAX_WEIGHT:
        return None
    costs = found.costs
    free = {v for row in found.items for v in row if costs[v] == 0}
    left = [row for row in found.items if free.isdisjoint(row)]
    names = tuple(sorted({v for row in left for v in row}))
    place = {v: at for at, v in enumerate(names)}
    rows = tuple(tuple(place[v] for v in row) for row in left)
    weights = tuple(costs[v] for v in names)
    return SetCover(rows, weights, names, found.forced | free, sum(costs[v] for v in found.forced))
