"""Components searched apart: the optimum is a sum, counts are products, lists are what goes with what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod

from rookery.backends.backtracking.components.program import ComponentSort, ComponentsProgram
from rookery.backends.backtracking.components.searches import ComponentInfeasible, ComponentSearches, Cut
from rookery.backends.backtracking.cover.search import search_cover
from rookery.backends.backtracking.frontier.count import product as multiplied
from rookery.backends.backtracking.frontier.turns import count_by_turns
from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Deadline, Outcome, Request, Solution, Stream

OUT_OF_TIME = Outcome(proven=False, end=End.TIME)
Sizes = list[range]


def search_components(program: ComponentsProgram, request: Request) -> Stream:
    """Search each sort of component by itself, and put together what was found."""
    if program.selection.goal:
        return _optimum(program, ComponentSearches(program, request), request)
    if request.want is Want.COUNT:
        return _count(program, ComponentSearches(program, request), request)
    return _list(program, ComponentSearches(program, request), request)


def everywhere(sort: ComponentSort, chosen: Solution) -> Solution:
    """A solution of a component in all components of its sort."""
    return frozenset(image[v] for image in sort.images for v in chosen)


def _optimum(program: ComponentsProgram, searches: ComponentSearches, request: Request) -> Stream:
    """Give ever better solutions: some for each component, then better ones, one component after the other."""
    goal, numbers = program.selection.goal, range(len(program.sorts))
    sure: dict[int, int] = {}
    best: list[Solution | None] = [None for _ in numbers]
    try:
        best = [searches.some(at) for at in numbers]
        if None not in best:
            yield _together(program, best)
        for at in numbers:
            one = searches.fewest(at) if goal < 0 else searches.most(at)
            sure[at] = len(one)
            before, best[at] = best[at], one
            if None not in best and (before is None or len(before) != len(one)):
                yield _together(program, best)
    except ComponentInfeasible:
        yield Outcome(proven=True)
    except Cut:
        larger = [searches.latest(at, one) for at, one in enumerate(best)]
        if None not in best and larger != best:
            yield _together(program, larger)
        bound = _total(program, [sure.get(at, searches.bound(at)) for at in numbers])
        yield Outcome(proven=False, end=End.TIME, bound=bound)
    else:
        yield Outcome(proven=True, bound=_total(program, sure.values()))


def _total(program: ComponentsProgram, sizes: Iterable[int]) -> int:
    each = zip(program.sorts, sizes, strict=True)
    return len(program.selection.forced) + sum(len(sort.images) * size for sort, size in each)


def _together(program: ComponentsProgram, best: Sequence[Solution | None]) -> Solution:
    each = zip(program.sorts, best, strict=True)
    return program.selection.forced.union(*(everywhere(sort, one) for sort, one in each if one is not None))


def _sizes(program: ComponentsProgram, searches: ComponentSearches) -> Sizes:
    """Which sizes the solution of each sort of component may have.

    Raises `ComponentInfeasible` where the bounds leave none.
    """
    selection, copies = program.selection, [len(sort.images) for sort in program.sorts]
    whole = [len(sort.selection.free) for sort in program.sorts]
    if selection.least <= 0 and selection.most >= len(selection.free):
        return [range(size + 1) for size in whole]
    low = [len(searches.fewest(at)) for at in range(len(copies))]
    lowest = sum(size * many for size, many in zip(low, copies, strict=True))
    if lowest >= selection.most:
        return _fix_sizes(low, lowest == selection.most)
    high = [len(searches.most(at)) for at in range(len(copies))]
    highest = sum(size * many for size, many in zip(high, copies, strict=True))
    if highest <= selection.least:
        return _fix_sizes(high, highest == selection.least)
    # how far one may be from its end, the others at theirs
    above, below = highest - selection.least, selection.most - lowest
    return [range(max(a, b - above), min(b, a + below) + 1) for a, b in zip(low, high, strict=True)]


def _fix_sizes(sizes: Sequence[int], reached: bool) -> Sizes:
    if not reached:
        raise ComponentInfeasible
    return [range(size, size + 1) for size in sizes]


def _count(program: ComponentsProgram, searches: ComponentSearches, request: Request) -> Stream:
    """Multiply the counts of all components, by turns with the frontier as any count of a cover."""
    whole = ComponentProduct(program, searches)
    yield count_by_turns(program.selection, whole.search, lambda: whole.count, request)


@dataclass
class ComponentProduct:
    """The number of solutions of the whole; 0 until the searches of all components are over."""

    program: ComponentsProgram
    searches: ComponentSearches
    count: int = 0

    def search(self, deadline: Deadline) -> bool:
        """Go on with the searches; whether they are over by the deadline."""
        self.searches.deadline = deadline
        try:
            self.count = _multiply(self.program, self.searches)
        except ComponentInfeasible:
            self.count = 0
        except Cut:
            return False
        return True


def _multiply(program: ComponentsProgram, searches: ComponentSearches) -> int:
    """The number of solutions of the whole: a product where sizes need not be told apart, else of polynomials."""
    sizes, selection = _sizes(program, searches), program.selection
    copies = [len(sort.images) for sort in program.sorts]
    if (selection.least <= 0 and selection.most >= len(selection.free)) or all(len(each) == 1 for each in sizes):
        return prod(searches.every(at, each).count() ** copies[at] for at, each in enumerate(sizes))
    whole = [1]
    for at, each in enumerate(sizes):
        counts = [searches.every(at, range(size, size + 1)).count() for size in each]
        for _ in range(copies[at]):
            whole = multiplied(whole, [0] * each.start + counts, selection.most)
    return sum(whole[max(0, selection.least) :])


def _list(program: ComponentsProgram, searches: ComponentSearches, request: Request) -> Stream:
    """Give what goes with what, where all have one size; else search the whole, since lists of parts might be long."""
    try:
        sizes = _sizes(program, searches)
    except ComponentInfeasible:
        yield Outcome(proven=True)
        return
    except Cut:
        yield OUT_OF_TIME
        return
    if any(len(each) > 1 for each in sizes):
        yield from search_cover(program.whole, request)
    else:
        yield from _combine(program, searches, sizes, request.deadline)


def _combine(program: ComponentsProgram, searches: ComponentSearches, sizes: Sizes, deadline: Deadline) -> Stream:
    """Every choice of one solution for each component."""
    lists = []
    try:
        for at, sort in enumerate(program.sorts):
            found = searches.listed(at, sizes[at])
            lists += [[frozenset(image[v] for v in one) for one in found] for image in sort.images]
    except Cut:
        yield OUT_OF_TIME
        return
    for chosen in product(*lists):
        yield program.selection.forced.union(chain.from_iterable(chosen))
        if deadline.passed():
            yield OUT_OF_TIME
            return
    yield Outcome(proven=True)
