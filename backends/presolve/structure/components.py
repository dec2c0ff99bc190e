"""Independent components: which there are, which are images of others, and how their counts multiply."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rookery.backends.presolve.covering import Covering
from rookery.core.deadline import checking_deadline
from rookery.core.values import remember
from rookery.models.model.model import Permutation


@dataclass(frozen=True)
class Components:
    """Parts of numbers that share no group: the `members` of each part, and its groups of each kind.

    Parts are ordered by their least members; `owner` (numbers) is the part of each number.
    """

    owner: list[int]
    members: list[list[int]]
    groups: list[list[list[int]]]

    def __len__(self) -> int:
        return len(self.members)

    @property
    def bound(self) -> list[int]:
        """The parts that have a group."""
        return [at for at in range(len(self)) if any(kind[at] for kind in self.groups)]


def find_parts(numbers: int, *kinds: Sequence[Sequence[int]]) -> Components:
    """Return the connected parts of `range(numbers)`, where each group of any kind, none of them empty, is connected.

    When a group joins parts, they take the name of the largest, so a number is renamed once each time its part doubles.
    """
    name, named = [*range(numbers)], [[number] for number in range(numbers)]
    for group in checking_deadline(chain.from_iterable(kinds)):
        joined = set(map(name.__getitem__, group))
        if len(joined) > 1:
            largest = max(joined, key=lambda each: len(named[each]))
            for each in joined - {largest}:
                for number in named[each]:
                    name[number] = largest
                named[largest] += named[each]
                named[each] = []
    members = sorted(sorted(each) for each in named if each)
    owner = [0] * numbers
    for at, each in enumerate(members):
        for number in each:
            owner[number] = at
    groups: list[list[list[int]]] = [[[] for _ in members] for _ in kinds]
    for kind, found in zip(kinds, groups, strict=True):
        for number, group in enumerate(kind):
            found[owner[group[0]]].append(number)
    return Components(owner, members, groups)


@remember
def connected_components(selection: Covering) -> tuple[list[Covering], int]:
    """Return the components of a selection that share no item and no clique, and how many variables are in neither.

    The bounds on the number chosen hold for all components together; each has those of the whole.
    """
    parts = find_parts(selection.variables, selection.items, selection.cliques)
    bound, (items, cliques) = parts.bound, parts.groups
    members = [selection.free.intersection(each) for each in parts.members]
    found = [_component(selection, members[at], items[at], cliques[at]) for at in bound]
    return found, sum(map(bool, members)) - len(bound)


def _component(selection: Covering, free: frozenset[int], items: Sequence[int], cliques: Sequence[int]) -> Covering:
    return replace(
        selection,
        forced=frozenset(),
        free=free,
        items=tuple(selection.items[number] for number in items),
        demands=tuple(selection.demands[number] for number in items),
        wholes=tuple(selection.wholes[number] for number in items),
        cliques=tuple(selection.cliques[number] for number in cliques),
    )


def sort_components(
    members: Sequence[Sequence[int]], symmetries: Sequence[Permutation]
) -> Iterator[tuple[int, list[Permutation], list[Permutation]]]:
    """Yield the number of the first component of each sort, the symmetries that keep it, and one to each of its images.

    `symmetries` permute all variables; the first is the identity. Symmetries that keep a component are given once for
    each way to permute its members. The first image is the component itself.
    """
    owner = {each: at for at, own in enumerate(members) for each in own}
    rest = set(range(len(members)))
    for at, own in enumerate(checking_deadline(members)):
        if at in rest:
            kept, images = dict[Permutation, Permutation](), dict[int, Permutation]()
            for permutation in symmetries:
                image = tuple(permutation[each] for each in own)
                to = owner.get(image[0])
                if to is None or {*image} != {*members[to]}:  # a symmetry of the solutions, not of the constraints
                    continue
                if to == at:
                    kept.setdefault(image, permutation)
                if to in rest:
                    images.setdefault(to, permutation)
            rest -= images.keys()
            yield at, [*kept.values()], [*images.values()]


Polynomial = list[int]


def combine_counts(counts: Iterable[Polynomial], least: int, most: int) -> int:
    """Return the number of solutions of all components together that choose `least` to `most` variables.

    Each component has a polynomial: its coefficient of x^n is the number of solutions that choose n variables.
    """
    whole = [1]
    for each in counts:
        whole = multiply(whole, each, most)
    return sum(whole[max(0, least) :])


def multiply(one: Polynomial, other: Polynomial, most: int) -> Polynomial:
    """Return the product of two polynomials, up to a degree."""
    result = [0] * max(0, min(len(one) + len(other) - 1, most + 1))
    for at, factor in enumerate(one):
        for place, coefficient in enumerate(other[: len(result) - at], at):
            result[place] += factor * coefficient
    return result
