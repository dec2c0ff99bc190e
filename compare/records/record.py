"""Records: what is kept of each run of a campaign, raw and never rounded; as plain data.

A dispute is two statements about one problem that cannot both be right.
"""

from collections.abc import Hashable, Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from math import isfinite
from typing import Any, Generic, NamedTuple, TypeGuard, TypeVar

from rookery.models import BadInput, Placement, Problem

Solution = tuple[tuple[Any, ...], ...]  # a piece by its name, and the numbers or the name of its cell
MAX_VALUE = 1 << 1000  # what an objective may reach: reports make floats of it


def is_amount(value: object) -> TypeGuard[float]:
    """Return whether a value is a number that is finite, not negative, and one of floating point as well."""
    return type(value) in (int, float) and 0 <= value <= MAX_VALUE and isfinite(value)  # type: ignore[operator, arg-type]


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
    CRASH = "crash"  # a signal or an exit that was not requested
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

    def contradiction(self) -> str:
        """Say in which field the record contradicts itself, and how; empty if it does not."""
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


NAMES = tuple(field.name for field in fields(Record))


def as_plain(record: Record) -> dict[str, Any]:
    """A record as plain data, in the order of its fields."""
    data = {name: getattr(record, name) for name in NAMES}
    return data | {
        "limits": asdict(record.limits),
        "said": record.said.value,
        "ended": record.ended.value,
        "solutions": [[list(piece) for piece in solution] for solution in record.solutions],
    }


def from_plain(data: Mapping[str, Any]) -> Record:
    """The record of plain data; fields of another version of the record are passed over."""
    known = {name: value for name, value in data.items() if name in NAMES}
    solutions = tuple(tuple(map(tuple, each)) for each in known["solutions"])
    axes = {"said": Said(known["said"]), "ended": Ended(known["ended"]), "limits": Limits(**known["limits"])}
    return Record(**known | axes | {"solutions": solutions})


def placement_of(problem: Problem, solution: Solution) -> Placement:
    """The placement of a solution; raises `BadInput` for pieces and squares that the problem does not have."""
    pieces = {piece.name: piece for piece in problem.pieces}
    place = problem.board.cell_type
    for name, *cell in solution:
        if name not in pieces:
            raise BadInput(f"a solution holds a {name} on {place(*cell)}, which is not a piece of this problem")
    return Placement(problem.board, {place(*cell): pieces[name] for name, *cell in solution})


def solution_of(placement: Placement) -> Solution:
    """The solution of a placement, in the order of its squares."""
    return tuple((piece.name, *square) for square, piece in placement.items())


Form = TypeVar("Form", bound=Hashable)
REFEREES, KNOWN = "the referees", "the known value"


class KnownValue(NamedTuple):
    """A number that was published or computed elsewhere, with its source; `what` is an optimum, a count or orbits."""

    value: int
    what: str
    source: str


class Matter(StrEnum):
    """The matter of a dispute, the weightiest first; an answer that a referee refuses is disputed by the referees."""

    FEASIBILITY = "feasibility"
    OPTIMUM = "optimum"
    SOLUTIONS = "solutions"
    COUNT = "count"
    ORBITS = "orbits"
    REFUSED = "invalid answer"


@dataclass(frozen=True)
class Dispute(Generic[Form]):
    """Two statements about one problem that cannot both be right: of two backends, or of one and a source beyond doubt.

    `one` and `other` name whose statements they are: `other` may be the known value or the referees. `witness` is a
    solution that shows the dispute, if one does. `instance` names what was asked, `command` asks it again. `records`
    are the runs behind it, `known` is the known value if one takes part. `refuted` names whose claim is proven false by
    `evidence`, a solution that both referees accept and that cannot be if the claim holds.
    """

    one: str
    other: str
    matter: Matter
    message: str
    witness: Form | None = None
    instance: str = ""
    command: str = ""
    records: tuple[Record, ...] = field(default=(), compare=False, repr=False)
    known: KnownValue | None = None
    refuted: str = ""
    evidence: Form | None = None

    def __str__(self) -> str:
        return f"{self.instance}: {self.message}"

    @property
    def key(self) -> tuple[str, str, str]:
        """The key that distinguishes it from the other disputes of a campaign."""
        return self.instance, self.one, self.other
