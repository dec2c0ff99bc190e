"""Backends that fail, in a module that other processes can import too."""

import os
import signal
import sys
from typing import Any

from rookery.backends import Ask, Backend, End, Unsupported
from rookery.backends.contract import Reason, Stream
from rookery.backends.solvers.sat import Sat
from rookery.backends.solvers.sat.encode import Program
from rookery.models import Model


class Slow(Backend):
    """Finds nothing until its deadline passes."""

    name, summary = "slow", "finds nothing"

    def compile(self, model: Model, ask: Ask) -> Model:
        return model

    def run(self, program: Any, ask: Ask) -> Stream:
        while not ask.deadline.passed():
            os.sched_yield()
        yield End(False, Reason.TIME)


class Dying(Slow):
    """Kills its process, unless that is the one of the tests, where memory runs out."""

    name = "dying"

    def run(self, program: Any, ask: Ask) -> Stream:
        if "pytest" in sys.modules:
            raise MemoryError
        print("double free or corruption", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        yield End(False)


class Missing(Slow):
    """Lacks a library."""

    name = "missing"

    def compile(self, model: Model, ask: Ask) -> Model:
        raise Unsupported("no-such-library is missing")


class Quarrelsome(Sat):
    """Its library has symbols of OR-Tools', as highspy has: whichever is loaded second is broken."""

    name = "quarrelsome"

    def compile(self, model: Model, ask: Ask) -> Program:
        if "ortools" in sys.modules:
            raise ImportError("libhighs.so: undefined symbol: _ZN5Highs13releaseMemoryEv")
        return super().compile(model, ask)
