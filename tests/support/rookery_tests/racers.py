"""Backends for races, which other processes can import: slow, failing, dying, missing and lying ones."""

import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

from rookery.backends import Ask, Backend, End, Unsupported
from rookery.backends.contract import Item, Reason
from rookery.models import Model


class Slow(Backend):
    """Finds nothing until its deadline passes."""

    name, summary = "slow", "finds nothing"

    def compile(self, model: Model, ask: Ask) -> Model:
        return model

    def run(self, program: Any, ask: Ask) -> Iterator[Item]:
        while not ask.deadline.passed():
            os.sched_yield()
        yield End(False, Reason.TIME)


class Failing(Slow):
    """Has a fault."""

    name = "failing"

    def run(self, program: Any, ask: Ask) -> Iterator[Item]:
        raise ZeroDivisionError("by nothing")


class Dying(Slow):
    """Kills its process, unless that is the one of the tests, where memory runs out."""

    name = "dying"

    def run(self, program: Any, ask: Ask) -> Iterator[Item]:
        if "pytest" in sys.modules:
            raise MemoryError
        os.kill(os.getpid(), signal.SIGKILL)
        yield End(False)


class Missing(Slow):
    """Lacks a library."""

    name = "missing"

    def compile(self, model: Model, ask: Ask) -> Model:
        raise Unsupported("no-such-library is missing")


class Liar(Slow):
    """Gives a solution that is none."""

    name = "liar"

    def run(self, program: Model, ask: Ask) -> Iterator[Item]:
        yield frozenset(range(program.variables))
        yield End(True)
