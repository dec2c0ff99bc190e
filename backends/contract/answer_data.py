"""Answers of runs as immutable data in the model's words; `Answer` adds the views.

Search statistics: the cost of a search, in one vocabulary for all backends, independent of the machine.

A backend adds to the `effort` of its request what its library reports, at the end of each of its searches, however that
ends. What a library does not report is left out, and never counted as 0. The cost of a race is that of the backend that
answered, or of all that have ended if no backend answered.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Self

from rookery.models import Placement, Problem, RookeryError

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
    """The cost of a run by name, in the order of the `VOCABULARY`; immutable."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: Mapping[str, int] | None = None) -> None:
        given = dict(numbers or {})
        for name, number in given.items():
            if name not in VOCABULARY:
                raise RookeryError(f"a search statistic is never named {name!r}; the names are {', '.join(VOCABULARY)}")
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                raise RookeryError(f"the search statistic {name} is {number!r}; it must be a whole number from 0 on")
        self._numbers = {name: given[name] for name in VOCABULARY if name in given}

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __hash__(self) -> int:
        return hash(tuple(self._numbers.items()))

    def __repr__(self) -> str:
        return f"Statistics({self._numbers})"

    def __add__(self, other: Mapping[str, int]) -> "Statistics":
        """The cost of two runs together."""
        both = {name: self._together(name, number) for name, number in Statistics(other).items()}
        return Statistics(self._numbers | both)

    def _together(self, name: str, number: int) -> int:
        own = self._numbers.get(name, 0)
        return max(own, number) if name in PEAKS else own + number


class Effort:
    """Gathers the cost of the searches of a run: each search adds what it knows when it ends."""

    def __init__(self) -> None:
        self.statistics = Statistics()

    def add(self, **numbers: int) -> Self:
        """Take in what a search has cost, by the names of the `VOCABULARY`; raises `RookeryError` for others."""
        self.statistics += numbers
        return self


class Want(StrEnum):
    """Kind of question: one solution (the best if there is a goal), all of them, or their number."""

    ONE = "one"
    ALL = "all"
    COUNT = "count"


class Status(StrEnum):
    """State of knowledge; `unknown` says that nothing was found and nothing proven."""

    SATISFIED = "satisfied"
    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


class End(StrEnum):
    """The reason why a run ended."""

    DONE = "done"
    TIME = "time limit"
    SOLUTIONS = "solution limit"
    MEMORY = "memory limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of each phase; `load` is importing the library and loading or compiling kernels.

    `start` is what passes before the run: starting the command, importing our own modules, reading files.
    """

    start: float = 0.0
    load: float = 0.0
    declare: float = 0.0
    compile: float = 0.0
    search: float = 0.0
    decode: float = 0.0
    check: float = 0.0
    total: float = 0.0

    def as_dict(self) -> dict[str, float]:
        """The phases by name."""
        return {phase.name: getattr(self, phase.name) for phase in fields(self)}


def compute_gap(best: int, bound: int) -> float:
    """The distance of the best value from a bound, as a share of the value; 0 where it is proven."""
    return abs(best - bound) / max(1, abs(best))


@dataclass(frozen=True, repr=False)
class AnswerData:
    """The answer of one backend to one problem, as plain data.

    `complete` says that the question is answered entirely; `count` is how many solutions were found or counted,
    `orbits` how many of them differ by more than a symmetry (if the question wants that), and `solutions` are those
    that were kept. `objective` is the best value found, `bound` what is proven of it; they are equal when `status` is
    optimal. `statistics` says what the search has cost, in the words of `contract.statistics`.
    """

    problem: Problem
    backend: str
    want: Want
    status: Status
    complete: bool
    end: End
    solutions: tuple[Placement, ...]
    count: int
    orbits: int | None
    objective: int | None
    bound: int | None
    times: Times
    program: Mapping[str, int] = field(default_factory=dict, hash=False)
    raw_status: str = ""
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)
    workers: int = 1
    seed: int = 0
    statistics: Statistics = field(default_factory=Statistics)

    @property
    def gap(self) -> float | None:
        """The distance of the best value from what is proven of the optimum, as a share of it; 0 for an optimum.

        None if nothing was found, or nothing is proven.
        """
        return None if self.objective is None or self.bound is None else compute_gap(self.objective, self.bound)
