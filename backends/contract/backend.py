"""The contract of a backend: compile a model, run the program, say how it ended.

What a backend keeps of a search, so that another process can go on with it.

The error for an answer that cannot be right.

The limits of a search in plain Python: it asks now and then whether to go on.

Streams: solutions as they are found, interim reports between them, and last the outcome.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.answer_data import Effort
from rookery.backends.contract.progress import Observer
from rookery.core.deadline import NEVER
from rookery.core.deadline import Deadline as Deadline
from rookery.core.plugins import installed_version as installed_version
from rookery.models import BadInput, Model, Placement, RookeryError
from rookery.models.model.constraints import Literal

if TYPE_CHECKING:
    from rookery.core.kernels.kernel import KernelSample


@dataclass(frozen=True)
class SearchState:
    """State of one search: plain facts (as JSON has them), and named lists of members, each packed as bytes."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    members: Mapping[str, Sequence[bytes]] = field(default_factory=dict)


class SearchStore(Protocol):
    """Store of a backend's searches, by its own names; also finds those that an earlier run has kept.

    A run that goes on takes the same way again: each search that it comes to is recalled by its name, whether it had
    ended or not.
    """

    def recall(self, name: str) -> SearchState | None:
        """The kept state of a search; None if nothing was kept."""

    def due(self) -> bool:
        """Return whether it is time to keep what there is."""

    def keep(self, name: str, state: SearchState) -> None:
        """Keep a search as it stands."""


class WrongAnswer(RookeryError):
    """A backend gave an answer that a referee refuses; `placement` shows it, if there is one."""

    def __init__(self, message: str, placement: Placement | None = None) -> None:
        super().__init__(message)
        self.placement = placement


class Unsupported(RookeryError):
    """A backend cannot do what a question wants, or its library is missing."""


@dataclass(frozen=True, slots=True)
class Request:
    """Request to run a program.

    `want` and `limit` say which solutions (for an optimisation it is always `one`: the best); `options` are the
    backend's own, by name; `hint` are literals to begin with, which may contradict the model. A backend may report its
    progress to `observer`, from the thread that iterates it, adds to `effort` what each search has cost when that ends,
    and keeps its searches in `store`, if its capabilities say that it can.
    `measured`: the search is compared with others, so all that a backend may make ready on the way, such as compiled
    kernels, it makes ready before. `gap` is how far the best solution that is known may be from an optimum, as a share
    of its value.
    """

    want: Want = Want.ONE
    limit: int | None = None
    deadline: Deadline = NEVER
    workers: int = 1
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    observer: Observer | None = field(default=None, compare=False)
    store: SearchStore | None = field(default=None, compare=False)
    hint: Sequence[Literal] = ()
    effort: Effort = field(default_factory=Effort, compare=False, repr=False)
    measured: bool = False
    gap: float = inf


@dataclass(frozen=True, slots=True)
class Interim:
    """Interim report of a search that goes on: what is known if its stream is left there.

    `bound` is what is proven of the objective so far; `raw_status` and `answered_by` are those of an `Outcome`.
    """

    bound: int | None = None
    raw_status: str = ""
    answered_by: str = ""

    def as_outcome(self) -> "Outcome":
        """The outcome of a search that is left after this report."""
        return Outcome(False, End.INTERRUPTED, None, self.bound, self.raw_status, answered_by=self.answered_by)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a run: the last item of a stream.

    `count` is for a backend that counts without listing; None says that the solutions it gave are the count. `bound` is
    what is proven of the objective, also when the time ran out. `proven` says that the search space is exhausted: all
    solutions were given or counted, or the last one is the best, or there is none. A backend that counts may catch
    KeyboardInterrupt and end INTERRUPTED with what it has counted; the run then raises it again. `workers` is the
    number that ran if fewer were of use than were requested. `answered_by` names the backend that answered, where a
    backend calls others.
    """

    proven: bool
    end: End = End.DONE
    count: int | None = None
    bound: int | None = None
    raw_status: str = ""
    workers: int | None = None
    answered_by: str = ""


class Level(StrEnum):
    """Level of a question: one solution, the best one, all of them, or their number."""

    ONE = "one"
    OPTIMUM = "optimum"
    LIST = "list"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """Capabilities of a backend: several workers (and for which wants), seeds, hints, its own options with their help.

    `resumes` says that it keeps its searches in a request's store, and goes on from there; `partial` that it takes some
    models only and refuses the others: it is compared if it is named, and is not one of "all". Neither is a backend
    that lacks some of the `levels`: it refuses questions beyond its own.
    """

    workers: frozenset[Want] = frozenset()
    seeds: bool = True
    hints: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    resumes: bool = False
    partial: bool = False
    levels: frozenset[Level] = frozenset(Level)

    @property
    def general(self) -> bool:
        """Return whether every question about every model can be asked."""
        return not self.partial and self.levels >= set(Level)


@dataclass(frozen=True, slots=True)
class CompiledProgram:
    """A program that can say how large it is: variables, clauses, literals and the like, by name."""

    size: Mapping[str, int]


Solution = frozenset[int]
Item = Solution | Interim | Outcome
Stream = Iterator[Item]
Items = Generator[Item, None, None]  # a stream that can be closed
Report = TypeVar("Report", bound=Interim | Outcome)


class RunnableProgram(CompiledProgram, ABC):
    """A program that carries its own verbs, so that no backend needs to distinguish kinds of programs."""

    __slots__ = ()

    @abstractmethod
    def search(self, request: Request) -> Stream:
        """Run it, as `Backend.run` says."""

    def explain(self) -> list[str]:
        """Explain what was found in the model and which search runs, a readable line each."""
        return [", ".join(f"{name}: {number:,}" for name, number in self.size.items())]

    def kernel(self, want: Want) -> "KernelSample | None":
        """The kernel that searches it; None if plain Python does."""
        return None

    @property
    def is_large(self) -> bool:
        """Return whether its kernel must be compiled before the search: a single step in plain Python takes long."""
        return False


Program = TypeVar("Program", bound=CompiledProgram)


class Backend(ABC, Generic[Program]):
    """One way of solving every model of the abstract language.

    A backend's module imports its library only inside `load`, `compile` and `run`, so that naming it costs nothing.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    distributions: ClassVar[tuple[str, ...]] = ()
    capabilities: ClassVar[Capabilities] = Capabilities()

    def load(self) -> None:
        """Import the library; raises `Unsupported` if it is missing."""

    def versions(self) -> dict[str, str]:
        """The versions of the libraries that answer; "missing" for one that is not installed."""
        return {name: installed_version(name) or "missing" for name in self.distributions}

    def check(self, model: Model, request: Request) -> None:
        """Refuse at once what is asked of a model, rather than in the last of several searches."""

    @abstractmethod
    def compile(self, model: Model, request: Request) -> Program:
        """Lower a model to the backend's own program; a pure function of both."""

    def compile_foreseen(self, model: Model, request: Request) -> Program | None:
        """The program of a model whose effort is known to be small; None if only a search can find that out."""
        return None

    def ready(self, program: Program, request: Request) -> None:
        """Make ready what only some programs need, such as kernels; its time counts as loading."""

    def explain(self, program: Program) -> list[str]:
        """Explain what was found in the model and which search runs, a readable line each."""
        return [", ".join(f"{name}: {number:,}" for name, number in program.size.items())]

    def attribution(self, program: Program) -> str:
        """Name the backend that answers a program, and why it does; else the raw status of a run that was cut."""
        return ""

    def listable(self, models: Sequence[Model], request: Request) -> float:
        """Return how many solutions of each of several models are listed sooner than all are counted without listing.

        The first is the whole question, each other one asks for what a symmetry keeps. Infinite: it always lists.
        """
        return inf

    @abstractmethod
    def run(self, program: Program, request: Request) -> Stream:
        """Give solutions as sets of true variables, each at once and only once, and last the outcome.

        With a goal, each solution is better than the one before it, and `proven` says that the last is the best. Any
        number of interim reports may come before the outcome; the last one holds if the stream is closed there.
        """


T = TypeVar("T")
OFTEN = 1 << 10
DEFAULT_MEMORY = "512M"
AMOUNT = re.compile(r"([0-9]{1,9})([KMG])(?:i?B)?", re.IGNORECASE)
UNITS = {"K": 10, "M": 20, "G": 30}


def read_memory_limit(options: Mapping[str, str], default: str = DEFAULT_MEMORY) -> int:
    """The bytes that the option `memory` lets the states of a search take; raises `BadInput` for what is no amount."""
    text = options.get("memory", default)
    found = AMOUNT.fullmatch(text.strip())
    if not found or not int(found[1]):
        raise BadInput(f"memory {text!r}: expected an amount such as 64M or 2G")
    return int(found[1]) << UNITS[found[2].upper()]


class Halted(Exception):
    """A limit came first; `end` says which."""

    def __init__(self, end: End) -> None:
        super().__init__(end.value)
        self.end = end


class Budget:
    """Raises `Halted` when the time is up or the memory is used; `bound` is what is proven of the optimum so far."""

    def __init__(self, deadline: Deadline, memory_limit: float = inf) -> None:
        self._deadline, self._memory_limit = deadline, memory_limit
        self.bound: int | None = None

    def check(self, held: int = 0) -> None:
        """Return if the search may go on while the states take `held` bytes; raise if it may not."""
        if held > self._memory_limit:
            raise Halted(End.MEMORY)
        if self._deadline.passed():
            raise Halted(End.TIME)

    def watch(self, things: Iterable[T], held: Callable[[], int] = int) -> Iterator[T]:
        """The same things, with a look at the clock, and at the bytes `held`, every now and then."""
        for number, thing in enumerate(things):
            if number % OFTEN == 0:
                self.check(held())
            yield thing

    def halted(self, halt: Halted, message: str) -> Outcome:
        """The outcome of a search that was halted."""
        limit = f"; the memory limit is {self._memory_limit / 2**20:,.3g} MiB" if halt.end is End.MEMORY else ""
        return Outcome(proven=False, end=halt.end, bound=self.bound, raw_status=f"{message}{limit}")


def run_program(backend: Backend[Program], program: Program, request: Request) -> Items:
    """The stream of a backend's run as a generator: to close it closes the search."""
    yield from backend.run(program, request)


def attribute(stream: Stream, describe: Callable[[str], str]) -> Stream:
    """The items of a stream; before each raw status stands the description of the backend that answers."""
    for item in stream:
        if isinstance(item, frozenset):
            yield item
        else:
            yield replace(item, raw_status=f"{describe(item.answered_by)}; {item.raw_status}".removesuffix("; "))


class Split:
    """The solutions of a stream, or all `items` before its outcome; `outcome` is there once the stream is read."""

    def __init__(self, stream: Iterable[Item]) -> None:
        self._stream = stream
        self._outcome: Outcome | None = None

    def __iter__(self) -> Iterator[Solution]:
        return (item for item in self.items() if not isinstance(item, Interim))

    def items(self) -> Iterator[Solution | Interim]:
        """All items but the outcome."""
        for item in self._stream:
            if isinstance(item, Outcome):
                self._outcome = item
            else:
                yield item

    @property
    def ended(self) -> bool:
        """Return whether the stream has given an outcome."""
        return self._outcome is not None

    @property
    def outcome(self) -> Outcome:
        """The outcome of the search; raises `RookeryError` if the stream has not given it."""
        if self._outcome is None:
            raise RookeryError("the search ended without an outcome, which every stream gives last")
        return self._outcome
