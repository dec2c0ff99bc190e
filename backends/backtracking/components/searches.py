"""The searches of the components of a selection, each run once and kept until it is over."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from rookery.backends.backtracking.components.program import ComponentSort, ComponentsProgram
from rookery.backends.backtracking.cover.beginning import any_of
from rookery.backends.backtracking.cover.fewest import PROBE_STEPS
from rookery.backends.backtracking.cover.search import every, images, rising
from rookery.backends.backtracking.cover.tables import count_room
from rookery.backends.backtracking.tree.forest import Forest
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.contract.backend import Request, Solution

MOST = "the most"


class Cut(Exception):
    """The time is up."""


class ComponentInfeasible(Exception):
    """A component has no solution, or the number to choose cannot be reached."""


class ComponentSearches:
    """The searches of the components of a selection: each runs until it is over, perhaps in several turns."""

    def __init__(self, program: ComponentsProgram, request: Request) -> None:
        self.sorts, self._selection, self._request = program.sorts, program.selection, request
        self._driver = Driver(request)
        self._searches: dict[str, _BegunSearch] = {}
        self._refuted = [0 for _ in self.sorts]
        self.deadline = request.deadline

    def _over(self, at: int, task: str, make: Callable[[], Forest]) -> "_BegunSearch":
        """A search of a component that is over; raises `Cut` where the time is up before that."""
        name = self._name_task(at, task)
        if name not in self._searches:
            self._searches[name] = _BegunSearch(make())
        search = self._searches[name]
        if not search.over:
            search.found.extend(self._driver.run(search.forest, name, self.deadline))
            search.over = search.forest.over
        if not search.over:
            raise Cut
        return search

    def _name_task(self, at: int, task: str) -> str:
        return f"component {at + 1} of {len(self.sorts)}, {task}" if len(self.sorts) > 1 else f"a component, {task}"

    def some(self, at: int) -> Solution | None:
        """Any solution of a component, if one is found at once."""
        sort = self.sorts[at]
        most = len(sort.selection.free)
        forest = any_of(sort.program(self._selection.goal, 0, most), self._request, most)
        found = list(self._driver.run(forest, "any number", budget=PROBE_STEPS))
        if forest.over and not found:
            raise ComponentInfeasible
        return found[-1] if found else None

    def fewest(self, at: int) -> Solution:
        """A smallest solution of a component."""
        sort = self.sorts[at]
        for few in range(len(sort.selection.free) + 1):
            self._refuted[at] = few
            search = self._over(at, f"whether {few} suffice", partial(self._any, sort, few))
            if search.found:
                return search.found[-1]
            if not search.forest.counted().cut:
                break
        raise ComponentInfeasible

    def _any(self, sort: ComponentSort, most: int) -> Forest:
        return any_of(sort.program(-1, 0, most), self._request, most)

    def most(self, at: int) -> Solution:
        """A largest solution of a component."""
        search = self._over(at, MOST, partial(self._rising, self.sorts[at]))
        if not search.found:
            raise ComponentInfeasible
        return search.found[-1]

    def _rising(self, sort: ComponentSort) -> Forest:
        return rising(sort.program(1, 0, len(sort.selection.free)), self._request)

    def latest(self, at: int, best: Solution | None) -> Solution | None:
        """The largest solution that a search has found which was cut short, or the best so far."""
        found = next((s.found for name, s in self._searches.items() if name == self._name_task(at, MOST)), [])
        return found[-1] if found and best is not None and len(found[-1]) > len(best) else best

    def every(self, at: int, sizes: range) -> Forest:
        """How many solutions of some sizes a component has."""
        return self._over(at, _name_sizes("counting", sizes), partial(self._every, at, sizes)).forest

    def listed(self, at: int, sizes: range) -> list[Solution]:
        """All solutions of some sizes that a component has."""
        met = self._over(at, _name_sizes("listing", sizes), partial(self._every, at, sizes)).found
        group = self.sorts[at].group
        return list(images(met, group)) if group else met

    def _every(self, at: int, sizes: range) -> Forest:
        return every(self.sorts[at].program(0, sizes.start, sizes.stop - 1), self._request)

    def bound(self, at: int) -> int:
        """How many of a component must be chosen by what is refuted, or can be chosen at the most, on sight."""
        return self._refuted[at] if self._selection.goal < 0 else count_room(self.sorts[at].tables)


@dataclass
class _BegunSearch:
    """A search of a component, what it has found, and whether it is over."""

    forest: Forest
    found: list[Solution] = field(default_factory=list)
    over: bool = False


def _name_sizes(task: str, sizes: range) -> str:
    return f"{task} those of {sizes.start}" if len(sizes) == 1 else f"{task} those of {sizes.start} to {sizes[-1]}"
