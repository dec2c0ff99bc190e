"""The program of a selection that falls apart into components."""

from dataclasses import dataclass, replace
from functools import partial

from rookery.backends.backtracking.components.split import Component, split_components
from rookery.backends.backtracking.cover.program import CoverProgram, useful_symmetries
from rookery.backends.backtracking.cover.tables import Cover, make_cover
from rookery.backends.backtracking.options import encode_switches, read_without
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request
from rookery.backends.selection.selection import Selection
from rookery.backends.selection.shuffle import shuffle_by_seed
from rookery.backends.selection.symmetries import MOST_SYMMETRIES, is_group_on
from rookery.models.model import Model, Permutation
from rookery.models.symmetry.permutations import table


@dataclass(frozen=True, slots=True)
class ComponentSort:
    """One sort of component: its tables for its optimum and for counting or listing, and where its images lie."""

    selection: Selection
    tables: Cover
    counted: Cover
    group: tuple[Permutation, ...]
    images: tuple[Permutation, ...]

    def program(self, goal: int, least: int, most: int) -> CoverProgram:
        """What is asked of one component: its fewest (-1), its most (1), or all between two bounds (0)."""
        selection = replace(self.selection, goal=goal, least=least, most=most)
        tables, group = (self.tables, ()) if goal else (self.counted, self.group)
        return CoverProgram({}, selection, tables, ordered=False, group=group)


@dataclass(frozen=True, slots=True)
class ComponentsProgram(CompiledProgram):
    """A selection that falls apart, as a whole and by the sorts of its components."""

    selection: Selection
    whole: CoverProgram
    sorts: tuple[ComponentSort, ...]


def compile_components(whole: CoverProgram, model: Model, request: Request) -> ComponentsProgram | None:
    """The program of a selection by its components; None where it is one, or is searched sooner as a whole.

    Bounds on the number chosen tie components together: that is worked out for counts and lists, not for optima. The
    first solution of all, or the first few, are found sooner in the whole.
    """
    selection = whole.selection
    bounded = selection.least > 0 or selection.most < len(selection.free)
    if request.limit is not None or (bounded if selection.goal else request.want is Want.ONE):
        return None
    found = split_components(selection, partial(useful_symmetries, model, len(selection.free)))
    off = encode_switches(read_without(request.options))
    sorts = tuple(_compile_sort(component, request.seed, off) for component in found)
    return ComponentsProgram(whole.size, selection, whole, sorts) if sorts else None


def _compile_sort(component: Component, seed: int, off: int) -> ComponentSort:
    selection, symmetries = component.selection, component.symmetries
    order = shuffle_by_seed(sorted(selection.free), seed)
    group = symmetries if 1 < len(symmetries) <= MOST_SYMMETRIES and is_group_on(symmetries, order) else ()
    tables = make_cover(selection, order, table(symmetries, selection.variables), off)
    counted = tables if group else make_cover(selection, order, off=off)
    return ComponentSort(selection, tables, counted, group, component.images)
