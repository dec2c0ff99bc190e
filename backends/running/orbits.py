"""Counting orbits without listing: by Burnside's lemma there are as many as a symmetry keeps solutions on average.

A solution that a symmetry keeps holds all or none of each cycle of variables, so these are counted in a smaller model
with a variable a cycle. Symmetries that are conjugate in the group keep equally many: one of each class is asked for.

Which solutions are images of those met before: each orbit is brought into canonical form once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rookery.backends.contract import Question, Solution, Want
from rookery.core.deadline import checking_deadline
from rookery.core.runtime import has_numpy
from rookery.models import Problem
from rookery.models.model.constraints import AtLeast, AtMost, Cardinality, Constraint, Exactly, Linear
from rookery.models.model.model import Model, Permutation
from rookery.models.symmetry.group import Group, find_canonical

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_IMAGES = 64  # of a solution that are kept until they are met: a torus has thousands


class ImagesToMeet:
    """The images of the solutions met so far that are still to be met themselves, under some symmetries.

    Where these are few each solution is looked up, since it is mostly an image of another one; it leaves when it is
    met, so that never more are kept than are still to come.
    """

    def __init__(self, symmetries: Sequence[Permutation]) -> None:
        self._symmetries = symmetries
        self._waiting: set[Solution] = set()

    def meet(self, chosen: Solution) -> Solution | None:
        """The canonical form of a solution; None if it is known to be an image of one met before."""
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
        """Return the least image, by numpy if a table of the images is not too large."""
        if self._table is None:
            return find_canonical(members, self._symmetries)
        import numpy as np

        return find_least_row(np.sort(self._table[:, members], axis=1))

    @cached_property
    def _table(self) -> "NDArray[np.int64] | None":
        if not has_numpy() or len(self._symmetries) * len(self._symmetries[0]) > MAX_NUMBERS:
            return None
        import numpy as np

        return np.array(list(self._symmetries), np.int64)


def find_least_row(rows: "NDArray[np.int64]") -> list[int]:
    """Return the lexicographically least row."""
    column = 0
    while column < rows.shape[1] and len(rows) > 1:
        rows, column = rows[rows[:, column] == rows[:, column].min()], column + 1
    least: list[int] = rows[0].tolist()
    return least


MAX_NUMBERS = 1 << 24  # of a table of permutations that is made for this
MAX_GIVEN = 256  # permutations that were given one by one, of which it is tried whether they are a group
IMPOSSIBLE = AtLeast(1, ())


@dataclass(frozen=True)
class SymmetryClass:
    """A class of conjugate symmetries: their number, and a model of the solutions that one of them keeps."""

    size: int
    model: Model


class OrbitTally:
    """Number of orbits from the counts so far: solutions in all, then those that each class keeps."""

    def __init__(self, order: int) -> None:
        self._order, self._sum, self._left = order, 0, order
        self.count = 0

    def add(self, kept: SymmetryClass, count: int, whole: bool) -> None:
        """Take in what a class keeps, the identity first; if it is not `whole`, there may be more."""
        self.count = count if self._left == self._order else self.count
        self._sum += kept.size * count
        self._left -= kept.size if whole else 0

    @property
    def orbits(self) -> int:
        """The number of orbits; the least that it can be while classes are left."""
        return -(-self._sum // self._order)


def plan_orbits(problem: Problem, model: Model, question: Question) -> list[SymmetryClass]:
    """Return the classes of symmetries to count by, if a question allows it."""
    if question.want is not Want.COUNT or not question.up_to_symmetry or question.limit is not None:
        return []
    return symmetry_classes(model, problem.symmetries, len(problem.pieces) * len(problem.board))


def symmetry_classes(model: Model, symmetries: Sequence[Permutation], variables: int) -> list[SymmetryClass]:
    """The classes of a group of symmetries of the first `variables`, each with a model of what it keeps, the identity
    first.

    The list is empty if the symmetries are not a group, or too many for their table.
    """
    if not 1 <= len(symmetries) * variables <= MAX_NUMBERS:
        return []
    images = [each[:variables] for each in symmetries]
    sizes = _conjugate(images) if isinstance(symmetries, Group) or _is_group(images) else {}
    return [SymmetryClass(size, invariant_model(model, images[at])) for at, size in sizes.items()]


def _is_group(images: Sequence[Permutation]) -> bool:
    """Return whether permutations differ, begin with the identity, and are closed under products."""
    if not 1 <= len(images) <= MAX_GIVEN or images[0] != tuple(range(len(images[0]))):
        return False
    members = set(images)
    return len(members) == len(images) and all(
        tuple(map(one.__getitem__, other)) in members for one in images for other in images
    )


def _conjugate(images: Sequence[Permutation]) -> dict[int, int]:
    """The first of each class of conjugate permutations of a group, with how many there are in the class."""
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


def invariant_model(model: Model, permutation: Sequence[int]) -> Model:
    """A model with a solution for each solution that a permutation of its first variables keeps.

    A variable a cycle, if the permutation moves all variables; else the variables of a cycle are made equal.
    """
    if all(there == v for v, there in enumerate(permutation)):
        return model
    if len(permutation) < model.variables:
        equal = [AtLeast(1, (v, ~there)) for v, there in enumerate(permutation) if v != there]
        return replace(model, constraints=(*model.constraints, *equal), symmetries=())
    # The number of each variable's cycle
    cycle = [-1] * len(permutation)
    made = 0
    for start in range(len(permutation)):
        if cycle[start] < 0:
            at = start
            while cycle[at] < 0:
                cycle[at], at = made, permutation[at]
            made += 1
    folded = dict.fromkeys(part for constraint in model.constraints for part in _fold(constraint, cycle, model))
    return Model(max(cycle) + 1, tuple(folded))


def _fold(constraint: Constraint, cycle: Sequence[int], model: Model) -> Iterator[Constraint]:
    """A constraint over cycles in place of their variables."""
    found = Counter(cycle[literal] if literal >= 0 else ~cycle[~literal] for literal in constraint.literals)
    if isinstance(constraint, AtLeast) and constraint.bound == 1:
        if not any(~literal in found for literal in found):  # else it always holds
            yield AtLeast(1, tuple(found))
    elif isinstance(constraint, Linear) or (found and min(found) < 0):
        yield _sum_over_cycles(constraint, cycle)
    elif constraint.bound < 0:
        yield from () if isinstance(constraint, AtLeast) else (IMPOSSIBLE,)
    else:
        # A bound on a number of variables, some of which are one cycle
        bound = constraint.bound
        if isinstance(constraint, AtLeast):
            weights = {variable: min(many, bound) for variable, many in found.items()}
        else:
            weights = {variable: many for variable, many in found.items() if many <= bound}
            if len(weights) < len(found):
                yield Exactly(0, tuple(found.keys() - weights.keys()))
        sizes = set(weights.values())
        if len(sizes) <= 1:
            yield _divide_bound(constraint, tuple(weights), max(sizes, default=1) or 1)
        elif not (isinstance(constraint, Exactly) and _follows(constraint, model)):
            lower = None if isinstance(constraint, AtMost) else bound
            upper = None if isinstance(constraint, AtLeast) else bound
            yield Linear(tuple(weights.values()), tuple(weights), lower, upper)


def _divide_bound(constraint: Any, variables: tuple[int, ...], many: int) -> Constraint:
    """A bound on the number of variables, of which each stands for as many."""
    if isinstance(constraint, AtMost):
        return AtMost(constraint.bound // many, variables)
    if isinstance(constraint, AtLeast):
        return AtLeast(-(-constraint.bound // many), variables)
    return IMPOSSIBLE if constraint.bound % many else Exactly(constraint.bound // many, variables)


def _follows(total: Exactly, model: Model) -> bool:
    """Return whether a number follows from those of disjoint parts, as n pieces do from one in each of n rows."""
    left, number = set(total.literals), 0
    for part in model.constraints:
        if isinstance(part, Exactly) and len(part.literals) < len(total.literals) and left.issuperset(part.literals):
            left.difference_update(part.literals)
            number += part.bound
    return not left and number == total.bound


def _sum_over_cycles(constraint: Linear | Cardinality, cycle: Sequence[int]) -> Constraint:
    """A constraint as a weighted sum over cycles, negations being taken from 1."""
    if isinstance(constraint, Linear):
        weights, lower, upper = constraint.weights, constraint.lower, constraint.upper
    else:
        weights = (1,) * len(constraint.literals)
        lower = None if isinstance(constraint, AtMost) else constraint.bound
        upper = None if isinstance(constraint, AtLeast) else constraint.bound
    sums: Counter[int] = Counter()
    for weight, literal in zip(weights, constraint.literals, strict=True):
        sums[cycle[literal if literal >= 0 else ~literal]] += weight if literal >= 0 else -weight
    less = sum(weight for weight, literal in zip(weights, constraint.literals, strict=True) if literal < 0)
    kept = {variable: weight for variable, weight in sums.items() if weight}
    low, high = (None if bound is None else bound - less for bound in (lower, upper))
    if not kept and not ((low is None or low <= 0) and (high is None or high >= 0)):
        return IMPOSSIBLE
    return Linear(tuple(kept.values()), tuple(kept), low, high)
