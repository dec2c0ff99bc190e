"""Components searched apart: the optimum is a sum, counts are products, lists are what goes with what."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, product
from math import prod

from rookery.backends.answer import End, Want
from rookery.backends.backend import Deadline, Outcome, Request, Solution, Solutions
from rookery.backends.backtracking import cover
from rookery.backends.backtracking.cover_search import PROBE_STEPS, any_of, every, images, rising, search_cover
from rookery.backends.backtracking.driver import Driver
from rookery.backends.backtracking.ending import tallied
from rookery.backends.backtracking.forest import Forest
from rookery.backends.backtracking.frontier import product as multiplied
from rookery.backends.backtracking.frontier_race import raced
from rookery.backends.backtracking.programs import Part, PartsProgram

Sizes = list[range]
MOST = "the most"


class Cut(Exception):
    """The time is up."""


class Infeasible(Exception):
    """A component has no solution, or the number to choose cannot be reached."""


def search_parts(program: PartsProgram, request: Request) -> Solutions:
    """Search each sort of component by itself, and put together what was found."""
    if program.chosen.goal:
        return _optimum(program, Pieces(program, request), request)
    if request.want is Want.COUNT:
        return _count(program, Pieces(program, request), request)
    return _list(program, Pieces(program, request), request)


class Pieces:
    """The searches of the components of a selection: each runs until it is over, perhaps in several turns."""

    def __init__(self, program: PartsProgram, request: Request) -> None:
        self.parts, self._chosen, self._request = program.parts, program.chosen, request
        self._driver = Driver(request)
        self._searches: dict[str, _Search] = {}
        self._refuted = [0 for _ in self.parts]
        self.deadline = request.deadline

    def _over(self, at: int, task: str, make: Callable[[], Forest]) -> "_Search":
        """A search of a component that is over; raises `Cut` where the time is up before that."""
        name = self._named(at, task)
        if name not in self._searches:
            self._searches[name] = _Search(make())
        search = self._searches[name]
        if not search.over:
            search.over = _drained(self._driver.run(search.forest, name, self.deadline), search.found)
        if not search.over:
            raise Cut
        return search

    def _named(self, at: int, task: str) -> str:
        return f"component {at + 1} of {len(self.parts)}, {task}" if len(self.parts) > 1 else f"a component, {task}"

    def some(self, at: int) -> Solution | None:
        """Any solution of a component, if one is found at once."""
        part = self.parts[at]
        forest = any_of(part.program(self._chosen.goal, 0, len(part.chosen.free)), self._request, len(part.chosen.free))
        found: list[Solution] = []
        finished = _drained(self._driver.run(forest, "any number", budget=PROBE_STEPS), found)
        if finished and not found:
            raise Infeasible
        return found[-1] if found else None

    def fewest(self, at: int) -> Solution:
        """A smallest solution of a component."""
        part = self.parts[at]
        for few in range(len(part.chosen.free) + 1):
            self._refuted[at] = few
            search = self._over(at, f"whether {few} suffice", partial(self._any, part, few))
            if search.found:
                return search.found[-1]
            if not search.forest.counted().cut:
                break
        raise Infeasible

    def _any(self, part: Part, most: int) -> Forest:
        return any_of(part.program(-1, 0, most), self._request, most)

    def most(self, at: int) -> Solution:
        """A largest solution of a component."""
        search = self._over(at, MOST, partial(self._rising, self.parts[at]))
        if not search.found:
            raise Infeasible
        return search.found[-1]

    def _rising(self, part: Part) -> Forest:
        return rising(part.program(1, 0, len(part.chosen.free)), self._request)

    def latest(self, at: int, best: Solution | None) -> Solution | None:
        """The largest solution that a search has found which was cut short, or the best so far."""
        found = next((s.found for name, s in self._searches.items() if name == self._named(at, MOST)), [])
        return found[-1] if found and best is not None and len(found[-1]) > len(best) else best

    def every(self, at: int, sizes: range) -> Forest:
        """How many solutions of some sizes a component has."""
        return self._over(at, _sized("counting", sizes), partial(self._every, at, sizes)).forest

    def listed(self, at: int, sizes: range) -> list[Solution]:
        """All solutions of some sizes that a component has."""
        met = self._over(at, _sized("listing", sizes), partial(self._every, at, sizes)).found
        group = self.parts[at].group
        return list(images(_given(met), group)) if group else met

    def _every(self, at: int, sizes: range) -> Forest:
        return every(self.parts[at].program(0, sizes.start, sizes.stop - 1), self._request)

    def bound(self, at: int) -> int:
        """How many of a component must be chosen by what is refuted, or can be chosen at the most, on sight."""
        return self._refuted[at] if self._chosen.goal < 0 else cover.room(self.parts[at].tables)


@dataclass
class _Search:
    """A search of a component, what it has found, and whether it is over."""

    forest: Forest
    found: list[Solution] = field(default_factory=list)
    over: bool = False


def _sized(task: str, sizes: range) -> str:
    return f"{task} those of {sizes.start}" if len(sizes) == 1 else f"{task} those of {sizes.start} to {sizes[-1]}"


def _drained(search: Generator[Solution, None, bool], into: list[Solution]) -> bool:
    """Take all that a search finds; returns whether it came to its end."""
    while True:
        try:
            into.append(next(search))
        except StopIteration as stop:
            return bool(stop.value)


def _given(found: Iterable[Solution]) -> Generator[Solution, None, bool]:
    yield from found
    return True


def everywhere(part: Part, chosen: Solution) -> Solution:
    """A solution of a component in all components of its sort."""
    return frozenset(image[v] for image in part.images for v in chosen)


def _optimum(program: PartsProgram, pieces: Pieces, request: Request) -> Solutions:
    """Give ever better solutions: some for each component, then better ones, one component after the other."""
    goal, numbers = program.chosen.goal, range(len(program.parts))
    sure: dict[int, int] = {}
    best: list[Solution | None] = [None for _ in numbers]
    try:
        best = [pieces.some(at) for at in numbers]
        if None not in best:
            yield _together(program, best)
        for at in numbers:
            one = pieces.fewest(at) if goal < 0 else pieces.most(at)
            sure[at] = len(one)
            before, best[at] = best[at], one
            if None not in best and (before is None or len(before) != len(one)):
                yield _together(program, best)
    except Infeasible:
        return Outcome(proven=True)
    except Cut:
        larger = [pieces.latest(at, one) for at, one in enumerate(best)]
        if None not in best and larger != best:
            yield _together(program, larger)
        bound = _total(program, [sure.get(at, pieces.bound(at)) for at in numbers])
        return Outcome(proven=False, end=End.TIME, bound=bound)
    return Outcome(proven=True, bound=_total(program, sure.values()))


def _total(program: PartsProgram, sizes: Iterable[int]) -> int:
    each = zip(program.parts, sizes, strict=True)
    return len(program.chosen.forced) + sum(len(part.images) * size for part, size in each)


def _together(program: PartsProgram, best: Sequence[Solution | None]) -> Solution:
    each = zip(program.parts, best, strict=True)
    return program.chosen.forced.union(*(everywhere(part, one) for part, one in each if one is not None))


def _sizes(program: PartsProgram, pieces: Pieces) -> Sizes:
    """Which sizes the solution of each sort of component may have; raises `Infeasible` where the bounds leave none."""
    chosen, copies = program.chosen, [len(part.images) for part in program.parts]
    whole = [len(part.chosen.free) for part in program.parts]
    if chosen.least <= 0 and chosen.most >= len(chosen.free):
        return [range(size + 1) for size in whole]
    low = [len(pieces.fewest(at)) for at in range(len(copies))]
    lowest = sum(size * many for size, many in zip(low, copies, strict=True))
    if lowest >= chosen.most:
        return _fixed(low, lowest == chosen.most)
    high = [len(pieces.most(at)) for at in range(len(copies))]
    highest = sum(size * many for size, many in zip(high, copies, strict=True))
    if highest <= chosen.least:
        return _fixed(high, highest == chosen.least)
    above, below = highest - chosen.least, chosen.most - lowest  # how far one may be from its end, the others at theirs
    return [range(max(a, b - above), min(b, a + below) + 1) for a, b in zip(low, high, strict=True)]


def _fixed(sizes: Sequence[int], reached: bool) -> Sizes:
    if not reached:
        raise Infeasible
    return [range(size, size + 1) for size in sizes]


def _count(program: PartsProgram, pieces: Pieces, request: Request) -> Solutions:
    """Multiply the counts of all components, by turns with the frontier as any count of a cover."""
    counted = [0]

    def search(deadline: Deadline) -> Generator[Solution, None, bool]:
        pieces.deadline = deadline
        try:
            counted[0] = _counted(program, pieces)
        except Infeasible:
            counted[0] = 0
        except Cut:
            return False
        return True
        yield  # a generator, as every search is

    return raced(program.chosen, search, lambda: counted[0], request)


def _counted(program: PartsProgram, pieces: Pieces) -> int:
    """The number of solutions of the whole: a product where sizes need not be told apart, else of polynomials."""
    sizes, chosen = _sizes(program, pieces), program.chosen
    copies = [len(part.images) for part in program.parts]
    if (chosen.least <= 0 and chosen.most >= len(chosen.free)) or all(len(each) == 1 for each in sizes):
        return prod(pieces.every(at, each).count() ** copies[at] for at, each in enumerate(sizes))
    whole = [1]
    for at, each in enumerate(sizes):
        counts = [pieces.every(at, range(size, size + 1)).count() for size in each]
        for _ in range(copies[at]):
            whole = multiplied(whole, [0] * each.start + counts, chosen.most)
    return sum(whole[max(0, chosen.least) :])


def _list(program: PartsProgram, pieces: Pieces, request: Request) -> Solutions:
    """Give what goes with what, where all have one size; else search the whole, since lists of parts might be long."""
    try:
        sizes = _sizes(program, pieces)
    except Infeasible:
        return Outcome(proven=True)
    except Cut:
        return Outcome(proven=False, end=End.TIME)
    if any(len(each) > 1 for each in sizes):
        return (yield from search_cover(program.whole, request))
    return (yield from tallied(_combined(program, pieces, sizes, request.deadline)))


def _combined(
    program: PartsProgram, pieces: Pieces, sizes: Sizes, deadline: Deadline
) -> Generator[Solution, None, bool]:
    lists = []
    try:
        for at, part in enumerate(program.parts):
            found = pieces.listed(at, sizes[at])
            lists += [[frozenset(image[v] for v in one) for one in found] for image in part.images]
    except Cut:
        return False
    for chosen in product(*lists):
        yield program.chosen.forced.union(chain.from_iterable(chosen))
        if deadline.passed():
            return False
    return True
