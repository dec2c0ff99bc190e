"""The deadline of a call: one moment for all of its phases, looked at by whatever work may take long.

Whoever asks *holds* a deadline; whatever works below *looks* at the one that is held, so that declarations and
compilers take no clock as a parameter. Where none is held, a look does nothing.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeVar

from rookery.models.errors import RookeryError

T = TypeVar("T")
OFTEN = 64


class OutOfTime(RookeryError):
    """The deadline passed in the middle of some work."""

    def __init__(self) -> None:
        super().__init__("the time limit came first")


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment that all phases share; without `seconds` it never comes."""

    seconds: float | None = None
    started: float = field(default_factory=lambda: monotonic())

    def left(self) -> float:
        """Seconds until the deadline, at least 0; infinite where there is none."""
        if self.seconds is None:
            return float("inf")
        return max(0.0, self.started + self.seconds - monotonic())

    def passed(self, grace: float = 0.0) -> bool:
        """Whether the time is up, since `grace` seconds at least."""
        return self.seconds is not None and monotonic() - self.started >= self.seconds + grace

    def check(self) -> None:
        """Raise `OutOfTime` where the time is up."""
        if self.passed():
            raise OutOfTime

    def or_held(self) -> "Deadline":
        """This deadline, or the one that is held where that comes first."""
        held = _held.get()
        return held if held.left() < self.left() else self

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let all work in the block look at this deadline, or at the one held around it where that comes first."""
        token = _held.set(self.or_held())
        try:
            yield
        finally:
            _held.reset(token)


NEVER = Deadline()
_held: ContextVar[Deadline] = ContextVar("deadline", default=NEVER)


def look() -> None:
    """Raise `OutOfTime` where the deadline that is held has passed."""
    _held.get().check()


def look_between(things: Iterable[T], often: int = OFTEN) -> Iterator[T]:
    """The same things, with a look at the clock before the first and after each so many."""
    for number, thing in enumerate(things):
        if number % often == 0:
            look()
        yield thing
