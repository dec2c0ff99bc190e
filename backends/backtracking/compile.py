"""What a model is compiled to: tables for one of the searches."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.components.split import Component, components
from rookery.backends.backtracking.cover.registers import MOST_SYMMETRIES
from rookery.backends.backtracking.cover.tables import Cover, cover, keeps
from rookery.backends.backtracking.general.tables import General, general
from rookery.backends.backtracking.rows.tables import Lanes, fits, lanes, moved
from rookery.backends.backtracking.switches import bits, left_out
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request, Sized
from rookery.backends.selection.selection import Options, Selection, rows, selection
from rookery.models.base.deadline import look_between
from rookery.models.model import Model, Permutation
from rookery.models.symmetry.permutations import table

T = TypeVar("T")
MOST_ORDERED_ROWS = 28
MOST_IMAGES = 4_000_000


@dataclass(frozen=True, slots=True)
class Decided(Sized):
    """A selection that its constraints decide on sight: one solution, or none."""

    solution: frozenset[int] | None


@dataclass(frozen=True, slots=True)
class RowProgram(Sized):
    """A selection that is a choice a row; `images` are where each symmetry takes each slot, if they are counted by."""

    forced: frozenset[int]
    tables: Lanes
    images: tuple[NDArray[np.int64], ...] = ()


@dataclass(frozen=True, slots=True)
class CoverProgram(Sized):
    """Any other selection; `ordered` asks for its solutions in lexicographic order.

    `group` are the symmetries under which orbits are listed or counted in place of solutions; none where that is off.
    `counted` says that their number is all that is asked for.
    """

    chosen: Selection
    tables: Cover
    ordered: bool
    group: tuple[Permutation, ...] = ()
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One sort of component: its tables for its optimum and for counting or listing, and where its images lie."""

    chosen: Selection
    tables: Cover
    counted: Cover
    group: tuple[Permutation, ...]
    images: tuple[Permutation, ...]

    def program(self, goal: int, least: int, most: int) -> CoverProgram:
        """What is asked of one component: its fewest (-1), its most (1), or all between two bounds (0)."""
        chosen = replace(self.chosen, goal=goal, least=least, most=most)
        tables, group = (self.tables, ()) if goal else (self.counted, self.group)
        return CoverProgram({}, chosen, tables, ordered=False, group=group, counted=True)


@dataclass(frozen=True, slots=True)
class PartsProgram(Sized):
    """A selection that falls apart, as a whole and by the sorts of its components."""

    chosen: Selection
    whole: CoverProgram
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class GeneralProgram(Sized):
    """A model that is no selection; `goal` says that it has an objective, `eager` that more is better."""

    tables: General
    goal: bool
    eager: bool


Program = Decided | RowProgram | CoverProgram | PartsProgram | GeneralProgram


def compiled(model: Model, request: Request) -> Program:
    """The program for a model: the most special search that it allows."""
    off = left_out(request.options)
    if "symmetry" in off:
        model = replace(model, symmetries=())
    chosen = selection(model)
    if chosen is None:
        return _general(model)
    size = {"variables": len(chosen.free), "items": len(chosen.items), "cliques": len(chosen.cliques)}
    if chosen.infeasible:
        return Decided(size, None)
    if not chosen.free:
        return Decided(size, chosen.forced)
    cut = rows(chosen) if chosen.goal == 0 else None
    if cut and fits(cut) and (request.want is not Want.ONE or _in_order(cut)):
        return _rows(cut, chosen, model, request, size)
    group = _group(chosen, model, request)
    order = _shuffled(sorted(chosen.free), request.seed)
    useful = _useful(model, len(order)) if chosen.goal < 0 else table(group, model.variables)
    tables = cover(chosen, order, useful, bits(off))
    counted = chosen.goal == 0 and request.want is Want.COUNT
    whole = CoverProgram(size, chosen, tables, _is_ordered(chosen, cut, request), group, counted)
    parts = () if "components" in off else _parts(model, chosen, request)
    return PartsProgram(size, chosen, whole, parts) if parts else whole


def _parts(model: Model, chosen: Selection, request: Request) -> tuple[Part, ...]:
    """The components of a selection, where they can be searched apart.

    Bounds on the number chosen tie them together: that is worked out for counts and lists, not for optima. The first
    solution of all, or the first few, are found sooner in the whole.
    """
    bounded = chosen.least > 0 or chosen.most < len(chosen.free)
    if request.limit is not None or (bounded if chosen.goal else request.want is Want.ONE):
        return ()
    found = components(chosen, partial(_useful, model, len(chosen.free)))
    off = bits(left_out(request.options))
    return tuple(_part(component, request.seed, off) for component in found)


def _part(component: Component, seed: int, off: int) -> Part:
    chosen, symmetries = component.chosen, component.symmetries
    order = _shuffled(sorted(chosen.free), seed)
    group = symmetries if 1 < len(symmetries) <= MOST_SYMMETRIES and _closed(symmetries, order) else ()
    tables = cover(chosen, order, table(symmetries, chosen.variables), off)
    counted = tables if group else cover(chosen, order, off=off)
    return Part(chosen, tables, counted, group, component.images)


def _closed(symmetries: Sequence[Permutation], variables: Sequence[int]) -> bool:
    """Whether what some permutations do to some variables is a group."""
    every = table(symmetries, len(symmetries[0]))
    return _is_group(every, every[:, list(variables)])


def _rows(
    cut: tuple[Options, ...], chosen: Selection, model: Model, request: Request, size: dict[str, int]
) -> RowProgram:
    rows_in_order = _shuffled_rows(_from_the_middle(cut) if request.want is Want.COUNT else cut, request.seed)
    tables = lanes(rows_in_order, chosen, bits(left_out(request.options)))
    group = closed(model) if request.want is Want.COUNT else ()
    group = group if all({p[v] for v in chosen.free} == chosen.free for p in group) else ()
    return RowProgram(size, chosen.forced, tables, tuple(moved(tables, p, model.variables) for p in group))


def _useful(model: Model, size: int) -> NDArray[np.int64]:
    """Symmetries to forbid orbits with; a part of the group will do, since a refuted orbit is refuted as a whole."""
    return table(model.symmetries, model.variables, max(MOST_SYMMETRIES, MOST_IMAGES // size))


def _group(chosen: Selection, model: Model, request: Request) -> tuple[Permutation, ...]:
    """A group of symmetries to list or count a covering by; it must be closed, or solutions would be lost."""
    off = chosen.goal or request.want is Want.ONE or chosen.most >= len(chosen.items)
    group = () if off else closed(model)
    return group if group and keeps(table(group, model.variables), chosen) else ()


def closed(model: Model) -> tuple[Permutation, ...]:
    """The first few symmetries of a model if they are a group with more than the identity, else none."""
    few = table(model.symmetries, model.variables, MOST_SYMMETRIES)
    return tuple(map(tuple, few.tolist())) if len(few) > 1 and _is_group(few, few) else ()


def _is_group(permutations: NDArray[np.int64], moved: NDArray[np.int64]) -> bool:
    """Whether what some permutations do to some variables, `moved` by them, is a group."""
    names = {each.tobytes() for each in moved}
    return all(each.tobytes() in names for one in look_between(permutations, often=1) for each in one[moved])


def _in_order(cut: tuple[Options, ...]) -> bool:
    """Whether choosing row by row meets solutions in lexicographic order, in a time that a person waits for."""
    follows = all(max(above) < min(below) for above, below in pairwise(cut))
    return follows and len(cut) <= MOST_ORDERED_ROWS


def _is_ordered(chosen: Selection, cut: tuple[Options, ...] | None, request: Request) -> bool:
    many = cut is not None and len(cut) > MOST_ORDERED_ROWS
    return chosen.goal == 0 and request.want is Want.ONE and not many


def _general(model: Model) -> GeneralProgram:
    goal = type(model.goal).__name__
    tables = general(model)
    size = {"variables": model.variables, "rows": len(tables.bound), "literals": len(tables.literal)}
    return GeneralProgram(size, tables, goal != "Satisfy", goal == "Maximize")


def _from_the_middle(cut: tuple[Options, ...]) -> tuple[Options, ...]:
    """The rows in the middle first: their pieces attack most, which leaves fewer nodes to count."""
    middle = (len(cut) - 1) / 2
    return tuple(cut[at] for at in sorted(range(len(cut)), key=lambda at: abs(at - middle)))


def _shuffled_rows(cut: tuple[Options, ...], seed: int) -> tuple[Options, ...]:
    return tuple(tuple(_shuffled(row, seed)) for row in _shuffled(cut, seed))


def _shuffled(things: Iterable[T], seed: int) -> list[T]:
    """The things in their own order for seed 0, else in an order that the seed decides."""
    listed = list(things)
    if seed:
        random.Random(seed).shuffle(listed)
    return listed
