"""A search as what is left of it: subtrees in the order of the search, and what was found in all others."""

from collections.abc import Iterable
from enum import Enum

from rookery.backends.backtracking.tree.record_reader import RecordReader
from rookery.backends.backtracking.tree.solutions import KeptSolutions
from rookery.backends.backtracking.tree.subtree import DAMAGED, Subtree
from rookery.backends.backtracking.tree.tally import Tally
from rookery.backends.contract.backend import Solution
from rookery.backends.contract.search_store import SearchState
from rookery.backends.contract.wrong_answer import WrongAnswer
from rookery.models import BadInput


class Mode(Enum):
    """Which solutions are wanted: all, the first of the search's order, any one, or ever better ones.

    In a race each tree is the whole search in an order of its own: the first that ends, ends all.
    """

    ALL = "all"
    FIRST = "first"
    ANY = "any"
    BETTER = "better"
    RACE = "race"


class Forest:
    """The subtrees that are left of a search.

    Their order is that of the search: what one gives away stands behind it. So the first solution can be told whoever
    finds it. `outbox` holds solutions that nobody has asked for yet, `kept` all of them where they are `recorded`;
    `found` says whether there were any. `charged` is how many of its nodes were told, None where none were.
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
            tree.look()

    @property
    def over(self) -> bool:
        """Whether all is searched that had to be."""
        return not self.trees

    @property
    def fast(self) -> bool:
        """Whether compiled kernels search it."""
        return all(tree.kernel.compiled is not None for tree in self.trees[:1])

    def idle(self) -> Subtree | None:
        """The first subtree that nobody searches."""
        return next((tree for tree in self.trees if not tree.taken), None)

    def ask(self, tree: Subtree) -> None:
        """Ask of a subtree what the best solution so far leaves to ask for."""
        if self.mode is Mode.BETTER:
            tree.ask(self._demand)

    def empty_outbox(self) -> list[Solution]:
        """Take what is in the outbox."""
        found, self.outbox = self.outbox, []
        return found

    def note(self, tree: Subtree, found: list[Solution], over: bool) -> None:
        """Note what a slice of a subtree has found, and whether it is over."""
        before = tree.counted.nodes
        tree.look()
        self._carry(tree)
        if tree not in self.trees:  # a solution that was found elsewhere has made it pointless
            self._gone += Tally(nodes=tree.counted.nodes - before)
            return
        if found:
            self._accept(tree, found)
        if over and tree in self.trees:
            self._drop(tree, self.trees if self.mode is Mode.RACE else [tree])
        if not self.trees and self._first is not None:
            self._give([self._first])
            self._first = None

    def _carry(self, tree: Subtree) -> None:
        """Add up what a subtree has met in numbers without an end, before its own counters are full."""
        if tree.counted.large:
            self._gone += tree.counted
            tree.empty_counters()
            tree.look()

    def _accept(self, tree: Subtree, found: list[Solution]) -> None:
        self.found = True
        if self.mode is Mode.ALL:
            self._give(found)
        elif self.mode is not Mode.BETTER:
            self._first = found[0]
            self._drop(tree, self.trees[self.trees.index(tree) if self.mode is Mode.FIRST else 0 :])
        elif tree.demand > self._demand:  # others may have found as good a one by now
            self._demand = tree.demand
            self._give(found)

    def _drop(self, tree: Subtree, pointless: list[Subtree]) -> None:
        """Take away a subtree with all that it makes pointless; of the others no more than their nodes counts."""
        others = sum(each.counted.nodes for each in pointless if each is not tree)
        self._gone += tree.counted + Tally(nodes=others)
        self.trees = [each for each in self.trees if each not in pointless]

    def _give(self, found: list[Solution]) -> None:
        self.outbox += found
        if self.recorded:
            self.kept.add(found)

    def divide(self, tree: Subtree) -> None:
        """Cut a subtree in two, if it can be."""
        part = tree.split() if tree in self.trees and self.mode is not Mode.RACE else None
        if part is not None:
            tree.look()
            part.look()
            self.trees.insert(self.trees.index(tree) + 1, part)

    def counted(self) -> Tally:
        """What was met so far."""
        return sum((tree.counted for tree in self.trees), self._gone)

    def count(self) -> int:
        """How many solutions were counted: exact at the end, before it at most as many as there are.

        Raises `WrongAnswer` where shares of solutions are left at the end: a part was lost, or counted twice.
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
            "gone": [str(gone.solutions), gone.nodes, gone.cut],
            "demand": self._demand,
            "first": None if self._first is None else sorted(self._first),
        }
        return SearchState(facts, {"trees": [tree.pack() for tree in self.trees], "solutions": self.kept.pack()})

    def recall(self, record: SearchState) -> None:
        """Go on from what was kept of the same search; raises `BadInput` where it does not fit."""
        try:
            self._recall(record)
        except (LookupError, ValueError, TypeError):
            raise BadInput(DAMAGED) from None

    def _recall(self, record: SearchState) -> None:
        reader = RecordReader(record, self._pattern)
        self._gone, self._demand = reader.counted(), reader.demand()
        self._first, self.kept = reader.first(), reader.solutions()
        self.trees = reader.trees()
        self.outbox = list(self.kept.all)
        self.found = bool(self.kept.all) or self._first is not None
