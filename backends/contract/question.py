"""A question: what is wanted of a backend, and within which limits."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypedDict

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Backend, Level, Program, Unsupported
from rookery.core.errors import show_value
from rookery.core.runtime import HAS_THREADS
from rookery.core.words import shorten
from rookery.models import BadInput, Model, Problem
from rookery.models.reading.given import FixedLike, take_flag, take_one_of, take_options, take_seconds, take_whole

WantLike: TypeAlias = Want | Literal["one", "all", "count"]

PASS = "lowering."
USUAL = {"workers": 1, "seed": 0, "up_to_symmetry": False}
MAX_SAID = 60  # characters of a value in what a programmer is shown
DEEDS = {
    Level.ONE: "look for any solution",
    Level.OPTIMUM: "look for the best solution",
    Level.LIST: "list solutions",
    Level.COUNT: "count solutions",
}
MAX_WORKERS = 1_000  # threads or processes


class QuestionLimits(TypedDict, total=False):
    """The keywords of a question except what is wanted, as `rk.solve` takes them."""

    limit: int | None
    seconds: float | str | None
    workers: int
    seed: int
    up_to_symmetry: bool
    options: Mapping[str, str | int | float]
    hint: FixedLike | None


class QuestionFields(QuestionLimits, total=False):
    """All keywords of a question."""

    want: WantLike | None


@dataclass(frozen=True, init=False, repr=False)
class Question:
    """A question: one solution, all, or their number; at most `limit` of them, within `seconds` for all phases.

    Without `want` the question wants one solution, or as many as `limit` if that is given. `seconds` may be text:
    "90s", "2m", "1h". `up_to_symmetry` keeps one solution per orbit; `options` are the backend's own; `hint` is a
    placement to start from, which may break the rules: a mapping from squares to pieces, or the squares if there is one
    piece. Raises `BadInput` for a value that makes no sense.
    """

    want: Want
    limit: int | None
    seconds: float | None
    workers: int
    seed: int
    up_to_symmetry: bool
    options: Mapping[str, str]
    hint: FixedLike | None

    def __init__(
        self,
        want: WantLike | None = None,
        limit: int | None = None,
        seconds: float | str | None = None,
        workers: int = 1,
        seed: int = 0,
        up_to_symmetry: bool = False,
        options: Mapping[str, str | int | float] = MappingProxyType({}),
        hint: FixedLike | None = None,
    ) -> None:
        want = (Want.ONE if limit is None else Want.ALL) if want is None else want
        values = (want, limit, seconds, workers, seed, up_to_symmetry, options, hint)
        for (name, take), value in zip(TAKERS.items(), values, strict=True):
            object.__setattr__(self, name, take(value, name))
        if self.seconds is not None and not 0 < self.seconds < inf:
            raise BadInput(f"{self.seconds:g} seconds; it must be more than 0")
        for name, number, least in (("limit", self.limit, 1), ("workers", self.workers, 1), ("seed", self.seed, 0)):
            if number is not None and number < least:
                raise BadInput(f"{name} {number}; it must be at least {least}")
        if self.workers > MAX_WORKERS:
            raise BadInput(f"workers {self.workers}; it must be at most {MAX_WORKERS:,}")

    @property
    def want_of_backend(self) -> Want:
        """The task of the backend: solutions that must be distinguished, or limited, are listed to be counted."""
        listing = self.up_to_symmetry or self.limit is not None
        return Want.ALL if self.want is Want.COUNT and listing else self.want

    def __repr__(self) -> str:
        """The values that differ from the defaults: `Question(want='all', seconds=5)`."""
        special = {name: value for name, value in vars(self).items() if value not in (USUAL.get(name), {})}
        said = [f"{name}={shorten(repr(value), MAX_SAID)}" for name, value in special.items() if name != "want"]
        return f"Question({', '.join([f'want={self.want.value!r}', *said])})"

    def levels(self, optimises: bool) -> set[Level]:
        """The levels that the backend must have, for an optimum or for any solution."""
        several = self.limit is not None or self.up_to_symmetry  # which are compared, and so listed
        lists = self.want is Want.ALL or (self.want is Want.COUNT and several)
        found = {Level.OPTIMUM} if optimises else set[Level]()
        found |= {Level.LIST} if lists else {Level.COUNT} if self.want is Want.COUNT else set()
        return found or {Level.ONE}

    def require_supported_by(self, backend: Backend[Program], optimises: bool = False) -> None:
        """Raise `Unsupported` for what a backend cannot do, and `BadInput` for an option that it does not know."""
        able = backend.capabilities
        if missing := self.levels(optimises) - able.levels:
            whole = ", ".join(level for level in Level if level in able.levels)
            raise Unsupported(
                f"backend {backend.name} cannot {DEEDS[min(missing, key=list(Level).index)]}; it can: {whole}"
            )
        if self.workers > 1 and not HAS_THREADS:
            raise Unsupported(f"{self.workers} workers: Python has one thread and one process here; leave it at 1")
        if self.workers > 1 and self.want not in able.workers:
            wants = ", ".join(sorted(able.workers))
            limits = f"more than one only for: {wants}" if wants else "one worker only"
            raise Unsupported(f"backend {backend.name} does not use {self.workers} workers here; it takes {limits}")
        if self.seed and not able.seeds:
            raise Unsupported(f"backend {backend.name} takes no seed; leave it at 0")
        if self.hint is not None and not able.hints:
            raise Unsupported(f"backend {backend.name} takes no hint; `rookery backends` names those that do")
        for name in self.options:
            if name not in able.options:
                raise BadInput(f"backend {backend.name} has no {_describe_unknown(name, able.options)}")


def take_problem(given: Any) -> Problem:
    """A problem as it is; raises `BadInput` for anything else."""
    if isinstance(given, Problem):
        return given
    also = "; rk.solve_model takes a model" if isinstance(given, Model) else ""
    raise BadInput(f"problem {show_value(given)}: expected a Problem, such as rk.placement('queen', 8){also}")


def take_question(given: Any) -> Question:
    """A question as it is; raises `BadInput` for anything else."""
    if not isinstance(given, Question):
        raise BadInput(f"question {show_value(given)}: expected a Question, such as rk.Question(seconds=60)")
    return given


def _take_or_none(value: Any, name: str) -> int | None:
    return None if value is None else take_whole(value, name)


def _take_want(value: Any, name: str) -> Want:
    return Want(take_one_of(value, Want, name))


def _hold(value: Any, name: str) -> Any:
    """A hint that can be read twice; what it means is known with the problem."""
    return tuple(value) if isinstance(value, Iterator) else value


TAKERS: Mapping[str, Callable[[Any, str], Any]] = {
    "want": _take_want,
    "limit": _take_or_none,
    "seconds": take_seconds,
    "workers": take_whole,
    "seed": take_whole,
    "up_to_symmetry": take_flag,
    "options": take_options,
    "hint": _hold,
}


def _describe_unknown(name: str, options: Iterable[str]) -> str:
    """Describe an option that the backend does not have, or a pass of its lowering, with those that it has."""
    if not name.startswith(PASS):
        return f"option {name!r}; its options are: {', '.join(options) or 'none'}"
    passes = [option.removeprefix(PASS) for option in options if option.startswith(PASS)]
    return f"pass {name.removeprefix(PASS)!r} to lower a model; its passes are: {', '.join(passes) or 'none'}"
