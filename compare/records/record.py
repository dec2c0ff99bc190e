"""Records: what is kept of each run of a campaign, raw and never rounded."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Said(StrEnum):
    """The first axis: what a run answered."""

    SATISFIED = "satisfied"
    INFEASIBLE = "infeasible"
    OPTIMAL = "optimal"
    FEASIBLE = "feasible"  # a solution whose objective is not proven the best
    COUNT = "count"
    PARTIAL_COUNT = "partial count"
    UNKNOWN = "unknown"


class Ended(StrEnum):
    """The second axis: how a run ended."""

    OK = "ok"
    TIME = "time limit"  # the backend's own limit came first: it said what it had
    KILLED = "hard kill"  # it did not stop by itself and was killed from outside
    MEMORY = "memory"
    CRASH = "crash"  # a signal or an exit that nobody asked for
    EXCEPTION = "exception"
    UNSUPPORTED = "unsupported"
    LOST = "lost"  # the process is gone and left no answer, or rubbish
    INVALID = "invalid answer"  # a referee refused it


@dataclass(frozen=True)
class Limits:
    """The limits of a run: seconds of wall clock and of processor, bytes of resident memory; None is without limit."""

    seconds: float | None = None
    cpu_seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True)
class Record:
    """One run of one backend on one problem.

    `instance` names the problem and the wanted answer, the same for all backends and seeds; `problem` is its plain
    data, from which it can be declared again; `family` and `size` (the board's longer side) group instances for growth
    curves. Times are seconds: `times` are the phases that the run itself measured (see `Times`), `wall` and `cpu` were
    measured from outside; `first` and `last` are the times of the first and last solution. `memory` is the peak of
    resident bytes of the process group. `statistics` are the backend's counters of its search, by the names of
    `contract.statistics`, without those that it does not report. `solutions` holds the first ones, `solutions_hash`
    stands for the whole set (None when incomplete).
    """

    key: str
    instance: str
    family: str
    size: int
    problem: Mapping[str, Any]
    want: str
    up_to_symmetry: bool
    backend: str
    options: Mapping[str, str]
    workers: int
    seed: int
    limits: Limits
    versions: Mapping[str, str]
    said: Said
    ended: Ended
    complete: bool = False
    count: int | None = None
    orbits: int | None = None
    objective: int | None = None
    bound: int | None = None
    goal: int = 0  # -1 minimise, +1 maximise, 0 satisfy
    solutions: tuple[tuple[tuple[str, int, int], ...], ...] = ()
    solutions_hash: str | None = None
    times: Mapping[str, float] = field(default_factory=dict)
    first: float | None = None
    last: float | None = None
    wall: float | None = None
    cpu: float | None = None
    memory: int | None = None
    program: Mapping[str, float] = field(default_factory=dict)
    raw_status: str = ""
    message: str = ""  # the exception, the signal, the referee's finding
    log: str = ""  # the end of what the process printed
    command: str = ""  # the command line that asks the same
    started: str = ""  # ISO 8601, UTC
    preloaded: float | None = None  # seconds that the library took to load, once and before the runs, not in `times`
    use: str = ""  # where a backend that is not registered comes from: `file.py:Class` or `module:Class`
    statistics: Mapping[str, int] = field(default_factory=dict)
    machine: str = ""  # the name of the machine that made the run, where that is one of a cluster

    def contradiction(self) -> str:
        """Say in which field the record contradicts itself, and how; empty where it does not."""
        if self.said in (Said.OPTIMAL, Said.FEASIBLE) and not self.goal:
            return f"said: {self.said}, without a goal"
        if self.said is Said.COUNT and self.count is None:
            return "said: a count, without a number"
        if self.last is not None and (self.first is None or self.last < self.first):
            return "last: before the first solution"
        return ""


@dataclass(frozen=True)
class Environment:
    """The machine and the software of a campaign, as raw facts by name."""

    facts: Mapping[str, str] = field(default_factory=dict)
