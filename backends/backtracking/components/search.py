"""Components searched apart: the optimum is a sum, counts are products, lists are what goes with what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod

from rookery.backends.backtracking.compile import Part, PartsProgram
from rookery.backends.backtracking.components.searches import ComponentInfeasible, ComponentSearches, Cut
from rookery.backends.backtracking.cover.search import search_cover
from rookery.backends.backtracking.frontier.count import product as multiplied
from rookery.backends.backtracking.frontier.turns import count_by_turns
from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Deadline, Outcome, Request, Solution, Stream

OUT_OF_TIME = Outcome(proven=False, end=End.TIME)
Sizes = list[range]


def search_parts(program: PartsProgram, request: Request) -> Stream:
    """Search each sort of component by itself, and put together what was found."""
    if program.chosen.goal:
        return _optimum(program, ComponentSearches(program, request), request)
    if request.want is Want.COUNT:
        return _count(program, ComponentSearches(program, request), request)
    return _list(program, ComponentSearches(program, request), request)


def everywhere(part: Part, chosen: Solution) -> Solution:
    """A solution of a component in all components of its sort."""
    return frozenset(image[v] for image in part.images for v in chosen)


def _optimum(program: PartsProgram, searches: ComponentSearches, request: Request) -> Stream:
    """Give ever better solutions: some for each component, then better ones, one component after the other."""
    goal, numbers = program.chosen.goal, range(len(program.parts))
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


def _total(program: PartsProgram, sizes: Iterable[int]) -> int:
    each = zip(program.parts, sizes, strict=True)
    return len(program.chosen.forced) + sum(len(part.images) * size for part, size in each)


def _together(program: PartsProgram, best: Sequence[Solution | None]) -> Solution:
    each = zip(program.parts, best, strict=True)
    return program.chosen.forced.union(*(everywhere(part, one) for part, one in each if one is not None))


def _sizes(program: PartsProgram, searches: ComponentSearches) -> Sizes:
    """Which sizes the solution of each sort of component may have.

    Raises `ComponentInfeasible` where the bounds leave none.
    """
    chosen, copies = program.chosen, [len(part.images) for part in program.parts]
    whole = [len(part.chosen.free) for part in program.parts]
    if chosen.least <= 0 and chosen.most >= len(chosen.free):
        return [range(size + 1) for size in whole]
    low = [len(searches.fewest(at)) for at in range(len(copies))]
    lowest = sum(size * many for size, many in zip(low, copies, strict=True))
    if lowest >= chosen.most:
        return _fixed(low, lowest == chosen.most)
    high = [len(searches.most(at)) for at in range(len(copies))]
    highest = sum(size * many for size, many in zip(high, copies, strict=True))
    if highest <= chosen.least:
        return _fixed(high, highest == chosen.least)
    above, below = highest - chosen.least, chosen.most - lowest  # how far one may be from its end, the others at theirs
    return [range(max(a, b - above), min(b, a + below) + 1) for a, b in zip(low, high, strict=True)]


def _fixed(sizes: Sequence[int], reached: bool) -> Sizes:
    if not reached:
        raise ComponentInfeasible
    return [range(size, size + 1) for size in sizes]


def _count(program: PartsProgram, searches: ComponentSearches, request: Request) -> Stream:
    """Multiply the counts of all components, by turns with the frontier as any count of a cover."""
    whole = ComponentProduct(program, searches)
    yield count_by_turns(program.chosen, whole.search, lambda: whole.count, request)


@dataclass
class ComponentProduct:
    """The number of solutions of the whole; 0 until the searches of all components are over."""

    program: PartsProgram
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


def _multiply(program: PartsProgram, searches: ComponentSearches) -> int:
    """The number of solutions of the whole: a product where sizes need not be told apart, else of polynomials."""
    sizes, chosen = _sizes(program, searches), program.chosen
    copies = [len(part.images) for part in program.parts]
    if (chosen.least <= 0 and chosen.most >= len(chosen.free)) or all(len(each) == 1 for each in sizes):
        return prod(searches.every(at, each).count() ** copies[at] for at, each in enumerate(sizes))
    whole = [1]
    for at, each in enumerate(sizes):
        counts = [searches.every(at, range(size, size + 1)).count() for size in each]
        for _ in range(copies[at]):
            whole = multiplied(whole, [0] * each.start + counts, chosen.most)
    return sum(whole[max(0, chosen.least) :])


def _list(program: PartsProgram, searches: ComponentSearches, request: Request) -> Stream:
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


def _combine(program: PartsProgram, searches: ComponentSearches, sizes: Sizes, deadline: Deadline) -> Stream:
    """Every choice of one solution for each component."""
    lists = []
    try:
        for at, part in enumerate(program.parts):
            found = searches.listed(at, sizes[at])
            lists += [[frozenset(image[v] for v in one) for one in found] for image in part.images]
    except Cut:
        yield OUT_OF_TIME
        return
    for chosen in product(*lists):
        yield program.chosen.forced.union(chain.from_iterable(chosen))
        if deadline.passed():
            yield OUT_OF_TIME
            return
    yield Outcome(proven=True)
