"""A search as its remainder: subtrees in the order of the search, and the solutions found in all others."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Self

from rookery.backends.contract.backend import SearchState, Solution, WrongAnswer
from rookery.backends.engine.tree.records import ForestPart, KeptSolutions, RecordReader, Tally, name_search
from rookery.backends.engine.tree.subtree import DAMAGED, Subtree
from rookery.models import BadInput


class Mode(Enum):
    """Mode of a search: all solutions, the first of the search's order, any one, or ever better ones.

    In a race each tree is the whole search in an order of its own: the first that ends, ends all.
    """

    ALL = "all"
    FIRST = "first"
    ANY = "any"
    BETTER = "better"
    RACE = "race"


class Forest:
    """The subtrees that are left of a search.

    Their order is that of the search: what one gives away stands behind it. So the first solution is known, whichever
    worker finds it. `outbox` holds solutions that are not handed over yet, `kept` all of them if they are `recorded`;
    `found` says whether there were any. `charged` is the number of its nodes that were reported, None before the first
    report.
    """

    def __init__(self, trees: Iterable[Subtree], mode: Mode = Mode.ALL) -> None:
        self.trees = list(trees)
        self.mode, self.recorded = mode, False
        self.outbox: list[Solution] = []
        self.kept = KeptSolutions()
        self.found = False
        self.charged: int | None = None
        self._first: Solution | None = None
        self._demand = min((tree.demand for tree in self.trees), default=0)
        self._gone = Tally()
        self._share = 0.0
        self._pattern = self.trees[0] if self.trees else None
        for tree in self.trees:
            tree.weight = 1 / (len(self.trees) * (tree.left() or 1.0))
            tree.record_counts()

    @classmethod
    def of_part(cls, trees: Iterable[Subtree], mode: Mode, demand: int) -> Self:
        """A forest of some subtrees of another one, whose best solution leaves `demand` to ask for."""
        forest = cls((), mode)
        forest.trees, forest._demand, forest.recorded = list(trees), demand, True
        return forest

    @property
    def over(self) -> bool:
        """Return whether all is searched that had to be."""
        return not self.trees

    @property
    def fast(self) -> bool:
        """Return whether compiled kernels search it."""
        return all(tree.kernel.compiled is not None for tree in self.trees[:1])

    def idle(self) -> Subtree | None:
        """The first subtree that no worker searches."""
        return next((tree for tree in self.trees if not tree.taken), None)

    def ask(self, tree: Subtree) -> None:
        """Ask of a subtree what the best solution so far leaves to ask for."""
        if self.mode is Mode.BETTER:
            tree.ask(self._demand)

    def empty_outbox(self) -> list[Solution]:
        """Take what is in the outbox."""
        found, self.outbox = self.outbox, []
        return found

    def add_slice(self, tree: Subtree, found: list[Solution], over: bool) -> None:
        """Note what a slice of a subtree has found, and whether it is over."""
        before = tree.counted.nodes
        tree.record_counts()
        self._carry(tree)
        if tree not in self.trees:  # a solution that was found elsewhere has made it pointless
            self._gone += Tally(nodes=tree.counted.nodes - before)
            return
        if found and self._accept(found, tree.demand):
            self._drop(tree, self._behind(self.trees.index(tree)))
        if over and tree in self.trees:
            self._drop(tree, self.trees if self.mode is Mode.RACE else [tree])
        self._end_search()

    def _end_search(self) -> None:
        """Give the first solution, once nothing before it is left."""
        if not self.trees and self._first is not None:
            self._give([self._first])
            self._first = None

    def _carry(self, tree: Subtree) -> None:
        """Add up what a subtree has met in numbers without an end, before its own counters are full."""
        if tree.counted.large:
            self._gone += tree.counted
            tree.empty_counters()
            tree.record_counts()

    def _accept(self, found: Sequence[Solution], demand: int) -> bool:
        """Take solutions; the next must reach `demand`. Return whether they make other subtrees pointless."""
        self.found = True
        if self.mode is Mode.ALL:
            self._give(found)
        elif self.mode is not Mode.BETTER:
            self._first = found[0]
            return True
        elif demand > self._demand:  # others may have found as good a one by now
            self._demand = demand
            self._give(found)
        return False

    def _behind(self, at: int) -> list[Subtree]:
        """The subtrees that a solution makes pointless: those from a place on, or all where any solution will do."""
        return self.trees[at if self.mode is Mode.FIRST else 0 :]

    def _drop(self, tree: Subtree, pointless: list[Subtree]) -> None:
        """Take away a subtree with all that it makes pointless; of the others no more than their nodes counts."""
        self._gone += tree.counted
        self._remove(pointless, but=tree)

    def _remove(self, pointless: list[Subtree], but: Subtree | None = None) -> None:
        """Take away subtrees of which no more than their nodes counts, and one that is counted already."""
        self._gone += Tally(nodes=sum(each.counted.nodes for each in pointless if each is not but))
        left = set(map(id, self.trees)) - set(map(id, pointless))
        self.trees = [each for each in self.trees if id(each) in left]

    def _give(self, found: Sequence[Solution]) -> None:
        self.outbox += found
        if self.recorded:
            self.kept.add(found)

    def divide(self, tree: Subtree) -> None:
        """Cut a subtree in two, if it can be."""
        part = tree.split() if tree in self.trees and self.mode is not Mode.RACE else None
        if part is not None:
            tree.record_counts()
            part.record_counts()
            self.trees.insert(self.trees.index(tree) + 1, part)

    @property
    def demand(self) -> int:
        """The value that the next solution must reach."""
        return self._demand

    def empty_counters(self) -> None:
        """Keep what was met in numbers without an end, and let all subtrees count from zero."""
        for tree in self.trees:
            if tree.counted != Tally():
                self._gone += tree.counted
                tree.empty_counters()
                tree.record_counts()

    def as_part(self) -> ForestPart:
        """The remainder and the counts, for the process that has lent the forest."""
        self.empty_counters()
        found = self.kept.all if self._first is None else [self._first]
        found = found[-1:] if self.mode is Mode.BETTER else found
        return ForestPart(tuple(tree.pack() for tree in self.trees), self._demand, self._gone, tuple(found))

    def replace(self, lent: Sequence[Subtree], part: ForestPart) -> None:
        """Replace adjacent lent subtrees by what came back, with the counts of the part."""
        at = self.trees.index(lent[0])
        left = [lent[0].asleep(tree) for tree in part.trees]
        self.trees[at : at + len(lent)] = left
        self._gone += part.gone
        if part.found and self._accept(part.found, part.demand):
            self._remove(self._behind(at + len(left)))
        self._end_search()

    def counted(self) -> Tally:
        """The counts so far."""
        return sum((tree.counted for tree in self.trees if tree.counted.nodes), self._gone)

    def count(self) -> int:
        """The number of solutions: exact at the end, before it a lower bound.

        Raises `WrongAnswer` if shares of solutions are left at the end: a part was lost, or counted twice.
        """
        solutions = self.counted().solutions
        if self.over and solutions.denominator != 1:
            raise WrongAnswer(f"the count ends as {solutions}: a part of the search was lost, or counted twice")
        return int(solutions)

    def share(self) -> float:
        """The share of the search that is done; it never falls."""
        self._share = max(self._share, min(1.0, 1.0 - sum(tree.open for tree in self.trees)))
        return self._share

    def record(self) -> SearchState:
        """All that another process needs to go on; no kernel may be running."""
        gone = self._gone
        facts = {
            "search": name_search(self._pattern),
            "gone": [str(gone.solutions), gone.nodes, gone.cut],
            "demand": self._demand,
            "first": None if self._first is None else sorted(self._first),
        }
        return SearchState(facts, {"trees": [tree.pack() for tree in self.trees], "solutions": self.kept.pack()})

    def recall(self, record: SearchState) -> None:
        """Go on from what was kept of the same search; raises `BadInput` if it does not fit."""
        try:
            self._recall(record)
        except BadInput:
            raise
        except (LookupError, ValueError, TypeError):
            raise BadInput(DAMAGED) from None

    def _recall(self, record: SearchState) -> None:
        reader = RecordReader(record, self._pattern)
        reader.require_same_search()
        self._gone, self._demand = reader.counted(), reader.demand()
        self._first, self.kept = reader.first(), reader.solutions()
        self.trees = reader.trees()
        self.outbox = list(self.kept.all)
        self.found = bool(self.kept.all) or self._first is not None
