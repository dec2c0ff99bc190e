"""The program of a selection that is a choice a row."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.options import encode_switches, read_without
from rookery.backends.backtracking.rows.tables import Lanes, fit_lanes, make_lanes, move_slots
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request
from rookery.backends.selection.decided import measure
from rookery.backends.selection.selection import Options, Selection
from rookery.backends.selection.shuffle import shuffle_by_seed
from rookery.backends.selection.symmetries import find_group
from rookery.models.model import Model

MOST_ORDERED_ROWS = 28


@dataclass(frozen=True, slots=True)
class RowProgram(CompiledProgram):
    """A selection that is a choice a row; `images` are where each symmetry takes each slot, if they are counted by."""

    forced: frozenset[int]
    tables: Lanes
    images: tuple[NDArray[np.int64], ...] = ()


def suits_rows(cut: tuple[Options, ...], want: Want) -> bool:
    """Whether the row search takes these rows; one solution must be the first in lexicographic order."""
    return fit_lanes(cut) and (want is not Want.ONE or (_follow_each_other(cut) and not has_many_rows(cut)))


def has_many_rows(cut: tuple[Options, ...]) -> bool:
    """Whether the first solution in lexicographic order takes longer than a person waits for."""
    return len(cut) > MOST_ORDERED_ROWS


def _follow_each_other(cut: tuple[Options, ...]) -> bool:
    """Whether choosing row by row meets solutions in lexicographic order."""
    return all(max(above) < min(below) for above, below in pairwise(cut))


def compile_rows(cut: tuple[Options, ...], selection: Selection, model: Model, request: Request) -> RowProgram:
    """The tables of a selection that is cut into rows."""
    ordered = _shuffle_rows(_from_the_middle(cut) if request.want is Want.COUNT else cut, request.seed)
    tables = make_lanes(ordered, selection, encode_switches(read_without(request.options)))
    group = find_group(model) if request.want is Want.COUNT else ()
    group = group if all({p[v] for v in selection.free} == selection.free for p in group) else ()
    images = tuple(move_slots(tables, p, model.variables) for p in group)
    return RowProgram(measure(selection), selection.forced, tables, images)


def _from_the_middle(cut: tuple[Options, ...]) -> tuple[Options, ...]:
    """The rows in the middle first: their pieces attack most, which leaves fewer nodes to count."""
    middle = (len(cut) - 1) / 2
    return tuple(cut[at] for at in sorted(range(len(cut)), key=lambda at: abs(at - middle)))


def _shuffle_rows(cut: tuple[Options, ...], seed: int) -> tuple[Options, ...]:
    return tuple(tuple(shuffle_by_seed(row, seed)) for row in shuffle_by_seed(cut, seed))
