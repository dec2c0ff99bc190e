"""Reads what was kept of a search: nothing is taken as it stands, since a file may be damaged or made up."""

import re
from fractions import Fraction
from typing import Any

import numpy as np

from rookery.backends.backtracking.tree.checks import LARGEST, require, require_within
from rookery.backends.backtracking.tree.subtree import Subtree, Tally
from rookery.backends.contract.backend import Solution
from rookery.backends.contract.search_store import SearchState

NUMBER = re.compile(r"[0-9]{1,4000}(/[1-9][0-9]{0,999})?")


class RecordReader:
    """The parts of a record, each checked; methods raise `LookupError`, `TypeError` or `ValueError` for a damaged one.

    `pattern` is a subtree of the same search; a search without one is over before it begins.
    """

    def __init__(self, record: SearchState, pattern: Subtree | None) -> None:
        self._facts, self._arrays, self._pattern = record.facts, record.arrays, pattern
        self._variables = np.zeros(0, np.int64) if pattern is None else pattern.variables

    def counted(self) -> Tally:
        """What was met in the subtrees that are no more."""
        solutions, nodes, cut = self._facts["gone"]
        require(isinstance(solutions, str) and NUMBER.fullmatch(solutions) is not None, "no number of solutions")
        require(isinstance(cut, bool), "no mark")
        return Tally(Fraction(solutions), _whole(nodes), cut)

    def demand(self) -> int:
        """How good the next solution must be."""
        return _whole(self._facts["demand"])

    def first(self) -> Solution | None:
        """The solution that is the first one unless an earlier one is found."""
        if self._facts["first"] is None:
            return None
        first = frozenset(map(_whole, self._facts["first"]))
        require(first <= frozenset(self._variables.tolist()), "a variable that no solution holds")
        return first

    def solutions(self) -> list[Solution]:
        """The solutions that were found."""
        sizes, variables = self._arrays["sizes"], self._arrays["solutions"]
        require(sizes.dtype == variables.dtype == np.int64 and sizes.ndim == variables.ndim == 1, "no solutions")
        require_within(sizes, 0, len(variables), "sizes")
        require(sum(sizes.tolist()) == len(variables), "sizes of other solutions")
        require(np.isin(variables, self._variables).all(), "a variable that no solution holds")
        return [frozenset(each.tolist()) for each in np.split(variables, np.cumsum(sizes)[:-1])[: len(sizes)]]

    def trees(self) -> list[Subtree]:
        """The subtrees that are left."""
        weights = self._facts["weights"]
        require(isinstance(weights, list), "no weights")
        return [self._tree(at, weight) for at, weight in enumerate(weights)]

    def _tree(self, at: int, weight: Any) -> Subtree:
        if self._pattern is None:
            raise ValueError("a search without a root")
        require(isinstance(weight, int | float) and 0 <= weight <= LARGEST, "no share of a tree")
        kept = {name: self._arrays[f"{at}/{name}"] for name in self._pattern.array_names}
        tree = self._pattern.recall(kept)
        tree.weight = float(weight)
        tree.look()
        return tree


def _whole(number: Any) -> int:
    """A whole number that is not negative, and not too large to be added to others."""
    require(isinstance(number, int) and not isinstance(number, bool), "no whole number")
    require_within(number, 0, LARGEST, "a number")
    return int(number)
