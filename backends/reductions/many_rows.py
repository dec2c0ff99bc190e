"""Reduces a covering whose rows are arrays, without a thing for each: a board of 1000x1000 has a million of them."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract.reductions import Switches
from rookery.backends.reductions.goals import count_worth, divide_goal, find_costs, move_goal, tell_unit
from rookery.backends.reductions.reduced import Reduced, Renamed, describe_step
from rookery.backends.reductions.rounds import Rounds
from rookery.backends.reductions.sides import Sides
from rookery.backends.reductions.symmetry import MOST_STEPS, keep_symmetries
from rookery.backends.reductions.tables import Ints
from rookery.models import AtLeast, Model
from rookery.models.base.many import Many
from rookery.models.model import Constraint

WIDEST = 64  # members of a row, or rows of a column: all lines of a table are as long as the longest
HEAVIEST = 1 << 62


def find_rows(
    model: Model, arrays: Sequence[Many[Constraint]], others: Sequence[Constraint]
) -> Many[Constraint] | None:
    """The clauses of a covering as one array, where all else is given; None for any other model."""
    if len(arrays) != 1 or any(len(each.literals) != 1 for each in others):
        return None
    (rows,) = arrays
    if rows.make is not AtLeast or rows.bound != 1 or max(map(abs, find_costs(model)), default=0) >= HEAVIEST:
        return None
    lengths = np.diff(rows.first), np.bincount(rows.member)
    return rows if max(int(each.max(initial=0)) for each in lengths) <= WIDEST else None


def reduce_rows(
    model: Model, rows: Many[Constraint], others: Sequence[Constraint], switches: Switches
) -> Reduced | None:
    """The smaller model; None where nothing is to be reduced. Raises `Unsolvable` for a row that nothing hits."""
    covering = Rounds(rows.first, rows.member, np.array(find_costs(model), np.int64))
    values = dict[int, bool]()
    Sides(others).decide(values)
    covering.choose(_list_numbers(each for each, value in values.items() if value))
    covering.drop(_list_numbers(each for each, value in values.items() if not value))
    covering.reduce(switches)
    return _rebuild(model, covering) if covering.decided.any() or not covering.open.all() else None


def _list_numbers(variables: Iterable[int]) -> Ints:
    return np.array(sorted(variables), np.int64)


def _rebuild(model: Model, covering: Rounds) -> Reduced:
    """The model of what is left."""
    kept = tuple(np.flatnonzero(~covering.decided).tolist())
    place = {each: at for at, each in enumerate(kept)}
    chosen = frozenset(np.flatnonzero(covering.chosen).tolist())
    values = dict.fromkeys(np.flatnonzero(covering.dropped).tolist(), False) | dict.fromkeys(chosen, True)
    rows, groups = _left_rows(covering), ([place[each] for each in group if each in place] for group in model.groups)
    goal, unit = divide_goal(move_goal(model.goal, place))
    several = tuple(tuple(group) for group in groups if len(group) > 1)
    smaller = Model(len(kept), rows, goal, (), Renamed(model.name, kept), several)
    if len(model.symmetries) * (len(rows.member) + len(kept)) <= MOST_STEPS:
        symmetries = keep_symmetries(model.symmetries, kept, place, smaller)
        smaller = Model(len(kept), rows, goal, symmetries, smaller.name, several)
    steps = describe_step(model, smaller), *tell_unit(unit)
    return Reduced(model, smaller, kept, chosen, count_worth(model, values), unit, steps)


def _left_rows(covering: Rounds) -> Many[Constraint]:
    """The rows that are still to be hit, in their order, by the columns that are left, numbered anew."""
    rows, free = covering.rows, ~covering.decided
    left = np.flatnonzero(covering.open)
    place: NDArray[np.int32] = (np.cumsum(free) - 1).astype(np.int32)
    lists = rows.of[left]
    first = np.append(0, np.cumsum(rows.size[left]))
    return Many(AtLeast, 1, first, place[lists[lists < rows.beyond]])
