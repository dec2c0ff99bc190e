"""Independent components of a selection: parts that share no item and no clique, and which are images of others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.cover.images import Images
from rookery.backends.selection.components import connected_components
from rookery.backends.selection.incidence import Incidence
from rookery.backends.selection.selection import Selection
from rookery.backends.selection.words import Ints
from rookery.models.model import Permutation

Table = NDArray[np.int64]

MOST_COMPONENTS = 64


@dataclass(frozen=True)
class Component:
    """A component, the symmetries that keep it, and symmetries that take it to components like it, itself first.

    Symmetries move all variables; those that keep it differ in what they do to its own.
    """

    selection: Selection
    symmetries: tuple[Permutation, ...]
    images: tuple[Permutation, ...]


def split_components(selection: Selection, symmetries: Callable[[], Table]) -> tuple[Component, ...]:
    """The components of a selection, one of each sort; none where it is one, or has variables that nothing binds.

    `symmetries` makes those of the selection (permutations, variables), where they are needed.
    """
    found, loose = connected_components(selection)
    if loose or not 2 <= len(found) <= MOST_COMPONENTS:
        return ()
    return tuple(_sort_components(selection, found, _keeping(selection, symmetries())))


def _keeping(selection: Selection, symmetries: Table) -> Table:
    """The identity, and the symmetries that take the items and the cliques of a selection to its own."""
    enough = [min(options, default=selection.variables) for options in selection.wholes]
    groups = [
        Images(selection.incidence, np.array(selection.demands, np.int64), np.array(enough, np.int64)),
        Images(Incidence.of(selection.cliques, selection.variables)),
    ]
    kept = [p for p in symmetries if all(images.of(p) is not None for images in groups)]
    return np.array([np.arange(selection.variables), *kept])


def _sort_components(selection: Selection, found: Sequence[Selection], symmetries: Table) -> Iterator[Component]:
    """One component of each sort: a symmetry takes a component as a whole to another, or to itself."""
    number = np.full(selection.variables, -1)
    for at, component in enumerate(found):
        number[list(component.free)] = at
    rest = dict(enumerate(found))
    while rest:
        at, one = next(iter(rest.items()))
        free = sorted(one.free)
        reached = number[symmetries[:, free[0]]]
        images = [_tuple(symmetries[reached == other][0]) for other in sorted(set(reached.tolist()) & set(rest))]
        rest = {other: component for other, component in rest.items() if other not in reached}
        yield Component(one, tuple(_distinct(symmetries[reached == at], free)), tuple(images))


def _distinct(permutations: Table, free: Sequence[int]) -> Iterator[Permutation]:
    """One permutation for each way in which they move some variables."""
    _, first = np.unique(permutations[:, free], axis=0, return_index=True)
    return map(_tuple, permutations[np.sort(first)])


def _tuple(permutation: Ints) -> Permutation:
    return tuple(permutation.tolist())
