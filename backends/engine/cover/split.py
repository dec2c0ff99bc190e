"""Independent components of a selection: parts that share no item and no clique, and which are images of others."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.cover.subtree import CoverPlan
from rookery.backends.engine.cover.tables import Cover, Images, make_cover
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.components import connected_components, sort_components
from rookery.backends.presolve.structure.incidence import Incidence
from rookery.backends.presolve.structure.masks import shuffle_by_seed
from rookery.backends.presolve.structure.symmetries import MAX_SYMMETRIES, is_group_on, tabulate
from rookery.models.model.model import Permutation

Table = NDArray[np.int64]

MAX_COMPONENTS = 64


@dataclass(frozen=True)
class Component:
    """A component, the symmetries that keep it, and symmetries that take it to components like it, itself first.

    Symmetries move all variables; those that keep it differ in what they do to its own.
    """

    selection: Covering
    symmetries: tuple[Permutation, ...]
    images: tuple[Permutation, ...]


def split_components(selection: Covering, symmetries: Callable[[], Table]) -> tuple[Component, ...]:
    """Return the components of a selection, one of each sort; none if it is one, or has variables that nothing binds.

    `symmetries` makes those of the selection (permutations, variables), if they are needed.
    """
    found, loose = connected_components(selection)
    if loose or not 2 <= len(found) <= MAX_COMPONENTS:
        return ()
    members, every = [sorted(each.free) for each in found], [*_keeping(selection, symmetries())]
    return tuple(
        Component(found[at], tuple(map(_tuple, kept)), tuple(map(_tuple, images)))
        for at, kept, images in sort_components(members, every)
    )


def _keeping(selection: Covering, symmetries: Table) -> Table:
    """Return the identity, and the symmetries that take the items and the cliques of a selection to its own."""
    enough = [min(options, default=selection.variables) for options in selection.wholes]
    groups = [
        Images(selection.by_row, np.array(selection.demands, np.int64), np.array(enough, np.int64)),
        Images(Incidence.of(selection.cliques, selection.variables)),
    ]
    kept = [p for p in symmetries if all(images.of(p) is not None for images in groups)]
    return np.array([np.arange(selection.variables), *kept])


def _tuple(permutation: Permutation) -> Permutation:
    return tuple(map(int, permutation))


@dataclass(frozen=True, slots=True)
class ComponentSort:
    """One sort of component: its tables for its optimum and for counting or listing, and where its images lie."""

    selection: Covering
    tables: Cover
    counted: Cover
    group: tuple[Permutation, ...]
    images: tuple[Permutation, ...]

    def plan(self, goal: int, least: int, most: int) -> CoverPlan:
        """Plan the search of one component: its fewest (-1), its most (1), or all between two bounds (0)."""
        selection = replace(self.selection, goal=goal, least=least, most=most)
        tables, group = (self.tables, ()) if goal else (self.counted, self.group)
        return CoverPlan({}, selection, tables, ordered=False, group=group)

    def explain(self) -> str:
        """Return the number of components of this sort, and the size of one."""
        size = f"{len(self.selection.free)} variables with {len(self.selection.items)} items"
        return f"{len(self.images)} of {size} ({len(self.group) or 1} symmetries)"


def compile_sort(component: Component, seed: int, off: int) -> ComponentSort:
    """Return the tables of a component; orbits are counted where the symmetries that keep it are a group."""
    selection, symmetries = component.selection, component.symmetries
    order = shuffle_by_seed(sorted(selection.free), seed)
    group = symmetries if 1 < len(symmetries) <= MAX_SYMMETRIES and is_group_on(symmetries, order) else ()
    tables = make_cover(selection, order, tabulate(symmetries, selection.variables), off)
    counted = tables if group else make_cover(selection, order, off=off)
    return ComponentSort(selection, tables, counted, group, component.images)
