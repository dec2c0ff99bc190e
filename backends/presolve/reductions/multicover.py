"""Set multicovers: rows of variables, each of which demands some of its own; recognised by constraints, on arrays."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rookery.backends.presolve.reductions.workspace import Unsolvable, follow
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.deadline import checking_deadline
from rookery.models.model.constraints import AtLeast, AtMost, Exactly
from rookery.models.model.model import Model


@dataclass(frozen=True)
class Multicover:
    """Rows of variables, each with its demand: how many of its variables are chosen, at least.

    `demands` (rows) are from 1 to the size of the row. `chosen` are the variables that a constraint decides by itself,
    which may be in rows; those that are decided to be left out are in no row.
    """

    rows: Incidence
    demands: Ints
    chosen: tuple[int, ...]


def recognise_multicover(model: Model) -> Multicover | None:
    """The multicover that the constraints of a model are; None for any other model, and for one without a solution."""
    groups, demands, values = list[Sequence[int]](), list[int](), dict[int, bool]()
    for each in checking_deadline(model.constraints):
        if isinstance(each, AtLeast) and 0 < each.bound <= (size := len(each.literals)) and size > 1:
            if not groups and min(each.literals) < 0:
                return None  # most models of other kinds end here, before they are read
            groups.append(each.literals)
            demands.append(each.bound)
        elif len(each.literals) == 1 or (isinstance(each, AtMost | Exactly) and each.bound == 0):
            try:
                values |= {max(literal, ~literal): literal >= 0 for literal in follow(each, values)}
            except Unsolvable:
                return None
        elif not isinstance(each, AtLeast) or each.bound > 0:
            return None  # no row, or one that demands more than it has, which may be too large for an array
    whole = Incidence.of(groups, model.variables)
    if whole.flat.min(initial=0) < 0:
        return None
    demand = np.array(demands, np.int64)
    possible = np.ones(model.variables, np.bool_)
    possible[[variable for variable, value in values.items() if not value]] = False
    kept = possible[whole.flat]
    sizes = np.bincount(whole.owner[kept], minlength=len(whole))
    if np.any(sizes < demand):
        return None
    rows = Incidence(whole.flat[kept], np.append(0, np.cumsum(sizes)), model.variables)
    return Multicover(rows, demand, tuple(variable for variable, value in values.items() if value))
