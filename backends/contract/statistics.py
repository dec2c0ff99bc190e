"""Search statistics: what a search has cost, in one vocabulary for all backends, whatever machine it ran on.

A backend adds to the `effort` of its request what its library tells, at the end of each of its searches, however that
ends. What a library does not tell is left out, and never told as 0. Of several that raced the cost is that of who has
answered, or of all that have ended where nobody has.
"""

from collections.abc import Iterator, Mapping
from typing import Self

from rookery.models import RookeryError

# The names and their meaning; each is a number of things, summed over all searches and workers of a run.
VOCABULARY: Mapping[str, str] = {
    "calls": "calls of the solver",
    "nodes": "nodes of the search tree: partial solutions that were looked at",
    "decisions": "branches that were taken on a literal or a value",
    "conflicts": "dead ends: branches that contradict what was decided before",
    "propagations": "literals that followed from others",
    "restarts": "times that the search began again with what it had learnt",
    "checks": "constraints that were checked",
    "states": "states of dynamic programming or of a queue that were made",
    "lp_iterations": "steps of the simplex algorithm on linear relaxations",
    "booleans": "Boolean variables after presolving, the most of any search",
    "memory": "bytes that the process held at its peak, where the process did nothing but this run",
}
PEAKS = frozenset({"booleans", "memory"})  # of these the largest is kept, of all others the sum


class Statistics(Mapping[str, int]):
    """What a run has cost by name, in the order of the `VOCABULARY`; immutable."""

    __slots__ = ("_told",)

    def __init__(self, told: Mapping[str, int] | None = None) -> None:
        given = dict(told or {})
        for name, number in given.items():
            _check(name, number)
        self._told = {name: given[name] for name in VOCABULARY if name in given}

    def __getitem__(self, name: str) -> int:
        return self._told[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)

    def __hash__(self) -> int:
        return hash(tuple(self._told.items()))

    def __repr__(self) -> str:
        return f"Statistics({self._told})"

    def __add__(self, other: Mapping[str, int]) -> "Statistics":
        """The cost of two runs together."""
        both = {name: self._together(name, number) for name, number in Statistics(other).items()}
        return Statistics(self._told | both)

    def _together(self, name: str, number: int) -> int:
        own = self._told.get(name, 0)
        return max(own, number) if name in PEAKS else own + number


def _check(name: str, number: int) -> None:
    if name not in VOCABULARY:
        raise RookeryError(f"a search statistic is never named {name!r}; the names are {', '.join(VOCABULARY)}")
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise RookeryError(f"the search statistic {name} is {number!r}; it must be a whole number from 0 on")


class Effort:
    """Gathers what the searches of a run cost: each adds what it knows when it ends."""

    def __init__(self) -> None:
        self.statistics = Statistics()

    def add(self, **told: int) -> Self:
        """Take in what a search has cost, by the names of the `VOCABULARY`; raises `RookeryError` for others."""
        self.statistics += told
        return self
