"""The deadline of a call: one moment for all of its phases, checked by all work that may take long.

The caller *holds* a deadline; the work below it *checks* the one that is held, so that declarations and compilers take
no clock as a parameter. If no deadline is held, a check does nothing.

Time spent before a run begins, such as starting the command, importing our own modules and reading files: code that
spends it notes it, and the next run adds it to its times.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic, perf_counter
from typing import TypeVar

from rookery.core.errors import RookeryError

T = TypeVar("T")
OFTEN = 64


class OutOfTime(RookeryError):
    """The deadline passed in the middle of some work."""

    def __init__(self) -> None:
        super().__init__("the time limit was reached first")


class StandingClock:
    """A clock that stands still while something is made ready, such as kernels; `stood` are those seconds."""

    def __init__(self) -> None:
        self.stood = 0.0

    def now(self) -> float:
        """The seconds on the clock."""
        return monotonic() - self.stood

    def stand_still(self, seconds: float) -> None:
        """Let the seconds that have just passed count against no deadline on this clock."""
        self.stood += seconds

    @contextmanager
    def standing(self) -> Iterator[None]:
        """A block that counts against no deadline on this clock."""
        start = perf_counter()
        yield
        self.stand_still(perf_counter() - start)


def held_clock() -> StandingClock:
    """The clock of the deadline that is held, so that it and what is within it stand still together; else a new one."""
    held = _held.get()
    return StandingClock() if held is NEVER else held.clock


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment that all phases share; without `seconds` it never comes."""

    seconds: float | None = None
    clock: StandingClock = field(default_factory=lambda: held_clock(), compare=False, repr=False)
    started: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "started", self.clock.now())

    def left(self) -> float:
        """Seconds until the deadline, at least 0; infinite if there is no deadline."""
        if self.seconds is None:
            return float("inf")
        return max(0.0, self.started + self.seconds - self.clock.now())

    def passed(self, grace: float = 0.0) -> bool:
        """Return whether the time is up, since `grace` seconds at least."""
        return self.seconds is not None and self.clock.now() - self.started >= self.seconds + grace

    def check(self) -> None:
        """Raise `OutOfTime` if the time is up."""
        if self.passed():
            raise OutOfTime

    def or_held(self) -> "Deadline":
        """This deadline, or the one that is held if that comes first."""
        held = _held.get()
        return held if held.seconds is not None and held.left() < self.left() else self

    def held(self) -> "Hold":
        """Let all work in the block look at this deadline, or at the one held around it if that comes first."""
        return Hold(self)


class Hold:
    """A block in which all work looks at a deadline; a solution takes several, so it is no generator."""

    __slots__ = ("_deadline", "_token")

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline

    def __enter__(self) -> None:
        self._token = _held.set(self._deadline.or_held())

    def __exit__(self, *_: object) -> None:
        _held.reset(self._token)


NEVER = Deadline(clock=StandingClock())
_held: ContextVar[Deadline] = ContextVar("deadline", default=NEVER)


def check_deadline() -> None:
    """Raise `OutOfTime` if the deadline that is held has passed."""
    _held.get().check()


def checking_deadline(things: Iterable[T], often: int = OFTEN) -> Iterator[T]:
    """The same things, with a look at the clock before the first and after each `often` of them.

    A look takes some 0.4 microseconds, and a thing on its way through here 0.03.
    """
    rest = iter(things)
    for thing in rest:
        check_deadline()
        yield thing
        yield from islice(rest, often - 1)


_noted: list[tuple[float, float]] = []  # when each began, and its seconds


def note_since(began: float, less: float = 0.0) -> None:
    """Note the time since a moment, by `perf_counter`, without `less` seconds; it holds all that was noted since."""
    _noted[:] = [each for each in _noted if each[0] < began]
    _noted.append((began, max(0.0, perf_counter() - began - less)))


def take_noted() -> float:
    """The seconds that were noted, which are then forgotten."""
    seconds = sum(spent for _, spent in _noted)
    _noted.clear()
    return seconds
