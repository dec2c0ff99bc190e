"""Independent components: which there are, which are images of others, and how what is found of each is put together.

Costs of components add up, and counts multiply, as polynomials in the number chosen. What is found of a component holds
for all that are like it.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import chain

from rookery.backends.contract import Bound, End, Item, Reason, Solution
from rookery.backends.presolve.covering import Covering
from rookery.core.deadline import OutOfTime, checking_deadline
from rookery.core.values import remember
from rookery.models.model.model import Permutation

Items = Generator[Item, None, None]  # a stream that can be closed


@dataclass(frozen=True)
class Components:
    """Independent components: the numbers of each part, and the groups of each kind that lie in it.

    Parts stand in the order of their least numbers; `owner` (numbers) is the part of each.
    """

    owner: list[int]
    members: list[list[int]]
    groups: list[list[list[int]]]

    def __len__(self) -> int:
        return len(self.members)

    @property
    def bound(self) -> list[int]:
        """The parts that some group lies in."""
        return [at for at in range(len(self)) if any(kind[at] for kind in self.groups)]


def find_parts(numbers: int, *kinds: Sequence[Sequence[int]]) -> Components:
    """The parts of all numbers below a bound that groups of some kinds, none of them empty, leave independent.

    The smaller parts that a group joins take the name of the largest: a number is renamed as often as its part doubles.
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
    """The components of a selection that share no item and no clique, and how many variables are in neither.

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
    """The first component of each sort by its number, the symmetries that keep it, and one to each component like it.

    A symmetry, of all variables, takes a component as a whole to another one, or to itself; the first is the identity.
    Those that keep a component differ in what they do to its `members`; of the images the first is its own.
    """
    owner = {each: at for at, own in enumerate(members) for each in own}
    rest = set(range(len(members)))
    for at, own in enumerate(checking_deadline(members)):
        if at in rest:
            kept, images = dict[Permutation, Permutation](), dict[int, Permutation]()
            for permutation in symmetries:
                image = tuple(permutation[each] for each in own)
                to = owner.get(image[0])
                if to is None or {*image} != {*members[to]}:  # one of solutions only, such as of decided variables
                    continue
                if to == at:
                    kept.setdefault(image, permutation)
                if to in rest:
                    images.setdefault(to, permutation)
            rest -= images.keys()
            yield at, [*kept.values()], [*images.values()]


Polynomial = list[int]


def combine_counts(counts: Iterable[Polynomial], least: int, most: int) -> int:
    """The number of solutions of all components together that choose `least` to `most` variables in all.

    A polynomial has the number of solutions that choose n variables at n, and there is one for each component.
    """
    whole = [1]
    for each in counts:
        whole = multiply(whole, each, most)
    return sum(whole[max(0, least) :])


def multiply(one: Polynomial, other: Polynomial, most: int) -> Polynomial:
    """The product of two polynomials, up to a degree."""
    result = [0] * max(0, min(len(one) + len(other) - 1, most + 1))
    for at, factor in enumerate(one):
        for place, coefficient in enumerate(other[: len(result) - at], at):
            result[place] += factor * coefficient
    return result


CUT = End(proven=False, reason=Reason.TIME)


@dataclass(slots=True, kw_only=True)
class KnownComponent:
    """Knowledge about a component, and about those like it, to which `images` take it, to itself first.

    `best` is its best solution so far, None before the first, in the variables of the whole; none costs less than
    `bound`. `stream` finds better ones, if any are looked for. A gain of a `small` one is given with the next solution.
    """

    images: Sequence[Permutation]
    cost: Callable[[Solution], int]
    best: Solution | None
    bound: int
    stream: Items | None = None
    small: bool = False

    @property
    def settled(self) -> bool:
        """Return whether the best solution so far is proven to be one."""
        return self.best is not None and self.cost(self.best) == self.bound


def combine_optima(known: Sequence[KnownComponent], outcome: End) -> Items:
    """Give ever better solutions of all components together: those known beforehand, then the best of each in turn.

    The end is `outcome`, with the bound of all, but that of a search if there is one: the last, or the first that ends
    without a proof, after which no other begins.
    """
    if (given := _join_best(known)) is not None:
        yield given
    spent = Counter[str]()
    with ExitStack() as stack:
        searched = [(each, stack.enter_context(closing(each.stream))) for each in known if each.stream is not None]
        for each, stream in searched:
            ended = CUT
            for item in _until_out_of_time(stream):
                if isinstance(item, End):
                    ended = item
                elif isinstance(item, Bound):
                    each.bound = each.bound if item.value is None else max(each.bound, item.value)
                elif each.best is None or each.cost(item) < each.cost(each.best):
                    each.best = item
                    if not each.small and (better := _join_best(known)) is not None:
                        yield Bound(_add_bounds(known))
                        yield (given := better)
            spent.update(ended.statistics)
            ended = replace(ended, statistics=dict(spent))
            if not ended.proven:
                outcome, each.bound = ended, each.bound if ended.bound is None else max(each.bound, ended.bound)
                break
            if each.best is None:  # a component without a solution
                yield replace(ended, bound=None)
                return
            each.bound = each.cost(each.best)  # a backend need not say the bound of what it has proven
            outcome = ended if outcome.proven else replace(outcome, statistics=dict(spent))
    if (last := _join_best(known)) is not None and last != given:
        yield last
    yield replace(outcome, bound=_add_bounds(known))


def _add_bounds(known: Sequence[KnownComponent]) -> int:
    """The bound of all components together."""
    return sum(len(each.images) * each.bound for each in known)


def _until_out_of_time(stream: Items) -> Items:
    """Yield the items of a stream; an outcome ends it also when the time runs out in the middle."""
    try:
        yield from stream
    except OutOfTime:
        yield CUT


def _join_best(known: Sequence[KnownComponent]) -> Solution | None:
    """The best solution of each component in all like it; None while some component has none.

    A variable that there is not stays beyond the whole, for a referee to refuse.
    """
    found = list[int]()
    for each in known:
        if each.best is None:
            return None
        found += (image[v] if v < len(image) else v for image in each.images for v in each.best)
    return frozenset(map(int, found))  # images may be rows of a table
