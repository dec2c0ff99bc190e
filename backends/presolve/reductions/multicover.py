"""Set multicovers: rows of variables, each of which demands some of its own; recognised by constraints, on arrays."""

from collections.abc import Sequence

import numpy as np

from rookery.backends.presolve.reductions.workspace import Unsolvable, follow
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.deadline import checking_deadline
from rookery.core.values import dataclass
from rookery.models.model.constraints import split
from rookery.models.model.model import AtLeast, AtMost, Exactly, Model


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
    arrays, others = split(model.constraints)
    groups, demands, values = list[Sequence[int]](), list[int](), dict[int, bool]()
    for each in checking_deadline(others):
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
    given = Incidence.of(groups, model.variables)
    if given.flat.min(initial=0) < 0:
        return None
    if any(array.make is not AtLeast for array in arrays):
        return None
    arrays = [array for array in arrays if array.bound > 0]
    whole = Incidence.join(
        given,
        *(Incidence(a.member.astype(np.int64), a.first.astype(np.int64), model.variables) for a in arrays),
    )
    demand = np.concatenate([np.array(demands, np.int64), *(np.full(len(each), each.bound) for each in arrays)])
    possible = np.ones(model.variables, np.bool_)
    possible[[variable for variable, value in values.items() if not value]] = False
    kept = possible[whole.flat]
    sizes = np.bincount(whole.owner[kept], minlength=len(whole))
    if np.any(sizes < demand):
        return None
    rows = Incidence(whole.flat[kept], np.append(0, np.cumsum(sizes)), model.variables)
    return Multicover(rows, demand, tuple(variable for variable, value in values.items() if value))
