"""A case of the suite, and what all cases ask with."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rookery.backends.contract.answer import Answer, End, Want
from rookery.backends.contract.backend import Backend, Unsupported
from rookery.backends.running.solve import solve
from rookery.models import Problem

PATIENCE = 60.0  # seconds that a question may take; a small one takes milliseconds


class NotConforming(AssertionError):
    """A backend answered what it must not."""


@dataclass(frozen=True)
class Case:
    """One thing that every backend must do."""

    name: str
    ask: Callable[[Backend[Any]], None]
    medium: bool = False

    def check(self, backend: Backend[Any]) -> None:
        """Put the case to a backend; raises `NotConforming` with what is wrong."""
        try:
            with refusable(backend):
                self.ask(backend)
        except NotConforming as error:
            raise NotConforming(f"{backend.name}, {self.name}: {error}") from None
        except Exception as error:
            raise NotConforming(f"{backend.name}, {self.name}: {type(error).__name__}: {error}") from error

    def __str__(self) -> str:
        return self.name


@contextmanager
def refusable(backend: Backend[Any]) -> Iterator[None]:
    """Let a backend that says to be partial refuse a model; what it answers is held to be right all the same."""
    try:
        yield
    except Unsupported:
        if not backend.capabilities.partial:
            raise


def expect(given: object, right: object, what: str) -> None:
    """Raise `NotConforming` unless the two are equal."""
    if given != right:
        raise NotConforming(f"{what} is {given!r}, {right!r} is right")


def answered(backend: Backend[Any], problem: Problem, want: Want, **limits: Any) -> Answer:
    """A complete answer to one question; raises `NotConforming` for one that is cut or contradicts itself."""
    answer = solve(problem, backend, want, **{"seconds": PATIENCE, **limits})
    expect((answer.complete, answer.end), (True, End.DONE), f"{problem}, {want}: (complete, end)")
    expect(min(answer.times.as_dict().values()) >= 0, True, "each time at least 0")
    expect(bool(answer.program) and min(answer.program.values()) >= 0, True, "a size of the program")
    return answer
