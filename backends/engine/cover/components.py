"""Components searched separately: the optimum is a sum, counts are products, lists combine the parts' solutions."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, product
from math import prod

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Deadline, Items, Outcome, Request, RunnableProgram, Solution, Stream
from rookery.backends.engine.case import MAX_ORDERED_ROWS, ModelCase
from rookery.backends.engine.cover.program import CoverProgram, compile_cover, samples
from rookery.backends.engine.cover.search import PROBE_STEPS, list_orbits, search_all, search_cover, search_larger
from rookery.backends.engine.cover.split import ComponentSort, compile_sort, split_components
from rookery.backends.engine.cover.subtree import search_up_to
from rookery.backends.engine.cover.tables import count_room
from rookery.backends.engine.frontier.turns import count_by_turns
from rookery.backends.engine.options import FRONTIER, PARETO, encode_switches, read_count, read_optimum, read_without
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.runner import Runner
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.structure.components import KnownComponent, Polynomial, combine_counts, combine_optima
from rookery.backends.presolve.structure.parts import Decided, decide, describe_selection
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.backends.presolve.structure.symmetries import tabulate_useful
from rookery.core.kernels.jit import KernelSample
from rookery.core.values import dataclass, field, replace
from rookery.models.model.model import Model

__all__ = ["compile_selection", "samples"]


@dataclass(frozen=True, slots=True)
class ComponentsProgram(RunnableProgram):
    """A selection that falls apart, as a whole and by the sorts of its components."""

    selection: Selection
    whole: CoverProgram
    sorts: tuple[ComponentSort, ...]

    def search(self, request: Request) -> Stream:
        """Search each sort of component by itself, and put together what was found."""
        return search_components(self, request)

    def explain(self) -> list[str]:
        """The selection, and into how many components of which sorts it falls."""
        many, sorts = sum(len(sort.images) for sort in self.sorts), len(self.sorts)
        number = f"{sorts} {'sort' if sorts == 1 else 'sorts'}"
        how = {-1: "covering, for 0, 1, 2, ... chosen", 0: "covering", 1: "packing, asking for one more"}
        return [
            *describe_selection(self.selection, self.size),
            f"components: {many} that share nothing, of {number}: {', '.join(map(ComponentSort.explain, self.sorts))}",
            f"search: one component of each sort separately, {how[self.selection.goal]}; combined exactly",
            *self.whole.explain_turns(),
        ]

    def kernel(self, want: Want) -> KernelSample:
        """The covering search, of the whole."""
        return self.whole.kernel(want)

    @property
    def is_large(self) -> bool:
        """Return whether the tables of the whole are large."""
        return self.whole.is_large


def compile_selection(case: ModelCase) -> CoverProgram | ComponentsProgram | Decided | None:
    """The program of any selection: by its components where it falls apart, else as a whole."""
    found, model, request = case.selection, case.model, case.request
    if found is None:
        return None
    if request.lazy is not None:  # items are added to it, and its parts hang together by those
        program = compile_cover(found, model, request, found.goal == 0 and request.want is Want.ONE)
        least = known_bound(model)[0] - len(found.forced)
        return program if found.goal == 0 or "lines" in case.without else replace(program, known=least)
    many = case.rows is not None and len(case.rows) > MAX_ORDERED_ROWS
    whole = compile_cover(found, model, request, found.goal == 0 and request.want is Want.ONE and not many)
    apart = None if "components" in case.without else compile_components(whole, model, request)
    if apart is None and found.goal < 0 and "lines" not in case.without:
        return replace(whole, known=known_bound(model)[0] - len(found.forced))
    return apart or whole


def takes_lazy(case: ModelCase) -> bool:
    """Return whether a lazy form is a covering that items may be added to, searched without a checkpoint."""
    request = case.request
    if request.store is not None or read_count(request.options) == FRONTIER:
        return False
    found = recognise_selection(case.model) if read_optimum(request.options) != PARETO else None
    return found is not None and found.goal <= 0 and decide(found) is None


def compile_components(whole: CoverProgram, model: Model, request: Request) -> ComponentsProgram | None:
    """The program of a selection by its components; None if it is one, or is searched sooner as a whole.

    Bounds on the number chosen tie components together: that is worked out for counts and lists, not for optima. The
    first solution of all, or the first few, are found sooner in the whole.
    """
    selection = whole.selection
    bounded = selection.least > 0 or selection.most < len(selection.free)
    if request.limit is not None or (bounded if selection.goal else request.want is Want.ONE):
        return None
    found = split_components(selection, partial(tabulate_useful, model, len(selection.free)))
    off = encode_switches(read_without(request.options))
    sorts = tuple(compile_sort(component, request.seed, off) for component in found)
    return ComponentsProgram(whole.size, selection, whole, sorts) if sorts else None


MOST = "the most"


class ComponentUnfinished(Exception):
    """The time is up."""


class ComponentInfeasible(Exception):
    """A component has no solution, or the number to choose cannot be reached."""


class ComponentSearches:
    """The searches of the components of a selection: each runs until it is over, perhaps in several turns."""

    def __init__(self, program: ComponentsProgram, request: Request) -> None:
        self.sorts, self._selection, self._request = program.sorts, program.selection, request
        self._runner = Runner(request)
        self._searches: dict[str, _ComponentSearch] = {}
        self._refuted = [0 for _ in self.sorts]
        self.deadline = request.deadline

    def _finish_search(self, at: int, task: str, make: Callable[[], Forest]) -> "_ComponentSearch":
        """A search of a component that is over; raises `ComponentUnfinished` if the time is up before that."""
        name = self._name_task(at, task)
        if name not in self._searches:
            self._searches[name] = _ComponentSearch(make())
        search = self._searches[name]
        if not search.over:
            search.found.extend(self._runner.run(search.forest, name, self.deadline))
            search.over = search.forest.over
        if not search.over:
            raise ComponentUnfinished
        return search

    def _name_task(self, at: int, task: str) -> str:
        return f"component {at + 1} of {len(self.sorts)}, {task}" if len(self.sorts) > 1 else f"a component, {task}"

    def find_some(self, at: int) -> Solution | None:
        """Any solution of a component, if one is found at once."""
        sort = self.sorts[at]
        most = len(sort.selection.free)
        forest = search_up_to(sort.plan(self._selection.goal, 0, most), self._request, most)
        found = list(self._runner.run(forest, "any number", budget=PROBE_STEPS))
        if forest.over and not found:
            raise ComponentInfeasible
        return found[-1] if found else None

    def find_fewest(self, at: int) -> Solution:
        """A smallest solution of a component."""
        sort = self.sorts[at]
        for few in range(len(sort.selection.free) + 1):
            self._refuted[at] = few
            search = self._finish_search(at, f"whether {few} suffice", partial(self._search_up_to, sort, few))
            if search.found:
                return search.found[-1]
            if not search.forest.counted().cut:
                break
        raise ComponentInfeasible

    def _search_up_to(self, sort: ComponentSort, most: int) -> Forest:
        return search_up_to(sort.plan(-1, 0, most), self._request, most)

    def find_most(self, at: int) -> Solution:
        """A largest solution of a component."""
        search = self._finish_search(at, MOST, partial(self._search_larger, self.sorts[at]))
        if not search.found:
            raise ComponentInfeasible
        return search.found[-1]

    def _search_larger(self, sort: ComponentSort) -> Forest:
        return search_larger(sort.plan(1, 0, len(sort.selection.free)), self._request)

    def find_best(self, at: int) -> Items:
        """Give a best solution of a component, or the last that a search has found which was cut short."""
        try:
            yield self.find_fewest(at) if self._selection.goal < 0 else self.find_most(at)
            yield Outcome(proven=True)
        except ComponentInfeasible:
            yield Outcome(proven=True)
        except ComponentUnfinished:
            largest = self._searches.get(self._name_task(at, MOST))
            yield from largest.found[-1:] if largest else ()
            yield Outcome(proven=False, end=End.TIME, bound=self.bound(at))

    def search_sizes(self, at: int, sizes: range) -> Forest:
        """Return a forest of all solutions of a component that have some sizes."""
        return self._finish_search(at, _name_sizes("counting", sizes), partial(self._search_all, at, sizes)).forest

    def list_sizes(self, at: int, sizes: range) -> list[Solution]:
        """All solutions of some sizes that a component has."""
        met = self._finish_search(at, _name_sizes("listing", sizes), partial(self._search_all, at, sizes)).found
        group = self.sorts[at].group
        return list(list_orbits(met, group)) if group else met

    def _search_all(self, at: int, sizes: range) -> Forest:
        return search_all(self.sorts[at].plan(0, sizes.start, sizes.stop - 1), self._request)

    def bound(self, at: int) -> int:
        """Proven minimum of choices in a component when it is minimised, else of the maximum, negated, as far as it is
        visible at once.
        """
        return self._refuted[at] if self._selection.goal < 0 else -count_room(self.sorts[at].tables)


@dataclass
class _ComponentSearch:
    """A search of a component, what it has found, and whether it is over."""

    forest: Forest
    found: list[Solution] = field(default_factory=list)
    over: bool = False


def _name_sizes(task: str, sizes: range) -> str:
    return f"{task} those of {sizes.start}" if len(sizes) == 1 else f"{task} those of {sizes.start} to {sizes[-1]}"


OUT_OF_TIME = Outcome(proven=False, end=End.TIME)
Sizes = list[range]


def search_components(program: ComponentsProgram, request: Request) -> Stream:
    """Search each sort of component by itself, and put together what was found."""
    if program.selection.goal:
        return _optimum(program, ComponentSearches(program, request))
    if request.want is Want.COUNT:
        return _count(program, ComponentSearches(program, request), request)
    return _list(program, ComponentSearches(program, request), request)


def _optimum(program: ComponentsProgram, searches: ComponentSearches) -> Stream:
    """Give ever better solutions: some for each component, then better ones, one component after the other."""
    goal, forced = program.selection.goal, program.selection.forced

    def cost(found: Solution) -> int:
        return -goal * len(found)

    try:
        known = [
            KnownComponent(images=images, cost=cost, best=searches.find_some(at), bound=searches.bound(at))
            for at, images in enumerate(sort.images for sort in program.sorts)
        ]
    except ComponentInfeasible:
        yield Outcome(proven=True)
        return
    for at, each in enumerate(known):
        each.stream = searches.find_best(at)
    for item in combine_optima(known, Outcome(proven=True)):
        if isinstance(item, frozenset):
            yield forced | item
        else:
            yield item if item.bound is None else replace(item, bound=len(forced) - goal * item.bound)


def _sizes(program: ComponentsProgram, searches: ComponentSearches) -> Sizes:
    """The possible sizes of the solution of each sort of component.

    Raises `ComponentInfeasible` if the bounds leave no size.
    """
    selection, copies = program.selection, [len(sort.images) for sort in program.sorts]
    whole = [len(sort.selection.free) for sort in program.sorts]
    if selection.least <= 0 and selection.most >= len(selection.free):
        return [range(size + 1) for size in whole]
    low = [len(searches.find_fewest(at)) for at in range(len(copies))]
    lowest = sum(size * many for size, many in zip(low, copies, strict=True))
    if lowest >= selection.most:
        return _fix_sizes(low, lowest == selection.most)
    high = [len(searches.find_most(at)) for at in range(len(copies))]
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
        """Continue the searches, and return whether they are over by the deadline."""
        self.searches.deadline = deadline
        try:
            self.count = _multiply(self.program, self.searches)
        except ComponentInfeasible:
            self.count = 0
        except ComponentUnfinished:
            return False
        return True


def _multiply(program: ComponentsProgram, searches: ComponentSearches) -> int:
    """The number of solutions of the whole: a product where sizes need not be distinguished, else of polynomials."""
    sizes, selection = _sizes(program, searches), program.selection
    copies = [len(sort.images) for sort in program.sorts]
    if (selection.least <= 0 and selection.most >= len(selection.free)) or all(len(each) == 1 for each in sizes):
        return prod(searches.search_sizes(at, each).count() ** copies[at] for at, each in enumerate(sizes))
    counts = list[Polynomial]()
    for at, each in enumerate(sizes):
        of_sizes = [searches.search_sizes(at, range(size, size + 1)).count() for size in each]
        counts += [[0] * each.start + of_sizes] * copies[at]
    return combine_counts(counts, selection.least, selection.most)


def _list(program: ComponentsProgram, searches: ComponentSearches, request: Request) -> Stream:
    """Combine the parts' solutions where all have one size; else search the whole, as lists of parts might be long."""
    try:
        sizes = _sizes(program, searches)
    except ComponentInfeasible:
        yield Outcome(proven=True)
        return
    except ComponentUnfinished:
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
            found = searches.list_sizes(at, sizes[at])
            lists += [[frozenset(image[v] for v in one) for one in found] for image in sort.images]
    except ComponentUnfinished:
        yield OUT_OF_TIME
        return
    for chosen in product(*lists):
        yield program.selection.forced.union(chain.from_iterable(chosen))
        if deadline.passed():
            yield OUT_OF_TIME
            return
    yield Outcome(proven=True)
