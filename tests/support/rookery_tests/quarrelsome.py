"""Backends that are right when they are alone, and whose libraries do not get on with others or with this machine."""

import os
import signal
import sys
from typing import Any, ClassVar

from rookery.backends import Ask
from rookery.backends.contract import Stream
from rookery.backends.solvers.sat import Sat
from rookery.backends.solvers.sat.encode import Program
from rookery.models import Model


class Quarrelsome(Sat):
    """Its library has symbols of OR-Tools', as highspy has: whichever is loaded second is broken."""

    name: ClassVar[str] = "quarrelsome"

    def compile(self, model: Model, ask: Ask) -> Program:
        """Compile, where OR-Tools is not there."""
        if "ortools" in sys.modules:
            raise ImportError("libhighs.so: undefined symbol: _ZN5Highs13releaseMemoryEv")
        return super().compile(model, ask)


class Crashing(Sat):
    """Its library ends the process."""

    name: ClassVar[str] = "crashing"

    def run(self, program: Any, ask: Ask) -> Stream:
        """Say a word, and crash."""
        print("double free or corruption", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        return super().run(program, ask)
