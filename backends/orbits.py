"""Solutions up to symmetry: one solution of each orbit is kept, or the orbits are counted without listing.

Burnside's lemma counts: there are as many orbits as solutions that a symmetry keeps on average. The solutions that a
permutation keeps are those of the same model with the variables of each cycle equal. Conjugate permutations keep
equally many, so one of each class is asked for.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rookery.backends.contract import Solution
from rookery.core.deadline import checking_deadline
from rookery.core.runtime import has_numpy
from rookery.models import Problem
from rookery.models.model.constraints import AtLeast
from rookery.models.model.model import Model, Permutation
from rookery.models.symmetry.group import Group, find_canonical

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_IMAGES = 64  # images of a solution that are remembered; with more, the canonical form is computed
MAX_NUMBERS = 1 << 24  # of a table of permutations


class ImagesToMeet:
    """The images of the solutions met so far that have not been met themselves."""

    def __init__(self, symmetries: Sequence[Permutation]) -> None:
        self._symmetries = symmetries
        self._waiting: set[Solution] = set()

    def meet(self, chosen: Solution) -> Solution | None:
        """Return the canonical form of a solution; None if it is known to be an image of an earlier one."""
        if chosen in self._waiting:
            self._waiting.remove(chosen)
            return None
        members = sorted(chosen)
        if len(self._symmetries) > MAX_IMAGES:
            return frozenset(self._find_least(members))
        images = [sorted(map(image.__getitem__, members)) for image in self._symmetries] or [members]
        self._waiting.update(map(frozenset, images))
        self._waiting.discard(chosen)
        return frozenset(min(images))

    def _find_least(self, members: list[int]) -> Sequence[int]:
        """Return the lexicographically least image."""
        if self._table is None:
            return find_canonical(members, self._symmetries)
        import numpy as np

        rows, column = np.sort(self._table[:, members], axis=1), 0
        while column < rows.shape[1] and len(rows) > 1:
            rows, column = rows[rows[:, column] == rows[:, column].min()], column + 1
        least: list[int] = rows[0].tolist()
        return least

    @cached_property
    def _table(self) -> "NDArray[np.int64] | None":
        if not has_numpy() or len(self._symmetries) * len(self._symmetries[0]) > MAX_NUMBERS:
            return None
        import numpy as np

        return np.array(list(self._symmetries), np.int64)


class SymmetryClass(NamedTuple):
    """Conjugate symmetries: how many there are, and a model of the solutions that one of them keeps."""

    size: int
    model: Model


def symmetry_classes(problem: Problem, model: Model) -> list[SymmetryClass]:
    """Return the classes of a problem's symmetries, the identity first.

    The list is empty if the symmetries are not known to be a group, as those of a model, or too many for their table.
    """
    symmetries, variables = problem.symmetries, len(problem.pieces) * len(problem.board)
    if not isinstance(symmetries, Group) or not 1 <= len(symmetries) * variables <= MAX_NUMBERS:
        return []
    images = [each[:variables] for each in symmetries]
    return [SymmetryClass(size, invariant_model(model, images[at])) for at, size in _conjugate(images).items()]


def invariant_model(model: Model, permutation: Sequence[int]) -> Model:
    """Return the model of the solutions that a permutation of its first variables keeps."""
    moved = [(v, image) for v, image in enumerate(permutation) if v != image]
    equal = (AtLeast(1, (v, ~image)) for v, image in moved)
    return replace(model, constraints=(*model.constraints, *equal), symmetries=(), moves=()) if moved else model


def _conjugate(images: Sequence[Permutation]) -> dict[int, int]:
    """Return the number of the first of each class of conjugate permutations of a group, with the size of its class."""
    # Variables whose images distinguish all permutations of the group
    base, distinct = list[int](), 0
    names: list[tuple[int, ...]] = [()] * len(images)
    for variable in range(len(images[0])):
        finer = [(*name, image[variable]) for name, image in zip(names, images, strict=True)]
        if (many := len(set(finer))) > distinct:
            base, names, distinct = [*base, variable], finer, many
        if distinct == len(images):
            break
    number = {name: at for at, name in enumerate(names)}
    sources = [[image.index(variable) for variable in base] for image in images]
    left, sizes = set(range(len(images))), dict[int, int]()
    for at, image in enumerate(checking_deadline(images, 1)):
        if at in left:
            found = {
                number[tuple(other[image[source]] for source in before)]
                for other, before in zip(images, sources, strict=True)
            }
            left -= found
            sizes[at] = len(found)
    return sizes
