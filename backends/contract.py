"""The contract of a backend: it gets a model and an `Ask`, and answers with solutions, bounds and one `End`.

A backend is a subclass of `Backend` with a pure `compile` and a `run` that yields what it finds. A user puts a
`Question` about a problem; the run turns it into one or more `Ask`s about models: to list all optimal solutions it asks
for the best one first.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeAlias

from rookery.backends.progress import Progress
from rookery.core.deadline import NEVER, Deadline
from rookery.core.errors import nearest, refuse
from rookery.core.plugins import installed_version
from rookery.core.runtime import HAS_THREADS
from rookery.core.words import shorten
from rookery.models import BadInput, Model, Placement, RookeryError
from rookery.models.reading.given import take_flag, take_one_of, take_options, take_seconds, take_whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import numpy as np
    from numpy.typing import NDArray


class Want(StrEnum):
    """What is wanted: one solution (the best if there is a goal), all of them, or their number."""

    ONE = "one"
    ALL = "all"
    COUNT = "count"


class Reason(StrEnum):
    """Why a search ended: with what was asked for, or at a limit before that.

    A backend ends with `DONE` when it has given as many solutions as it was asked for; only answers have `SOLUTIONS`.
    """

    DONE = "done"
    TIME = "time limit"
    SOLUTIONS = "solution limit"
    MEMORY = "memory limit"
    INTERRUPTED = "interrupted"


WantLike: TypeAlias = Want | Literal["one", "all", "count"]
Solution: TypeAlias = frozenset[int]  # the true variables of a model
MAX_WORKERS = 1_000


class WrongAnswer(RookeryError):
    """A backend gave an answer that a referee refuses; `placement` is the refused one, if there is one."""

    def __init__(self, message: str, placement: Placement | None = None) -> None:
        super().__init__(message)
        self.placement = placement


class Unsupported(RookeryError):
    """A backend cannot do what is asked, or a library that it needs is not installed."""


class Store(Protocol):
    """Keeps the states of a backend's searches by name, from one run to the next."""

    def load(self, name: str) -> "Mapping[str, NDArray[np.generic]] | None":
        """Return the saved arrays of a search; None if there are none."""

    def due(self) -> bool:
        """Return whether it is time to save again."""

    def save(self, name: str, arrays: "Mapping[str, NDArray[np.generic]]") -> None:
        """Save the state of a search."""


@dataclass(frozen=True, init=False, repr=False)
class Question:
    """What a user wants of a problem: hashable plain data.

    Args:
        want: "one" solution (the best if there is a goal), "all", or their number: "count". Without it, "one", or
            "all" if `limit` is given.
        limit: The most solutions that are listed.
        seconds: The time limit in seconds of wall time, or text such as "90s", "2m", "1h".
        workers: How many threads or processes the backend may use; None leaves that to the backend.
        seed: A seed for random choices.
        up_to_symmetry: Whether solutions that symmetries map onto each other count once.
        options: The backend's own options by name.
        hint: A placement to start from; it may break rules.
        assist: Whether known solutions and quick approximations help the backend; comparisons turn this off.

    Raises `BadInput` for a value that makes no sense.
    """

    want: Want
    limit: int | None
    seconds: float | None
    workers: int | None
    seed: int
    up_to_symmetry: bool
    options: tuple[tuple[str, str], ...]
    hint: Placement | None
    assist: bool

    def __init__(
        self,
        want: WantLike | None = None,
        limit: int | None = None,
        seconds: float | str | None = None,
        workers: int | None = None,
        seed: int = 0,
        up_to_symmetry: bool = False,
        options: Mapping[str, str | int | float] | tuple[tuple[str, str], ...] = (),
        hint: Placement | None = None,
        assist: bool = True,
    ) -> None:
        if hint is not None and not isinstance(hint, Placement):
            refuse("hint", hint, "a Placement")
        taken: dict[str, Any] = {
            "want": Want(
                take_one_of((Want.ONE if limit is None else Want.ALL) if want is None else want, Want, "want")
            ),
            "limit": None if limit is None else take_whole(limit, "limit"),
            "seconds": take_seconds(seconds, "seconds"),
            "workers": None if workers is None else take_whole(workers, "workers"),
            "seed": take_whole(seed, "seed"),
            "up_to_symmetry": take_flag(up_to_symmetry, "up_to_symmetry"),
            "options": tuple(take_options(dict(options) if isinstance(options, tuple) else options, "options").items()),
            "hint": hint,
            "assist": take_flag(assist, "assist"),
        }
        for name, value in taken.items():
            object.__setattr__(self, name, value)
        for name, number, least in (("limit", self.limit, 1), ("workers", self.workers, 1), ("seed", self.seed, 0)):
            if number is not None and number < least:
                raise BadInput(f"{name} must be at least {least}, got {number}")
        if (self.workers or 1) > MAX_WORKERS:
            raise BadInput(f"workers must be at most {MAX_WORKERS:,}, got {self.workers}")

    @property
    def lists(self) -> bool:
        """Return whether a backend has to list solutions: a count that is limited, or up to symmetry, needs a list."""
        return self.want is Want.ALL or (self.want is Want.COUNT and (self.up_to_symmetry or self.limit is not None))

    def __repr__(self) -> str:
        """Show the values that differ from the defaults: `Question(want='all', seconds=5)`."""
        usual: dict[str, Any] = {"want": None, "limit": None, "seconds": None, "workers": None, "seed": 0, "hint": None}
        usual |= {"up_to_symmetry": False, "assist": True, "options": ()}
        special = {name: value for name, value in vars(self).items() if value != usual[name]}
        if "options" in special:
            special["options"] = dict(self.options)
        said = [f"{name}={shorten(repr(value), 60)}" for name, value in special.items() if name != "want"]
        return f"Question({', '.join([f'want={self.want.value!r}', *said])})"

    def require_supported_by(self, backend: "Backend", optimises: bool) -> None:
        """Raise `Unsupported` for what a backend cannot do, and `BadInput` for an option that it does not have."""
        backend.require_packages()
        needed = ["best"] if optimises else ["one"] if self.want is Want.ONE else []
        needed += ["all"] if self.lists else ["count"] if self.want is Want.COUNT else []
        for word in needed:
            if word not in backend.can:
                able = ", ".join(each for each in ABILITIES if each in backend.can)
                raise Unsupported(f"backend {backend.name} cannot {ABILITIES[word]}; it can: {able}")
        several = (self.workers or 1) > 1
        if several and not HAS_THREADS:
            raise Unsupported(f"{self.workers} workers: Python has one thread and one process here; leave it at 1")
        if several and "workers" not in backend.can:
            raise Unsupported(f"backend {backend.name} takes one worker, not {self.workers}")
        if self.seed and "seed" not in backend.can:
            raise Unsupported(f"backend {backend.name} takes no seed; leave it at 0")
        if self.hint is not None and "hint" not in backend.can:
            raise Unsupported(f"backend {backend.name} takes no hint; `rookery backends` names those that do")
        for name, _ in self.options:
            if name not in backend.options and f"{name.partition('.')[0]}.*" not in backend.options:
                able = ", ".join(backend.options) or "none"
                raise BadInput(f"backend {backend.name} has no option {name!r}; its options are: {able}")


@dataclass(frozen=True)
class Ask:
    """What a backend is asked about one model.

    `want` and `limit` say which solutions; if the model has a goal, `want` is "one": the best. Work that may take long
    calls `deadline.check()`, which raises `OutOfTime`: the run takes that for an end without a proof. Or it looks at
    `deadline.passed()`, to end with what it knows. `options` are the backend's own options: the run has checked their
    names, `option` checks a value. `hint` has literals that may be a good start, or contradict the model.

    A backend calls `progress` from the thread that iterates its stream. If it can "resume", it saves its searches in
    `store`; if it can use an "executor", it submits parts of them to `executor`, `workers` at a time.
    """

    want: Want = Want.ONE
    limit: int | None = None
    deadline: Deadline = NEVER
    workers: int | None = None
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    hint: tuple[int, ...] = ()
    progress: Callable[[Progress], None] | None = field(default=None, compare=False)
    store: Store | None = field(default=None, compare=False)
    executor: "Executor | None" = field(default=None, compare=False)

    @property
    def most(self) -> int | None:
        """The number of solutions after which a search without a goal ends; None if it lists or counts all.

        The end is then not proven, and its reason is `DONE`.
        """
        return 1 if self.want is Want.ONE else self.limit

    def option(self, name: str, accepted: Sequence[str]) -> str:
        """Return the value of an option, by default the first accepted one; raises `BadInput` for any other value."""
        value = self.options.get(name, accepted[0]).lower()
        if value not in accepted:
            raise BadInput(f"option {name}={value}: {nearest(value, accepted)}accepted are {', '.join(accepted)}")
        return value


@dataclass(frozen=True)
class Bound:
    """What is proven so far: a bound on the objective, or a lower bound on the count."""

    value: int | None = None
    count: int | None = None


@dataclass(frozen=True)
class End:
    """The last item of every stream.

    `proven` says that the search space is exhausted: all solutions were given or counted, the last one is the best, or
    there is none. `count` is for a backend that counts without listing; one that yields the solutions leaves it out.
    `bound` is the proven bound on the objective, also when the time ran out. `note` is for people: what the solver
    said, which method answered.

    Keys of `statistics` are the size of the program (`variables`, `constraints`, `clauses`), `nodes`, `conflicts`,
    `propagations`, `restarts`, `checks` (of constraints), `states` (of dynamic programming) and `processes`.
    """

    proven: bool
    reason: Reason = Reason.DONE
    count: int | None = None
    bound: int | None = None
    note: str = ""
    statistics: Mapping[str, int] = field(default_factory=dict, hash=False)


Item: TypeAlias = Solution | Bound | End
Stream: TypeAlias = Iterator[Item]
ABILITIES = {
    "one": "look for any solution",
    "best": "look for the best solution",
    "all": "list solutions",
    "count": "count solutions",
}


class Backend(ABC):
    """One way to solve models. Override `compile` and `run`; import libraries inside them.

    A run refuses what a backend does not claim in `can`, and options that it does not name.

    Args:
        name: The name on the command line.
        summary: A line for `rookery backends`.
        packages: The modules that it imports, each with the name by which pip installs it.
        can: Kinds of questions: "one" solution, the "best", "all", their "count". Uses of an `Ask`: "seed", "hint",
            "workers" (more than one), "resume" (`store`), "executor". And "parts": it solves independent parts of a
            model by itself; "partial": it refuses some models, and is left out where all backends are asked.
        options: Its own options, each with a line of help.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    packages: ClassVar[Mapping[str, str]] = {}
    can: ClassVar[frozenset[str]] = frozenset({"one", "best", "all", "count"})
    options: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def compile(self, model: Model, ask: Ask) -> Any:
        """Return the backend's form of a model; a pure function of model and ask.

        Raises `Unsupported` for a model that the backend does not take, and `BadInput` for the value of an option.
        """

    @abstractmethod
    def run(self, program: Any, ask: Ask) -> Iterator[Item]:
        """Yield solutions, each once, and bounds as they are proven; the last item is one `End`.

        With a goal, each solution is better than the one before it. Without one, the search ends after `ask.most`
        solutions. A backend that cannot count without listing yields the solutions.
        """

    def describe(self, program: Any) -> list[str]:
        """Return readable lines for `--explain`: the structure found in the model, and the search that will run."""
        return []

    def versions(self) -> dict[str, str]:
        """Return the versions of the packages; "missing" for one that is not installed."""
        return {name: installed_version(name) or "missing" for name in self.packages.values()}

    @property
    def is_installed(self) -> bool:
        """Return whether all of its packages are installed."""
        return all(find_spec(module) is not None for module in self.packages)

    def require_packages(self) -> None:
        """Raise `Unsupported` if a package is not installed."""
        missing = [name for module, name in self.packages.items() if find_spec(module) is None]
        if missing:
            named = " and ".join(missing)
            raise Unsupported(f"backend {self.name} needs {named}, not installed: pip install {' '.join(missing)}")

    @property
    def general(self) -> bool:
        """Return whether it answers each kind of question about every model."""
        return self.can >= set(ABILITIES) and "partial" not in self.can
