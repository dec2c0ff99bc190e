"""An executor that somebody offers as an object: of the standard library, or of any engine that speaks its language."""

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from typing import Any, TypeVar

from rookery.backends.contract.fleet import Fleet, LostFleet

T = TypeVar("T")
SIZES = "num_workers", "max_workers", "_max_workers"  # what engines call the number of their workers


class OfferedFleet(Fleet):
    """The workers of an executor, which belongs to somebody else: closing the fleet leaves it as it is."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self.address = type(executor).__name__

    def submit(self, task: Callable[..., T], *given: Any) -> "Future[T]":
        """Hand a task to the executor."""
        try:
            return self._executor.submit(task, *given)
        except (BrokenExecutor, RuntimeError) as error:
            raise LostFleet(f"{self.address} takes no more tasks: {error}; give a new executor") from None

    def slots(self) -> int:
        """What the executor calls the number of its workers; the processors of this machine where it does not tell."""
        for name in SIZES:
            with suppress(TypeError, ValueError):
                if (size := int(getattr(self._executor, name, 0))) > 0:
                    return size
        return os.cpu_count() or 1

    def close(self) -> None:
        """Leave the executor to whoever has made it."""
