"""How long each phase of a run took."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from rookery.backends.contract.answer import Times
from rookery.models.base.deadline import NEVER, Deadline

PHASES = ("load", "compile", "search", "decode", "check")


class Phases:
    """The seconds spent in each phase of a run so far."""

    def __init__(self) -> None:
        self._spent = dict.fromkeys(PHASES, 0.0)

    @contextmanager
    def timed(self, phase: str, deadline: Deadline = NEVER) -> Iterator[None]:
        """Add the time of what is done within to a phase; what works in it can look at its deadline."""
        start = perf_counter()
        try:
            with deadline.held():
                yield
        finally:
            self._spent[phase] += perf_counter() - start

    def times(self, declared: float, wall: float) -> Times:
        """All phases, with what the declaration took before the run, and the run as a whole."""
        return Times(declare=declared, total=wall + declared, **self._spent)
