"""Fleets for tests of what runs elsewhere: their members die, leave or lie, and answers go astray."""

import os
import signal
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from random import Random
from threading import Lock
from typing import Any

from rookery.backends.contract.fleet import Fleet


class MendedPool(Executor):
    """A pool of processes that is made anew when one of them dies: what it had then ends as broken."""

    def __init__(self, size: int) -> None:
        self._max_workers = size
        self._lock = Lock()
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._max_workers, mp_context=get_context("spawn"))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        with self._lock:
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except (BrokenExecutor, OSError):  # `OSError`: its pipe closes as a member is found dead
                self._pool.shutdown(wait=False)
                self._pool = self._new_pool()
                return self._pool.submit(fn, *args, **kwargs)

    def kill_one(self, random: Random) -> bool:
        """Kill a member at random; whether there was one."""
        pids = sorted(self._pool._processes or ())
        with suppress(ProcessLookupError, IndexError):
            os.kill(random.choice(pids), signal.SIGKILL)
            return True
        return False

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)


def carry_out(change: Callable[[Any], Any], task: Callable[..., Any], given: tuple[Any, ...]) -> "Future[Any]":
    """A future that has ended with what a task answers, after a change, or with what the change raises."""
    future: Future[Any] = Future()
    try:
        future.set_result(change(task(*given)))
    except Exception as error:
        future.set_exception(error)
    return future


class Inline(Executor):
    """Carries out each task where it stands; `change` says what becomes of its answer on the way."""

    def __init__(self, change: Callable[[Any], Any] = lambda answer: answer) -> None:
        self.change, self.asked = change, 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.asked += 1
        return carry_out(self.change, fn, args)


class NamedFleet(Fleet):
    """Members by name, each with what it says of itself beside the truth, all in this process."""

    address = "tcp://named"

    def __init__(self, members: Mapping[str, Mapping[str, Any]]) -> None:
        self.facts = dict(members)
        self.made: list[str] = []
        self.closed = False

    def submit(self, task: Callable[..., Any], *given: Any) -> "Future[Any]":
        raise AssertionError("a run that is not for a member of its choice")

    def submit_to(self, members: Collection[str], task: Callable[..., Any], *given: Any) -> "Future[Any]":
        [name] = members
        if given:
            self.made.append(name)
        return carry_out(lambda answer: {**answer, **self.facts.get(name, {})}, task, given)

    def slots(self) -> int:
        return len(self.facts)

    def members(self) -> Mapping[str, int]:
        return dict.fromkeys(self.facts, 1)

    def close(self) -> None:
        self.closed = True
