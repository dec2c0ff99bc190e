"""Propagation of items that have no option to spare, in time proportional to the number of decided variables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rookery.core.deadline import check_deadline, checking_deadline

Options = tuple[int, ...]
Item = tuple[Options, int, frozenset[int]]  # what hits it, how many of these it demands, and which is enough alone


class Propagation:
    """Consequences of items that have no option to spare: variables that are `forced`, and rivals that are `out`.

    Each item and each clique is looked at again only when one of its variables is decided.
    """

    def __init__(self, items: Sequence[Item], cliques: Sequence[Options]) -> None:
        self.forced: set[int] = set()
        self.out: set[int] = set()
        self._items, self._cliques = items, cliques
        self._options = [set(options) for options, _, _ in checking_deadline(items)]
        self._demand = [demand for _, demand, _ in items]
        self._whole = [set(whole) if demand > 1 else set() for _, demand, whole in items]
        self._in_items = _places(options for options, _, _ in items)
        self._in_cliques = _places(cliques)
        self._waiting = list(reversed(range(len(self._items))))

    def run(self) -> None:
        """Follow all consequences, or stop at an item that cannot be hit any more."""
        while self._waiting:
            check_deadline()
            item = self._waiting.pop()
            demand = self._demand[item]
            needed = 1 if self._whole[item] else demand
            if demand and len(self._options[item]) < needed:
                return
            if demand and len(self._options[item]) == needed:
                self._waiting.append(item)
                self._choose(min(self._options[item]))

    def _choose(self, variable: int) -> None:
        self.forced.add(variable)
        for item in self._in_items[variable]:
            self._demand[item] = 0 if variable in self._whole[item] else max(0, self._demand[item] - 1)
            self._drop(item, variable)
        for rival in {v for clique in self._in_cliques[variable] for v in self._cliques[clique]}:
            if rival not in self.forced and rival not in self.out:
                self.out.add(rival)
                for item in self._in_items[rival]:
                    self._drop(item, rival)

    def _drop(self, item: int, variable: int) -> None:
        self._options[item].discard(variable)
        self._whole[item].discard(variable)
        if self._demand[item] <= 1:
            self._whole[item].clear()
        self._waiting.append(item)

    def left(self) -> Iterator[Item]:
        """Yield the items that are still to be hit, with all variables but those that are forced."""
        for (options, _, whole), demand in zip(self._items, self._demand, strict=True):
            if demand:
                yield tuple(v for v in options if v not in self.forced), demand, whole - self.forced


def _places(groups: Iterable[Options]) -> dict[int, list[int]]:
    """Return the groups in which each variable stands."""
    found: dict[int, list[int]] = defaultdict(list)
    for number, group in enumerate(checking_deadline(groups)):
        for variable in group:
            found[variable].append(number)
    return found
