"""A fleet in this process that keeps no promise: tasks are lost, results come late, twice, in any order, or never."""

from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import pytest

from rookery.backends.contract.fleet import Fleet, LostFleet
from rookery.backends.engine.tree import expedition, lease
from rookery.backends.engine.tree.lease import Lease, LeaseResult
from rookery.backends.engine.tree.runner import Runner


class LossyTask:
    """A future that ends as often as somebody tells it: lost at first, perhaps, and with its result later."""

    def __init__(self, *ends: Any) -> None:
        self._ends = list(ends)
        self._listener: Callable[[Any], None] | None = None

    def add_done_callback(self, listener: Callable[[Any], None]) -> None:
        self._listener = listener

    def cancel(self) -> bool:
        return True  # and what it would have brought comes all the same

    def exception(self, timeout: float | None = None) -> BaseException | None:
        if not isinstance(self._ends[0], BaseException):
            return None
        end: BaseException = self._ends.pop(0)
        if isinstance(end, CancelledError):
            raise end
        return end

    def result(self, timeout: float | None = None) -> Any:
        return self._ends[0] if len(self._ends) == 1 else self._ends.pop(0)

    @property
    def has_more(self) -> bool:
        return len(self._ends) > 1

    def tell(self) -> None:
        if self._listener is not None:
            self._listener(self)


def read_result(task: Lease, content: bytes) -> LeaseResult:
    """What a worker of this process has made of a lease."""
    return LeaseResult.read(content, lease._patterns[task.search])


class LossyFleet(Fleet):
    """Carries a task out when it is submitted, for a few nodes, and tells of it at some other time.

    `losing` is the chance that a task is lost at first, `dying` that the whole fleet is found gone. What was told once
    may be told again, also to a later coordinator, to whom tasks of an earlier one mean nothing. `carried` are the
    leases as they were carried out, with their results.
    """

    address = "lossy"

    def __init__(self, seed: object, losing: float = 0.2, dying: float = 0.0) -> None:
        self._random, self._losing, self._dying = Random(str(seed)), losing, dying
        self._untold: list[LossyTask] = []
        self._told: list[LossyTask] = []
        self.carried: list[tuple[Lease, bytes]] = []

    def submit(self, task: Callable[..., Any], *given: Any) -> Any:
        if self._random.random() < self._dying:
            raise LostFleet("the fleet is gone")
        lent, *rest = given
        lent = replace(lent, seconds=60.0, nodes=self._random.randint(1, 5), pieces=self._random.randint(1, 4))
        result = task(lent, *rest)
        made = LossyTask(*self._lose(), *self._repeat(), result)
        if result is not None:
            self.carried.append((lent, result))
        self._untold.append(made)
        return made

    def _lose(self) -> list[BaseException]:
        """How a task ends before it brings a result that is no longer awaited, if it does."""
        ends = RuntimeError("a worker is gone"), CancelledError(), MemoryError()
        return [self._random.choice(ends)] if self._random.random() < self._losing else []

    def _repeat(self) -> list[bytes]:
        """What another task has brought, perhaps to an earlier coordinator, comes in its place now and then."""
        return [self._random.choice(self.carried)[1]] if self.carried and self._random.random() < 0.1 else []

    def slots(self) -> int:
        """Between two looks some results are told of, in any order, and some old ones again."""
        self._random.shuffle(self._untold)
        many = self._random.randint(0, len(self._untold))
        shown, self._untold = self._untold[:many], self._untold[many:]
        for task in shown + self._random.sample(self._told, min(1, len(self._told))):
            task.tell()
        self._untold += [task for task in shown if task.has_more]
        self._told = (self._told + shown)[-20:]
        return self._random.randint(1, 5)

    def close(self) -> None: ...


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every search go abroad at once, and no result be waited for."""
    at_home = Runner._at_home
    monkeypatch.setattr(Runner, "_at_home", lambda *given: iter(()) if given[-1] == inf else at_home(*given))
    monkeypatch.setattr(expedition, "WAIT", 1e-4)
    monkeypatch.setattr(expedition, "GRACE", 0.0)
    monkeypatch.setattr(expedition, "MAX_TRIES", 10**6)
