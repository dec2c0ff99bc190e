"""Reads what was kept of a search: nothing is taken as it stands, since a file may be damaged or made up."""

from typing import Any

import numpy as np

from rookery.backends.backtracking.tree.checks import LARGEST, require, require_within
from rookery.backends.backtracking.tree.fingerprint import find_fingerprint
from rookery.backends.backtracking.tree.solutions import KeptSolutions
from rookery.backends.backtracking.tree.subtree import Subtree
from rookery.backends.backtracking.tree.tally import Tally, read_solutions
from rookery.backends.contract.backend import Solution
from rookery.backends.contract.search_store import SearchState
from rookery.models import BadInput


class RecordReader:
    """The parts of a record, each checked; methods raise `LookupError`, `TypeError` or `ValueError` for a damaged one.

    `pattern` is a subtree of the same search; a search without one is over before it begins.
    """

    def __init__(self, record: SearchState, pattern: Subtree | None) -> None:
        self._facts, self._members, self._pattern = record.facts, record.members, pattern
        self._variables = np.zeros(0, np.int64) if pattern is None else pattern.variables

    def require_same_search(self) -> None:
        """Raise `BadInput` where a version of Rookery has written it that searches otherwise."""
        there = self._facts["search"]
        require(isinstance(there, str), "no search")
        if there != find_fingerprint(self._pattern):
            raise BadInput(
                "the checkpoint is of a version whose search is another; go on with that version, or start a new search"
            )

    def counted(self) -> Tally:
        """What was met in the subtrees that are no more."""
        solutions, nodes, cut = self._facts["gone"]
        require(isinstance(solutions, str), "no number of solutions")
        require(isinstance(cut, bool), "no mark")
        return Tally(read_solutions(solutions), _whole(nodes), cut)

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

    def solutions(self) -> KeptSolutions:
        """The solutions that were found."""
        return KeptSolutions.read(self._members["solutions"], self._variables)

    def trees(self) -> list[Subtree]:
        """The subtrees that are left, asleep."""
        members = self._members["trees"]
        if self._pattern is None:
            require(not members, "a search without a root")
            return []
        return [self._pattern.asleep(member) for member in members]


def _whole(number: Any) -> int:
    """A whole number that is not negative, and not too large to be added to others."""
    require(isinstance(number, int) and not isinstance(number, bool), "no whole number")
    require_within(number, 0, LARGEST, "a number")
    return int(number)
