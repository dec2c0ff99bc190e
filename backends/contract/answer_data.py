"""What a run says, in the model's words, immutable; `Answer` adds what one asks of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from rookery.backends.contract.statistics import Statistics
from rookery.models import Placement, Problem
from rookery.models.base.frozen import freeze_mappings


class Want(StrEnum):
    """What is asked of a problem: one solution (the best where there is a goal), all of them, or how many."""

    ONE = "one"
    ALL = "all"
    COUNT = "count"


class Status(StrEnum):
    """What is known: `unknown` says that nothing was found and nothing proven."""

    SATISFIED = "satisfied"
    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


class End(StrEnum):
    """Why a run ended."""

    DONE = "done"
    TIME = "time limit"
    SOLUTIONS = "solution limit"
    MEMORY = "memory limit"
    INTERRUPTED = "interrupted"
    CLUSTER = "cluster lost"


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


@dataclass(frozen=True, repr=False)
class AnswerData:
    """What one backend answered to one problem.

    `complete` says that the question is answered entirely; `count` is how many solutions were found or counted,
    `orbits` how many of them differ by more than a symmetry (where that was asked), and `solutions` are those that
    were kept. `objective` is the best value found, `bound` what is proven of it; they are equal when `status` is
    optimal. `statistics` says what the search has cost, in the words of `contract.statistics`, and `fleet` what the
    machines of a cluster have done for it.
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
    program: Mapping[str, int] = field(default_factory=dict)
    raw_status: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    workers: int = 1
    seed: int = 0
    statistics: Statistics = field(default_factory=Statistics)
    fleet: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        freeze_mappings(self)
