"""Independent parts of a covering: which there are, which are images of others, and quick bounds for each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import inf
from typing import NamedTuple

from rookery.backends.contract.backend import Solution
from rookery.backends.contract.cost import Cost
from rookery.backends.reductions.goals import move_goal
from rookery.backends.reductions.reduced import Renamed, translate
from rookery.models import AtLeast, Minimize, Model
from rookery.models.base.deadline import look_between
from rookery.models.model import Permutation


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a covering whose variable v is variable `kept[v]` of the whole.

    `images` are permutations of the whole that take it to parts like it, to itself first. `quick` is some solution, and
    `bound` what each costs at the least.
    """

    model: Model
    kept: Sequence[int]
    images: tuple[Permutation, ...]
    weights: Mapping[int, int]
    quick: Solution
    bound: int

    @property
    def settled(self) -> bool:
        """Whether the quick solution is a best one."""
        return self.cost(self.quick) == self.bound

    def cost(self, found: Solution) -> int:
        """What a solution of the part costs."""
        return sum(self.weights.get(each, 0) for each in found)

    def everywhere(self, found: Solution) -> Iterator[int]:
        """A solution of the part in all parts like it; a variable that it does not have stays beyond the whole."""
        chosen = tuple(translate(found, self.kept, len(self.images[0])))
        return (image[each] if each < len(image) else each for image in self.images for each in chosen)


class Joined(NamedTuple):
    """Variables that rows join: `owner` of each variable, and by owner the variables and the rows of a group."""

    owner: Sequence[int]
    members: dict[int, list[int]]
    rows: dict[int, list[AtLeast]]


def split(model: Model) -> list[Part]:
    """The parts of a covering that has several, the smallest first; none for any other model."""
    groups = find_groups(model)
    return [] if groups is None else make_parts(model, groups)


def find_groups(model: Model) -> Joined | None:
    """The groups of a covering that falls apart; None for any other model."""
    rows = [
        each for each in model.constraints if isinstance(each, AtLeast) and each.literals and min(each.literals) >= 0
    ]
    cost = Cost.of(model) if isinstance(model.goal, Minimize) else None
    if len(rows) < len(model.constraints) or cost is None or any(literal < 0 for literal in cost.weights):
        return None
    if any(each.bound > len(each.literals) for each in rows):  # no solution, as the backend will find
        return None
    owner = find_owners(rows, model.variables)
    members: dict[int, list[int]] = {}
    for variable, each in enumerate(owner):
        members.setdefault(each, []).append(variable)
    of: dict[int, list[AtLeast]] = {each: [] for each in members}
    for row in rows:
        of[owner[row.literals[0]]].append(row)
    # variables that hit nothing: nothing was reduced
    return Joined(owner, members, of) if len(members) > 1 and all(of.values()) else None


def make_parts(model: Model, groups: Joined) -> list[Part]:
    """A part for each group that is no image of another one, the smallest first."""
    sorts = _find_images(model, groups.owner, groups.members)
    parts = [_make_part(model, groups.members[each], groups.rows[each], images) for each, images in sorts]
    return sorted(parts, key=lambda part: len(part.model.constraints))


def find_owners(rows: Sequence[AtLeast], variables: int) -> list[int]:
    """For each variable one of those that rows join it with, by however many steps; the same for all of them."""
    owner = list(range(variables))

    def find(each: int) -> int:
        while owner[each] != each:
            owner[each] = owner[owner[each]]
            each = owner[each]
        return each

    for row in look_between(rows):
        first = find(row.literals[0])
        for other in row.literals:
            owner[find(other)] = first
    return [find(each) for each in range(variables)]


def _find_images(
    model: Model, owner: Sequence[int], members: dict[int, list[int]]
) -> Iterator[tuple[int, tuple[Permutation, ...]]]:
    """A part of each sort by its owner, with the symmetries that take it to the others of its sort."""
    identity, rest = range(model.variables), set(members)
    for each in members:
        if each in rest:
            images = {owner[p[members[each][0]]]: p for p in model.symmetries} | {each: identity}
            images = {other: p for other, p in images.items() if other in rest}
            rest -= images.keys()
            yield each, tuple(images.values())


def _make_part(whole: Model, kept: Sequence[int], rows: Sequence[AtLeast], images: tuple[Permutation, ...]) -> Part:
    """One part, with the symmetries that take it to itself."""
    place = {each: at for at, each in enumerate(kept)}
    groups = ([place[each] for each in group if each in place] for group in whole.groups)
    own = (tuple(place[p[each]] for each in kept) for p in whole.symmetries if p[kept[0]] in place)
    model = Model(
        len(kept),
        [AtLeast(row.bound, tuple(place[each] for each in row.literals)) for row in rows],
        move_goal(whole.goal, place),
        tuple(dict.fromkeys(own)),
        Renamed(whole.name, kept),
        tuple(tuple(group) for group in groups if len(group) > 1),
    )
    cost = Cost.of(model)
    weights = {} if cost is None else cost.weights
    return Part(model, kept, images, weights, find_some(model, weights), find_bound(model, weights))


def find_some(model: Model, weights: Mapping[int, int]) -> Solution:
    """A solution of a covering: always the column next that hits most for its cost, without those not needed."""
    rows, needs = [row.literals for row in model.constraints], [row.lower or 0 for row in model.constraints]
    hits: list[list[int]] = [[] for _ in range(model.variables)]
    for number, row in enumerate(rows):
        for each in row:
            hits[each].append(number)

    def price(each: int) -> float:
        gain = sum(needs[row] > 0 for row in hits[each])
        return weights.get(each, 0) / gain if gain else inf

    chosen, waiting = list[int](), [(price(each), each) for each in range(model.variables)]
    heapify(waiting)
    while waiting:
        _, each = heappop(waiting)
        now = price(each)
        if waiting and now > waiting[0][0]:
            if now < inf:
                heappush(waiting, (now, each))
            continue
        if now < inf:
            chosen.append(each)
            _hit(needs, hits[each], 1)
    needed = set(chosen)
    for each in chosen:
        if all(needs[row] < 0 for row in hits[each]):
            _hit(needs, hits[each], -1)
            needed.discard(each)
    return frozenset(needed)


def _hit(needs: list[int], rows: Iterable[int], times: int) -> None:
    for row in rows:
        needs[row] -= times


def find_bound(model: Model, weights: Mapping[int, int]) -> int:
    """What rows that share no column cost at the least, the shortest first."""
    bound, used = 0, set[int]()
    for row in sorted(model.constraints, key=lambda row: len(row.literals)):
        if used.isdisjoint(row.literals):
            used.update(row.literals)
            bound += sum(sorted(weights.get(each, 0) for each in row.literals)[: row.lower])
    return bound
