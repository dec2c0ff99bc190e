"""Counts by components: one component of each sort is counted, and the counts are multiplied."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod

from rookery.backends.contract import Ask, Solution, Stream, Want
from rookery.backends.engine.cover.program import CoverProgram, compile_cover
from rookery.backends.engine.cover.search import search_all, search_larger
from rookery.backends.engine.cover.subtree import CoverPlan, search_up_to
from rookery.backends.engine.cover.tables import Cover, make_cover
from rookery.backends.engine.frontier import count_selection
from rookery.backends.engine.options import encode_switches, read_without
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.runner import Runner
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.program import RunnableProgram, describe_selection
from rookery.backends.presolve.structure.components import (
    Polynomial,
    combine_counts,
    connected_components,
    sort_components,
)
from rookery.backends.presolve.structure.images import keep_covering
from rookery.backends.presolve.structure.masks import shuffle_by_seed
from rookery.backends.presolve.structure.symmetries import MAX_SYMMETRIES, is_group, list_useful, tabulate
from rookery.core.deadline import Deadline
from rookery.core.kernels.kernel import KernelSample
from rookery.models.model.model import Model, Permutation

MAX_COMPONENTS = 64


@dataclass(frozen=True, slots=True)
class ComponentSort:
    """A component that occurs `copies` times.

    `tables` are for its optimum, `counted` for its counts: the same ones if orbits under the `group` are counted, and
    ones without symmetries if not.
    """

    selection: Covering
    tables: Cover
    counted: Cover
    group: tuple[Permutation, ...]
    copies: int

    def plan(self, goal: int, least: int, most: int) -> CoverPlan:
        """Plan the search of one component: its fewest (-1), its most (1), or all between two bounds (0)."""
        selection = replace(self.selection, goal=goal, least=least, most=most)
        tables, group = (self.tables, ()) if goal else (self.counted, self.group)
        return CoverPlan({}, selection, tables, ordered=False, group=group)

    def explain(self) -> str:
        """Return the number of components of this sort, and the size of one."""
        size = f"{len(self.selection.free)} variables with {len(self.selection.items)} items"
        return f"{self.copies} of {size} ({len(self.group) or 1} symmetries)"


@dataclass(frozen=True, slots=True)
class ComponentsProgram(RunnableProgram):
    """A selection of several components, as a whole and by the sorts of its components."""

    selection: Covering
    whole: CoverProgram
    sorts: tuple[ComponentSort, ...]

    def search(self, ask: SearchAsk) -> Stream:
        """Multiply the counts of all components, in turns with the frontier like any count of a covering."""
        product = ComponentProduct(self, ask)
        yield count_selection(self.selection, product.search, lambda: product.count, ask)

    def explain(self) -> list[str]:
        """Return the selection, and into how many components of which sorts it falls."""
        many, sorts = sum(sort.copies for sort in self.sorts), len(self.sorts)
        number = f"{sorts} {'sort' if sorts == 1 else 'sorts'}"
        return [
            *describe_selection(self.selection, self.size),
            f"components: {many} that share nothing, of {number}: {', '.join(map(ComponentSort.explain, self.sorts))}",
            "search: one component of each sort separately, covering; counts are multiplied",
            *self.whole.explain_frontier(),
        ]

    def kernel(self, want: Want) -> KernelSample:
        """Return the covering search, of the whole."""
        return self.whole.kernel(want)

    @property
    def is_large(self) -> bool:
        """Return whether the tables of the whole are large."""
        return self.whole.is_large


def compile_counted(found: Covering, model: Model, ask: Ask) -> CoverProgram | ComponentsProgram:
    """Return the program of any selection: by its components where they are counted, else as a whole."""
    whole = compile_cover(found, model, ask)
    if found.goal or ask.want is not Want.COUNT or "components" in read_without(ask.options):
        return whole
    return compile_components(whole, model, ask) or whole


def compile_components(whole: CoverProgram, model: Model, ask: Ask) -> ComponentsProgram | None:
    """Return the program of a selection that is counted by its components; None if it is one."""
    selection, off = whole.selection, encode_switches(read_without(ask.options))
    found = split_components(selection, lambda: list_useful(model, len(selection.free)))
    sorts = tuple(_compile_sort(*component, ask.seed, off) for component in found)
    return ComponentsProgram(whole.size, selection, whole, sorts) if sorts else None


def split_components(
    selection: Covering, symmetries: Callable[[], Sequence[Permutation]]
) -> Iterator[tuple[Covering, list[Permutation], int]]:
    """Yield one component of each sort, the symmetries that keep it, and how many there are.

    Yield nothing if there is one component, or if some variables are in none. `symmetries` returns those of the
    selection; it is called only if they are needed.
    """
    found, loose = connected_components(selection)
    if not loose and 2 <= len(found) <= MAX_COMPONENTS:
        members = [sorted(each.free) for each in found]
        kept = keep_covering(selection, tabulate(symmetries(), selection.variables)).tolist()
        for at, own, images in sort_components(members, [range(selection.variables), *kept]):
            yield found[at], own, len(images)


def _compile_sort(
    selection: Covering, symmetries: Sequence[Permutation], copies: int, seed: int, off: int
) -> ComponentSort:
    """Return the tables of a component; orbits are counted where the symmetries that keep it are a group."""
    order = shuffle_by_seed(sorted(selection.free), seed)
    table = tabulate(symmetries, selection.variables)
    group = 1 < len(table) <= MAX_SYMMETRIES and is_group(table, table[:, order])
    tables = make_cover(selection, order, table, off)
    counted = tables if group else make_cover(selection, order, off=off)
    return ComponentSort(selection, tables, counted, tuple(map(tuple, symmetries)) if group else (), copies)


class Unfinished(Exception):
    """The time is up."""


class Infeasible(Exception):
    """A component has no solution, or the number to choose cannot be reached."""


class ComponentProduct:
    """The `count` of solutions of the whole; 0 until the searches of all components are over."""

    def __init__(self, program: ComponentsProgram, ask: SearchAsk) -> None:
        self._selection, self._sorts, self._ask = program.selection, program.sorts, ask
        self._copies = [sort.copies for sort in program.sorts]
        self._runner, self._deadline = Runner(ask), ask.deadline
        self._searches: dict[str, tuple[Forest, list[Solution]]] = {}
        self.count = 0

    def search(self, deadline: Deadline) -> bool:
        """Continue the searches, and return whether they are over by the deadline."""
        self._deadline = deadline
        try:
            self.count = self._multiply()
        except Infeasible:
            self.count = 0
        except Unfinished:
            return False
        return True

    def _finish(self, at: int, task: str, make: Callable[[], Forest]) -> tuple[Forest, list[Solution]]:
        """Finish a search of a component, and return it with what it found; raises `Unfinished` at the deadline."""
        many = len(self._sorts)
        name = f"component {at + 1} of {many}, {task}" if many > 1 else f"a component, {task}"
        if name not in self._searches:
            self._searches[name] = make(), []
        forest, found = self._searches[name]
        if not forest.over:
            found.extend(self._runner.run(forest, name, self._deadline))
        if not forest.over:
            raise Unfinished
        return forest, found

    def _find_fewest(self, at: int) -> int:
        """Return the size of a smallest solution of a component; raises `Infeasible`."""
        sort = self._sorts[at]
        for few in range(len(sort.selection.free) + 1):
            make = partial(search_up_to, sort.plan(-1, 0, few), self._ask, few)
            forest, found = self._finish(at, f"whether {few} suffice", make)
            if found:
                return len(found[-1])
            if not forest.counted().cut:
                break
        raise Infeasible

    def _find_most(self, at: int) -> int:
        """Return the size of a largest solution of a component; raises `Infeasible`."""
        sort = self._sorts[at]
        _, found = self._finish(
            at, "the most", partial(search_larger, sort.plan(1, 0, len(sort.selection.free)), self._ask)
        )
        if not found:
            raise Infeasible
        return len(found[-1])

    def _count_sizes(self, at: int, sizes: range) -> int:
        """Return the number of solutions of some sizes that a component has."""
        task = f"counting those of {sizes.start}" + (f" to {sizes[-1]}" if len(sizes) > 1 else "")
        plan = self._sorts[at].plan(0, sizes.start, sizes.stop - 1)
        forest, _ = self._finish(at, task, partial(search_all, plan, self._ask))
        return forest.count()

    def _multiply(self) -> int:
        """Return the number of solutions of the whole: a product of numbers, or of polynomials if sizes matter."""
        sizes, selection = self._find_sizes(), self._selection
        if self._is_free or all(len(each) == 1 for each in sizes):
            return prod(self._count_sizes(at, each) ** self._copies[at] for at, each in enumerate(sizes))
        counts = list[Polynomial]()
        for at, each in enumerate(sizes):
            of_sizes = [self._count_sizes(at, range(size, size + 1)) for size in each]
            counts += [[0] * each.start + of_sizes] * self._copies[at]
        return combine_counts(counts, selection.least, selection.most)

    @property
    def _is_free(self) -> bool:
        """Return whether any number may be chosen."""
        return self._selection.least <= 0 and self._selection.most >= len(self._selection.free)

    def _find_sizes(self) -> list[range]:
        """Return the possible sizes of the solution of each sort of component.

        Raises `Infeasible` if the bounds leave no size.
        """
        selection, copies = self._selection, self._copies
        if self._is_free:
            return [range(len(sort.selection.free) + 1) for sort in self._sorts]
        low = [self._find_fewest(at) for at in range(len(copies))]
        lowest = sum(size * many for size, many in zip(low, copies, strict=True))
        if lowest >= selection.most:
            return _fix_sizes(low, lowest == selection.most)
        high = [self._find_most(at) for at in range(len(copies))]
        highest = sum(size * many for size, many in zip(high, copies, strict=True))
        if highest <= selection.least:
            return _fix_sizes(high, highest == selection.least)
        # how far one size may be from its own extreme while all others are at theirs
        above, below = highest - selection.least, selection.most - lowest
        return [range(max(a, b - above), min(b, a + below) + 1) for a, b in zip(low, high, strict=True)]


def _fix_sizes(sizes: list[int], reached: bool) -> list[range]:
    if not reached:
        raise Infeasible
    return [range(size, size + 1) for size in sizes]
