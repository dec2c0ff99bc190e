"""Families of lines that share no variable: no more lines of a family are true than variables are chosen.

A line variable is true only where a member is. Lines without a common member have different ones, so that a bound on
the number of chosen variables bounds the lines of each family too: rows, columns, and diagonals of either direction.
The model says as much, but a solver that decides about lines learns it piece by piece without them.
"""

from collections.abc import Collection, Iterable, Iterator

from rookery.models import AtLeast, Exactly, Model
from rookery.models.model import Literal

Line = tuple[int, frozenset[int]]  # a variable, and members of which one is true where it is


def parallel_lines(source: Model, lowered: Model, counted: Collection[int]) -> Iterator[list[Literal]]:
    """For each family the lines, and the counted variables that stand in none: as many as are chosen, or fewer.

    `lowered` has line variables above those of its `source`. A family of one line says nothing, and is left out.
    """
    for family in _families(_in_order(source, _lines(lowered, source.variables, frozenset(counted)))):
        if len(family) > 1:
            covered = frozenset[int]().union(*(members for _, members in family))
            yield [*(line for line, _ in family), *(each for each in counted if each not in covered)]


def _lines(model: Model, own: int, counted: frozenset[int]) -> Iterator[Line]:
    """The line variables, each with the members of a clause by which one of these is true as well."""
    seen = set[int]()
    for constraint in model.constraints:
        if not isinstance(constraint, AtLeast | Exactly) or constraint.bound != 1:
            continue
        lines = [~literal for literal in constraint.literals if literal < 0]
        members = frozenset(literal for literal in constraint.literals if literal >= 0)
        if len(lines) == 1 and lines[0] >= own and lines[0] not in seen and members <= counted:
            seen.add(lines[0])
            yield lines[0], members


def _in_order(source: Model, lines: Iterable[Line]) -> list[Line]:
    """The lines as their groups are declared: direction after direction, so that families are whole ones."""
    place = {frozenset(group): at for at, group in enumerate(source.groups)}
    return sorted(lines, key=lambda line: place.get(line[1], len(place)))


def _families(lines: Iterable[Line]) -> list[list[Line]]:
    """Each line in the first family with whose lines it shares no member."""
    families: list[tuple[set[int], list[Line]]] = []
    for line in lines:
        place = next((family for family in families if family[0].isdisjoint(line[1])), None)
        if place is None:
            families.append(place := (set(), []))
        place[0].update(line[1])
        place[1].append(line)
    return [family for _, family in families]
