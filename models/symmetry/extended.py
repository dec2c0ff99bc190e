"""Symmetries of placements, taken on to the auxiliary variables that placements decide.

Each auxiliary variable is defined by constraints over itself and variables made before it, which leave it one value. A
permutation takes those to constraints over images. Where these define another auxiliary variable, that is the image:
by induction over the definitions it has in the image of a solution the value that the first one has in the solution.
So permutations that map placements which are solutions to such placements map solutions of the model to solutions.
Those that take some definition to none are left out; what is left is a group where all were, since the products and
inverses of permutations that go on to all auxiliary variables do so too.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import overload

from rookery.models.base.deadline import look_between
from rookery.models.model import Constraint, Literal, Permutation, variable
from rookery.models.symmetry.permutations import Permutations

Shape = frozenset[tuple[int | None, int | None, frozenset[tuple[int, Literal]]]]
MOST_STEPS = 1_000_000  # literals that are moved by all permutations together


class ExtendedPermutations(Sequence[Permutation]):
    """Permutations of all variables of a model, made when they are asked for from those of its first variables.

    `definitions` are the constraints that define the variables from `moves.size` to `variables`, each by those before
    it. None where there would be too many numbers to move.
    """

    def __init__(self, moves: Permutations, definitions: Sequence[Constraint], variables: int) -> None:
        self._moves, self._definitions, self._variables = moves, definitions, variables

    @cached_property
    def _found(self) -> tuple[Permutation, ...]:
        literals = sum(len(each.literals) for each in self._definitions)
        if len(self._moves) * (literals + self._variables) > MOST_STEPS:
            return ()
        definitions = [*_by_variable(self._definitions, self._moves.size, self._variables)]
        named = _name_variables(definitions, self._moves.size)
        extended = (_extend(move, definitions, named) for move in look_between(self._moves, often=1))
        return tuple(each for each in extended if each is not None)

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Permutation]:
        return iter(self._found)

    @overload
    def __getitem__(self, at: int) -> Permutation: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Permutation]: ...
    def __getitem__(self, at: int | slice) -> Permutation | Sequence[Permutation]:
        return self._found[at]


def _extend(
    move: Permutation, definitions: Sequence[Sequence[Constraint]], named: Mapping[Shape, Sequence[int]]
) -> Permutation | None:
    """A permutation of the first variables as one of those, too, that these define in turn; None if it is none."""
    first, taken = len(move), Counter[Shape]()
    image = [*move, *range(first, first + len(definitions))]
    for defined, constraints in enumerate(definitions, first):
        shape = _shape(constraints, image, defined)
        alike = named.get(shape, ())
        if taken[shape] == len(alike):
            return None
        image[defined] = alike[taken[shape]]
        taken[shape] += 1
    return tuple(image)


def _name_variables(definitions: Sequence[Sequence[Constraint]], first: int) -> dict[Shape, list[int]]:
    """The variables by their definitions; several where these are the same."""
    named = defaultdict[Shape, list[int]](list)
    for defined, constraints in enumerate(definitions, first):
        if constraints:  # else it is not decided
            named[_shape(constraints, range(first + len(definitions)), defined)].append(defined)
    return named


def _by_variable(constraints: Iterable[Constraint], first: int, variables: int) -> Iterator[list[Constraint]]:
    """The constraints that define each of the variables from the first on: it is the last one in them."""
    found = defaultdict[int, list[Constraint]](list)
    for constraint in look_between(constraints):
        found[max(map(variable, constraint.literals))].append(constraint)
    return (found[each] for each in range(first, variables))


def _shape(constraints: Iterable[Constraint], image: Sequence[int], defined: int) -> Shape:
    """What constraints say of the images of variables, and of the one that they define under the name of none."""
    own = len(image)
    there = {defined: own, ~defined: ~own}

    def move(literal: Literal) -> Literal:
        return there[literal] if literal in there else image[literal] if literal >= 0 else ~image[~literal]

    return frozenset(
        (each.lower, each.upper, frozenset((weight, move(literal)) for weight, literal in each.terms()))
        for each in constraints
    )
