"""Tasks and records: what a campaign asks, and what is kept of each run, raw and never rounded."""

from enum import StrEnum
from math import inf
from typing import Annotated, Any

import msgspec

from rookery.backends import Question, Want
from rookery.models import BadInput, Placement, Problem

KEPT = 12  # solutions that a record holds
Solution = tuple[tuple[str | int, ...], ...]  # a piece by its name, and the numbers or the name of its cell
Amount = Annotated[float, msgspec.Meta(ge=0, le=1e18)]  # seconds
Size = Annotated[int, msgspec.Meta(ge=0, le=1 << 62)]  # bytes and numbers of things
Natural = Annotated[int, msgspec.Meta(ge=0)]  # counts may have thousands of digits


class Said(StrEnum):
    """What a run answered."""

    SATISFIED = "satisfied"
    INFEASIBLE = "infeasible"
    OPTIMAL = "optimal"
    FEASIBLE = "feasible"  # a solution whose objective is not proven the best
    COUNT = "count"
    PARTIAL_COUNT = "partial count"
    UNKNOWN = "unknown"


class Ended(StrEnum):
    """How a run ended."""

    OK = "ok"
    TIME = "time limit"  # the backend kept its limit and reported what it had
    KILLED = "killed at limit"  # it did not stop by itself
    MEMORY = "memory"
    CRASH = "crash"  # a signal, or an exit that nobody requested
    EXCEPTION = "exception"
    UNSUPPORTED = "unsupported"
    LOST = "lost"  # the process is gone and left no answer, or rubbish
    INVALID = "wrong answer"  # a referee refused it


OUT_OF_TIME = frozenset({Ended.TIME, Ended.KILLED})
CRASHES = frozenset({Ended.CRASH, Ended.EXCEPTION, Ended.LOST})


class Limits(msgspec.Struct, frozen=True):
    """The limits of a run: seconds of wall clock and of processor, bytes of resident memory; None means no limit."""

    seconds: Amount | None = None
    cpu_seconds: Amount | None = None
    memory: Size | None = None


class Task(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question to a backend, under limits. `use` is the place of a backend that is not registered."""

    problem: dict[str, Any]  # as plain data
    want: str
    backend: str
    use: str = ""
    up_to_symmetry: bool = False
    options: dict[str, str] = {}
    workers: Size = 1
    seed: Size = 0
    limits: Limits = Limits()

    @property
    def contestant(self) -> str:
        """The backend with the options and workers that differ from the defaults: `sat solver=glucose42`."""
        more = [] if self.workers == 1 else [f"workers={self.workers}"]
        return " ".join([self.backend, *(f"{name}={value}" for name, value in self.options.items()), *more])

    @property
    def question(self) -> Question:
        """The question as a backend takes it."""
        return Question(
            Want(self.want),
            seconds=self.limits.seconds,
            workers=self.workers,
            seed=self.seed,
            up_to_symmetry=self.up_to_symmetry,
            options=self.options,
            assist=False,
        )


class Record(Task, frozen=True, kw_only=True, omit_defaults=True):
    """One run: a task, and what came of it.

    `key` distinguishes the run from all others, also by the versions of all that took part. `instance` names the
    problem and the wanted answer, the same for all backends and seeds; `family` and `size` (the board's longer side)
    group instances for charts. Times are seconds: `times` are the phases that the run itself measured, `wall` and `cpu`
    were measured from outside; `first` and `last` are the times of the first and last solution. `memory` is the peak of
    resident bytes of all processes of the run. `statistics` are the sizes of the program and counters of the search.
    `solutions` holds the first ones, `solutions_hash` stands for the whole set (None if that is incomplete).
    `preloaded` are the seconds that the library took to load, once and before the runs.
    """

    key: str
    instance: str
    family: str
    size: Size
    said: Said
    ended: Ended
    goal: Annotated[int, msgspec.Meta(ge=-1, le=1)] = 0  # -1 minimise, +1 maximise, 0 satisfy
    versions: dict[str, str] = {}
    complete: bool = False
    count: Natural | None = None
    orbits: Natural | None = None
    objective: int | None = None
    bound: int | None = None
    solutions: tuple[Solution, ...] = ()
    solutions_hash: str | None = None
    times: dict[str, Amount] = {}
    first: Amount | None = None
    last: Amount | None = None
    wall: Amount | None = None
    cpu: Amount | None = None
    memory: Size | None = None
    statistics: dict[str, Size] = {}
    note: str = ""  # what the solver said of itself
    message: str = ""  # the exception, the signal, the referee's finding
    log: str = ""  # the end of what the process printed
    command: str = ""  # the command line that asks the same
    started: str = ""  # ISO 8601, UTC
    preloaded: Amount | None = None

    @property
    def solved(self) -> bool:
        """Whether the run answered its question completely before any limit."""
        return self.complete and self.ended is Ended.OK

    @property
    def seconds(self) -> float:
        """The time of the run: by its own clock if it has one, else by the clock outside; infinite if unsolved."""
        own = self.times.get("total", self.wall)
        return inf if own is None or not self.solved else own

    @property
    def least_seconds(self) -> float:
        """A lower bound of the time to an answer: that of a run that timed out, 0 if it failed otherwise.

        A limit of processor time may have ended the run before its limit of wall time.
        """
        if self.solved:
            return self.seconds
        ends = [each for each in (self.limits.seconds, self.wall) if each is not None]
        return min(ends, default=0.0) if self.ended in OUT_OF_TIME else 0.0

    @property
    def reason(self) -> str:
        """How an unsolved run ended; "incomplete" if it ended by itself."""
        return self.ended.value if self.ended is not Ended.OK else "incomplete"


def placement_of(problem: Problem, solution: Solution) -> Placement:
    """Return the placement of a solution.

    Raises `BadInput` for pieces and squares that the problem does not have, and for two pieces on a square.
    """
    pieces = {piece.name: piece for piece in problem.pieces}
    place = problem.board.cell_type
    for name, *cell in solution:
        if name not in pieces:
            raise BadInput(f"a solution holds a {name} on {place(*cell)}, which is not a piece of this problem")
    placed = {place(*cell): pieces[str(name)] for name, *cell in solution}
    if len(placed) < len(solution):
        raise BadInput("a solution has two pieces on one square")
    return Placement(problem.board, placed)
