"""A search as its remainder: subtrees in the order of the search, and the solutions found in all others."""

from collections.abc import Container, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import chain

import numpy as np

from rookery.backends.contract import Solution, WrongAnswer
from rookery.backends.engine.tree.records import Tally
from rookery.backends.engine.tree.slices import Slice
from rookery.backends.engine.tree.subtree import Array, Subtree, list_arrays, rebuild_state
from rookery.models import BadInput


def name_search(pattern: Subtree | None) -> str:
    """Return the digest of the tables of a search, of which some subtree is given; empty for one over before it begins.

    A state is about numbers of candidates, rows and groups: these mean the same if the tables are the same.
    """
    if pattern is None:
        return ""
    from hashlib import sha256

    digest = sha256(type(pattern).__name__.encode())
    for array in list_arrays(pattern.program.tables):
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


class Mode(Enum):
    """Mode of a search: all solutions, the first of the search's order, any one, or ever better ones.

    In a race each tree is the whole search in a separate order: the first that ends, ends all.
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
    `found` says whether there were any. `whole` is false in the middle of a change: then nothing is recorded. `charged`
    is the number of its nodes that were reported.
    """

    def __init__(self, trees: Iterable[Subtree], mode: Mode = Mode.ALL) -> None:
        self.trees = list(trees)
        self.mode, self.recorded, self.whole = mode, False, True
        self.outbox: list[Solution] = []
        self.kept: list[Solution] = []
        self.found = False
        self.charged = 0
        self._first: Solution | None = None
        self._demand = min((tree.demand for tree in self.trees), default=0)
        self._gone = Tally()
        self._share = 0.0
        self._pattern = self.trees[0] if self.trees else None
        for tree in self.trees:
            tree.weight = 1 / (len(self.trees) * (tree.left() or 1.0))
            tree.record_counts()

    @property
    def over(self) -> bool:
        """Return whether all is searched that had to be."""
        return not self.trees

    def find_idle(self, busy: Container[Subtree]) -> Subtree | None:
        """Return the first subtree that no worker searches."""
        return next((tree for tree in self.trees if tree not in busy), None)

    def ask(self, tree: Subtree) -> None:
        """Let a subtree look only for solutions that are better than the best so far."""
        if self.mode is Mode.BETTER:
            tree.ask(self._demand)

    def empty_outbox(self) -> list[Solution]:
        """Take what is in the outbox."""
        found, self.outbox = self.outbox, []
        return found

    def take(self, tree: Subtree, part: Slice) -> bool:
        """Take what a slice has made of a subtree, and return whether it has found solutions."""
        was, self.whole = self.whole, False  # it stays so when Ctrl-C comes now
        tree.state, before = part.state, tree.counted.nodes
        found = [tree.read(row) for row in (*part.found, *tree.take_found(tree.state))]
        tree.record_counts()
        # Move the counts of a subtree to Python integers before its 64-bit counters overflow
        if (met := tree.counted).large:
            tree.empty_counters()
            tree.record_counts()
            self._gone += met
        if tree not in self.trees:  # a solution that was found elsewhere has made it pointless
            self._gone += Tally(nodes=tree.counted.nodes - before)
        else:
            if found and self._accept(found, tree.demand):
                # It makes the subtrees behind it pointless, or all if any solution will do
                self._drop(tree, self.trees[self.trees.index(tree) if self.mode is Mode.FIRST else 0 :])
            if part.over and tree in self.trees:
                self._drop(tree, self.trees if self.mode is Mode.RACE else [tree])
            # Give the first solution, once nothing before it is left
            if not self.trees and self._first is not None:
                self._give([self._first])
                self._first = None
        self.whole = was
        return bool(found)

    def _accept(self, found: Sequence[Solution], demand: int) -> bool:
        """Take solutions, after which others must reach `demand`; return whether they make other subtrees pointless."""
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

    def _drop(self, tree: Subtree, pointless: list[Subtree]) -> None:
        """Remove a finished subtree and those that it makes pointless, of which only the nodes are counted."""
        gone = tree.counted + Tally(nodes=sum(each.counted.nodes for each in pointless if each is not tree))
        left = set(map(id, self.trees)) - set(map(id, pointless))
        self.trees = [each for each in self.trees if id(each) in left]
        self._gone += gone

    def _give(self, found: Sequence[Solution]) -> None:
        self.outbox += found
        if self.recorded:
            self.kept += found

    def divide(self, tree: Subtree) -> bool:
        """Cut a subtree in two, and return whether it could be."""
        was, self.whole = self.whole, False  # it stays so when Ctrl-C comes now
        part = tree.split() if tree in self.trees and self.mode is not Mode.RACE else None
        if part is not None:
            tree.record_counts()
            part.record_counts()
            self.trees.insert(self.trees.index(tree) + 1, part)
        self.whole = was
        return part is not None

    def counted(self) -> Tally:
        """Return the counts so far."""
        return sum((tree.counted for tree in self.trees if tree.counted.nodes), self._gone)

    def count(self) -> int:
        """Return the number of solutions: exact at the end, before it a lower bound.

        Raises `WrongAnswer` if shares of solutions are left at the end: a part was lost, or counted twice.
        """
        solutions = self.counted().solutions
        if self.over and solutions.denominator != 1:
            raise WrongAnswer(f"the count ends as {solutions}: a part of the search was lost, or counted twice")
        return int(solutions)

    def share(self) -> float:
        """Return the share of the search that is done; it never falls."""
        self._share = max(self._share, min(1.0, 1.0 - sum(tree.open for tree in self.trees)))
        return self._share

    def record(self) -> dict[str, Array]:
        """Return all that another process needs to go on; no kernel may be running."""
        solutions, nodes, cut = str(self._gone.solutions), self._gone.nodes, int(self._gone.cut)
        arrays = {
            "facts": np.array([name_search(self._pattern), solutions, str(nodes), str(cut), str(self._demand)]),
            "weights": np.array([tree.weight for tree in self.trees]),
            "sizes": np.array([*map(len, self.kept)], np.int64),
            "solutions": np.fromiter(chain.from_iterable(map(sorted, self.kept)), np.int64),
        }
        if self._first is not None:
            arrays["first"] = np.array(sorted(self._first), np.int64)
        for at, tree in enumerate(self.trees):
            arrays |= {f"{at}.{number}": each for number, each in enumerate(list_arrays(tree.state))}
        return arrays

    def recall(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what was kept of the same search; raises `BadInput` if its tables are others."""
        name, solutions, nodes, cut, demand = arrays["facts"].tolist()
        if name != name_search(self._pattern):
            raise BadInput(
                "the checkpoint is of a version whose search is another; go on with that version, or start a new search"
            )
        self._gone, self._demand = Tally(Fraction(solutions), int(nodes), cut == "1"), int(demand)
        self._first = frozenset(arrays["first"].tolist()) if "first" in arrays else None
        self.kept = [
            frozenset(each.tolist())
            for each in np.split(arrays["solutions"], np.cumsum(arrays["sizes"]))[: len(arrays["sizes"])]
        ]
        self.trees = [self._read_tree(arrays, at, weight) for at, weight in enumerate(arrays["weights"].tolist())]
        self.outbox = list(self.kept)
        self.found = bool(self.kept) or self._first is not None

    def _read_tree(self, arrays: Mapping[str, Array], at: int, weight: float) -> Subtree:
        """Return one of the subtrees that were recorded."""
        assert self._pattern is not None
        numbers = range(sum(1 for _ in list_arrays(self._pattern.state)))
        own = (arrays[f"{at}.{number}"].copy() for number in numbers)  # the record stays as it is
        tree = self._pattern.like(rebuild_state(self._pattern.state, own))
        tree.weight = weight
        tree.record_counts()
        return tree
