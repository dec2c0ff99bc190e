"""Cases of the suite for backends, and what came of those of one level."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

from rookery.backends.contract.answer import Answer, End, Want
from rookery.backends.contract.backend import Backend, Level, Unsupported
from rookery.backends.running.solve import solve
from rookery.models import Problem

PATIENCE = 60.0  # seconds that a question may take; a small one takes milliseconds
WANTS = {Level.ONE: Want.ONE, Level.OPTIMUM: Want.ONE, Level.LIST: Want.ALL, Level.COUNT: Want.COUNT}

Ask = Callable[[Backend[Any], Level], None]


class NotConforming(AssertionError):
    """A backend answered what it must not."""


class NotAsked(Exception):
    """There is nothing to ask of this on a level."""


@dataclass(frozen=True)
class Case:
    """One thing that every backend must do that can be asked on one of some `levels`."""

    name: str
    ask: Ask
    levels: frozenset[Level]
    medium: bool = False

    def check(self, backend: Backend[Any], level: Level | None = None) -> bool:
        """Run the case on a backend, on one level or on all that it has; return whether it was answered on any.

        Raises `NotConforming` with what is wrong.
        """
        asked = self.levels & backend.capabilities.levels & (set(Level) if level is None else {level})
        answered = [self._check_level(backend, each) for each in Level if each in asked]
        return any(answered)

    def _check_level(self, backend: Backend[Any], level: Level) -> bool:
        try:
            return try_unless_refused(backend, lambda: self.ask(backend, level))
        except NotConforming as error:
            raise NotConforming(f"{backend.name}, {self.name}: {error}") from None
        except Exception as error:
            raise NotConforming(f"{backend.name}, {self.name}: {type(error).__name__}: {error}") from error

    def __str__(self) -> str:
        return self.name


def try_unless_refused(backend: Backend[Any], ask: Callable[[], None]) -> bool:
    """Ask, and return whether the backend has answered: a partial one may refuse. Its answer must be right."""
    try:
        ask()
    except NotAsked:
        return False
    except Unsupported:
        if not backend.capabilities.partial:
            raise
        return False
    return True


def require_askable(backend: Backend[Any], goal: bool, level: Level) -> None:
    """Raise `NotAsked` if the problem has no goal, or the backend cannot find the optimum that comes first."""
    if level is (Level.ONE if goal else Level.OPTIMUM) or (goal and Level.OPTIMUM not in backend.capabilities.levels):
        raise NotAsked


def slowness() -> float:
    """The factor of a limit in seconds: 1 on an idle machine, else the square of what is lost to others.

    Either what a loop loses at this moment, or what the load of the last minute says, where the system tells it. The
    square, as what is timed are several processes that wait for each other in turn.
    """
    began, spent = perf_counter(), process_time()
    while process_time() - spent < 0.1:
        sum(range(1000))
    lost = (perf_counter() - began) / 0.1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1.0, lost, load / (os.cpu_count() or 1)) ** 2


def expect(given: object, right: object, what: str) -> None:
    """Raise `NotConforming` unless the two are equal."""
    if given != right:
        raise NotConforming(f"{what} is {given!r}, {right!r} is right")


def solve_completely(backend: Backend[Any], problem: Problem, want: Want, **limits: Any) -> Answer:
    """A complete answer to one question; raises `NotConforming` for one that is cut or contradicts itself."""
    answer = solve(problem, backend, want, **{"seconds": PATIENCE, **limits})
    expect((answer.complete, answer.end), (True, End.DONE), f"{problem}, {want}: (complete, end)")
    expect(min(answer.times.as_dict().values()) >= 0, True, "each time at least 0")
    expect(bool(answer.program) and min(answer.program.values()) >= 0, True, "a size of the program")
    return answer


@dataclass(frozen=True)
class LevelReport:
    """The results of the cases of one level: the number that passed, and one sentence for each that failed."""

    level: Level
    passed: int
    failures: tuple[str, ...]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {"level": self.level.value, "passed": self.passed, "failed": len(self.failures),
                "failures": list(self.failures), "seconds": self.seconds}  # fmt: skip


def check_level(
    backend: Backend[Any], level: Level, cases: Iterable[Case], tell: Callable[[Case], None] = lambda case: None
) -> LevelReport:
    """Run all cases of a level on a backend; `tell` announces each case first, and a failure does not end the level."""
    began, passed, failures = perf_counter(), 0, list[str]()
    for case in cases:
        tell(case)
        try:
            passed += case.check(backend, level)
        except NotConforming as error:
            failures.append(" ".join(str(error).split()))
    return LevelReport(level, passed, tuple(failures), perf_counter() - began)


def list_levels(backend: Backend[Any], asked: Sequence[Level] = ()) -> list[Level]:
    """The levels that are asked for, or all that a backend has, in order."""
    return [level for level in Level if level in (asked or backend.capabilities.levels)]
