"""The report of a backend on each level of the suite, without pytest."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from rookery.backends.conformance.case import Case, NotConforming
from rookery.backends.contract.backend import Backend, Level


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
