"""The contract of a backend: compile a model, run the program, say how it ended."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from math import inf
from typing import ClassVar, Generic, TypeVar

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.fleet import FleetWork
from rookery.backends.contract.progress import Observer
from rookery.backends.contract.search_store import SearchStore
from rookery.backends.contract.statistics import Effort
from rookery.models import Model, RookeryError
from rookery.models.base.deadline import NEVER
from rookery.models.base.deadline import Deadline as Deadline
from rookery.models.base.lazy import Cuts
from rookery.models.model import Literal


class Unsupported(RookeryError):
    """A backend cannot do what a question wants, or its library is missing."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted of a program.

    `want` and `limit` say which solutions (an optimisation is always asked for `one`: the best); `options` are the
    backend's own, by name; `hint` are literals to begin with, which may contradict the model. A backend may tell
    `observer` how far it is, from the thread that iterates it, adds to `effort` what each search has cost when that
    ends, keeps its searches in `store`, and has a fleet at `work` on them, where its capabilities say that it can.
    `measured`: the search is compared with others, so all that a backend may make ready on the way, such as compiled
    kernels, it makes ready before. `lazy` names the clauses that a solution of the model breaks; one that breaks any
    may not be given or believed. Only a backend that `takes_lazy` models is asked so.
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
    work: FleetWork | None = field(default=None, compare=False, repr=False)
    lazy: Cuts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: the last item of a stream.

    `count` is for a backend that counts without listing; None says that the solutions it gave are the count.
    `bound` is what is proven of the objective, also when the time ran out. `proven` says that the search space is
    exhausted: all solutions were given or counted, or the last one is the best, or there is none. A backend that
    counts may catch KeyboardInterrupt and end INTERRUPTED with what it has counted; the run then raises it again.
    `workers` is how many there were where fewer were of use than were asked for. `answered_by` names the one that
    answered, where a backend asks others.
    """

    proven: bool
    end: End = End.DONE
    count: int | None = None
    bound: int | None = None
    raw_status: str = ""
    workers: int | None = None
    answered_by: str = ""


class Level(StrEnum):
    """What a backend can be asked for: one solution, the best one, all of them, or how many there are."""

    ONE = "one"
    OPTIMUM = "optimum"
    LIST = "list"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a backend can do: several workers (and for which wants), seeds, hints, its own options with their help.

    `resumes` says that it keeps its searches in a request's store, and goes on from there; `spreads` that it hands
    parts of them to a fleet; `partial` that it takes some models only and refuses the others: it is compared where it
    is named, and is not one of "all". Nor is one that cannot be asked on all `levels`: what is beyond them is refused.
    """

    workers: frozenset[Want] = frozenset()
    seeds: bool = True
    hints: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    resumes: bool = False
    spreads: bool = False
    partial: bool = False
    levels: frozenset[Level] = frozenset(Level)

    @property
    def general(self) -> bool:
        """Whether every question about every model can be asked."""
        return not self.partial and self.levels >= set(Level)


@dataclass(frozen=True, slots=True)
class CompiledProgram:
    """A program that can say how large it is: variables, clauses, literals and the like, by name."""

    size: Mapping[str, int]


Sized = CompiledProgram  # its older name
Solution = frozenset[int]
Stream = Iterator[Solution | Outcome]
Solutions = Generator[Solution, None, Outcome]  # the older form of a stream, which is still taken
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
        """Import the library; raises `Unsupported` where it is missing."""

    def versions(self) -> dict[str, str]:
        """The versions of the libraries that answer; "missing" for one that is not installed."""
        return {name: installed_version(name) or "missing" for name in self.distributions}

    def check(self, model: Model, request: Request) -> None:
        """Refuse at once what is asked of a model, rather than in the last of several searches."""

    @abstractmethod
    def compile(self, model: Model, request: Request) -> Program:
        """Lower a model to the backend's own program; a pure function of both."""

    def compile_foreseen(self, model: Model, request: Request) -> Program | None:
        """The program of a model where its effort is known beforehand and small; None where only a search can tell."""
        return None

    def takes_lazy(self, model: Model, request: Request) -> bool:
        """Whether it searches this lazy form of a model, asking `request.lazy` for clauses as they are broken.

        Else it is given the whole model.
        """
        return False

    def ready(self, program: Program, request: Request) -> None:
        """Make ready what only some programs need, such as kernels; its time counts as loading."""

    def explain(self, program: Program) -> list[str]:
        """What was found in the model and which search runs, a readable line each."""
        return [", ".join(f"{name}: {number:,}" for name, number in program.size.items())]

    def attribution(self, program: Program) -> str:
        """Who answers a program and why, from a backend that asks others; the raw status of a run that was cut."""
        told = getattr(self, "told", None)  # what an older contract calls it
        return str(told(program)) if told is not None else ""

    def listable(self, models: Sequence[Model], request: Request) -> float:
        """How many solutions are listed sooner than it counts, without giving any, those of each of several models.

        The first is the whole question, each other one asks for what a symmetry keeps. Infinite: it always lists.
        """
        return inf

    @abstractmethod
    def run(self, program: Program, request: Request) -> Stream:
        """Give solutions as sets of true variables, each at once and none twice, and last the outcome.

        With a goal, each solution is better than the one before it, and `proven` says that the last is the best. An
        outcome that is given earlier says what holds if the stream is closed there. A generator that gives solutions
        alone and returns its outcome is taken as well: `streams.run_program` makes one form of both.
        """


@cache
def installed_version(distribution: str) -> str | None:
    """The version of an installed distribution, None where there is none."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
