"""A backend that does wrong what its option `fault` tells it to; what is honest in it comes from `backtracking`."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from rookery.backends import Ask, Backend, End, Reason, Unsupported, Want
from rookery.backends.contract import Stream
from rookery.backends.registry import backend
from rookery.models import Model, Problem
from rookery_tests.streams import Split, run_program

FAULTS = (
    "none", "wrong-solution", "wrong-count", "wrong-optimum", "brag", "lose", "duplicate", "infeasible", "raise",
    "exit", "segfault", "_exit", "_exit0", "abort", "allocate", "slowly-allocate", "memory-error", "oversleep", "sleep",
    "deaf", "spin", "grandchild", "daemon", "print", "rubbish", "unsupported", "give-up", "kill-server",
    "undecodable", "forge", "signal", "stop-server", "moody", "overbound", "pessimist", "modest",
)  # fmt: skip


class Faulty(Backend):
    """Does what `fault` says; `pids` names a file for the processes that it starts."""

    name = "faulty"
    summary = "wrong on purpose"
    can = frozenset({"one", "best", "all", "count", "seed", "workers"})
    options: ClassVar[Mapping[str, str]] = {
        "fault": ", ".join(FAULTS), "pids": "a file", "after": "solutions first"
    }  # fmt: skip

    def __init__(self) -> None:
        self.inner = backend("backtracking")

    def compile(self, model: Model, ask: Ask) -> Any:
        return self.inner.compile(model, ask)

    def run(self, program: Any, ask: Ask) -> Stream:
        fault = ask.options.get("fault", "none")
        wanted = replace(ask, want=Want.ALL) if fault in ("lose", "duplicate") else ask
        honest = run_program(self.inner, program, replace(wanted, options={}))
        yield from islice(Split(honest), int(ask.options.get("after", "0")))
        act: Callable[[Stream, Ask], Stream] = getattr(self, "_" + fault.lstrip("_").replace("-", "_"))
        yield from act(honest, ask)

    def _none(self, honest: Stream, ask: Ask) -> Stream:
        yield from honest

    def _wrong_solution(self, honest: Stream, ask: Ask) -> Stream:
        yield frozenset({0, 1})
        yield from honest

    def _wrong_count(self, honest: Stream, ask: Ask) -> Stream:
        solutions = Split(honest)
        yield from solutions
        counts = ask.want is Want.COUNT
        yield replace(solutions.outcome, count=(solutions.outcome.count or 0) + 1) if counts else solutions.outcome

    def _wrong_optimum(self, honest: Stream, ask: Ask) -> Stream:
        found = next(iter(Split(honest)))
        yield found
        yield End(proven=True, bound=len(found))

    def _modest(self, honest: Stream, ask: Ask) -> Stream:
        """Claim that a solution without one of its pieces is the best."""
        found = next(iter(Split(honest)))
        yield found - {min(found)}
        yield End(proven=True, bound=len(found) - 1)

    def _moody(self, honest: Stream, ask: Ask) -> Stream:
        """Count one more with every other seed."""
        return self._wrong_count(honest, ask) if ask.seed % 2 else honest

    def _overbound(self, honest: Stream, ask: Ask) -> Stream:
        """Claim that no solution has as few pieces as the one that it shows."""
        found = next(iter(Split(honest)))
        yield found
        yield End(proven=False, reason=Reason.TIME, bound=len(found) + 1)

    def _pessimist(self, honest: Stream, ask: Ask) -> Stream:
        """Claim a bound that the optimum is below, and show nothing."""
        yield End(proven=False, reason=Reason.TIME, bound=9)

    def _brag(self, honest: Stream, ask: Ask) -> Stream:
        """Patch the toolkit in this process, so that each objective seems one better, to its referees too."""
        counted, valued = Problem.objective, Model.value
        Problem.objective = lambda self, placement: _bettered(counted(self, placement))  # type: ignore[method-assign]
        Model.value = lambda self, true_variables: _bettered(valued(self, true_variables))  # type: ignore[method-assign]
        solutions = Split(honest)
        yield from solutions
        yield replace(solutions.outcome, bound=None)

    def _lose(self, honest: Stream, ask: Ask) -> Stream:
        yield from list(Split(honest))[1:]
        yield End(proven=True)

    def _duplicate(self, honest: Stream, ask: Ask) -> Stream:
        for solution in Split(honest):
            yield solution
            yield solution
        yield End(proven=True)

    def _infeasible(self, honest: Stream, ask: Ask) -> Stream:
        yield End(proven=True)

    def _raise(self, honest: Stream, ask: Ask) -> Stream:
        raise RuntimeError("told to raise")

    def _exit(self, honest: Stream, ask: Ask) -> Stream:
        os._exit(7)

    def _exit0(self, honest: Stream, ask: Ask) -> Stream:
        os._exit(0)

    def _segfault(self, honest: Stream, ask: Ask) -> Stream:
        ctypes.string_at(0)
        yield from honest

    def _abort(self, honest: Stream, ask: Ask) -> Stream:
        os.abort()

    def _allocate(self, honest: Stream, ask: Ask) -> Stream:
        held = []
        while True:
            held.append(bytearray(b"\1") * (8 << 20))

    def _slowly_allocate(self, honest: Stream, ask: Ask) -> Stream:
        held = []
        while True:
            held.append(bytearray(b"\1") * (1 << 20))
            time.sleep(_pause(len(held)))

    def _memory_error(self, honest: Stream, ask: Ask) -> Stream:
        raise MemoryError("told to")

    def _oversleep(self, honest: Stream, ask: Ask) -> Stream:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        return self._sleep(honest, ask)

    def _sleep(self, honest: Stream, ask: Ask) -> Stream:
        time.sleep(600)
        yield from honest

    def _deaf(self, honest: Stream, ask: Ask) -> Stream:
        """Hold the interpreter lock, as some solvers do."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        ctypes.PyDLL(None).sleep(600)
        yield from honest

    def _spin(self, honest: Stream, ask: Ask) -> Stream:
        while True:
            pass

    def _grandchild(self, honest: Stream, ask: Ask) -> Stream:
        self._note(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid, ask)
        yield from honest

    def _daemon(self, honest: Stream, ask: Ask) -> Stream:
        """Leave a process in a session of its own, orphaned."""
        code = (
            "import os, time; os.fork() and os._exit(0); os.setsid(); print(os.getpid(), flush=True); time.sleep(600)"
        )
        started = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert started.stdout is not None
        self._note(int(started.stdout.readline()), ask)
        started.wait()
        yield from self._sleep(honest, ask) if ask.deadline.seconds else honest

    def _print(self, honest: Stream, ask: Ask) -> Stream:
        line = "x" * 99 + "\n"
        for _ in range(1000):
            sys.stdout.write(line * 1000)
        sys.stderr.write("the last line")
        yield from honest

    def _rubbish(self, honest: Stream, ask: Ask) -> Stream:
        """Write nonsense to every handle that is open, and leave."""
        for handle in range(1, 64):
            try:
                os.write(handle, b'\0\xff{"ended": "ok", "said": [[\n{"ended": 3}\n')
            except OSError:
                continue
        os._exit(0)

    def _undecodable(self, honest: Stream, ask: Ask) -> Stream:
        """Fail on a file whose name is no text."""
        raise FileNotFoundError(2, "No such file", os.fsdecode(b"log-\xff"))

    def _forge(self, honest: Stream, ask: Ask) -> Stream:
        """Send an answer of its own making, and leave."""
        forged = b'{"ended": "ok", "status": "satisfied", "complete": true, "count": 1e400, "times": {"total": NaN}}'
        for handle in range(3, 64):
            with suppress(OSError):
                os.write(handle, forged + b'\n{"ended": "ok", "end": "done", "status": "satisfied"}\n')
        os._exit(0)

    def _signal(self, honest: Stream, ask: Ask) -> Stream:
        """Die of a signal that has no name."""
        os.kill(os.getpid(), signal.SIGRTMIN + 3)
        yield from honest

    def _unsupported(self, honest: Stream, ask: Ask) -> Stream:
        raise Unsupported("told to refuse")

    def _give_up(self, honest: Stream, ask: Ask) -> Stream:
        yield End(proven=False, reason=Reason.DONE)

    def _kill_server(self, honest: Stream, ask: Ask) -> Stream:
        os.kill(os.getppid(), signal.SIGKILL)
        yield from self._sleep(honest, ask)

    def _stop_server(self, honest: Stream, ask: Ask) -> Stream:
        os.kill(os.getppid(), signal.SIGSTOP)
        yield from self._sleep(honest, ask)

    def _note(self, pid: int, ask: Ask) -> None:
        with Path(ask.options["pids"]).open("a") as notes:
            notes.write(f"{pid}\n")


def _pause(held: int) -> float:
    """Seconds to wait after a MiB of so many: near the limit that tests ask for a busy supervisor has time to look."""
    return 0.0005 if held < 400 else 0.01


def _bettered(value: int | None) -> int | None:
    return None if value is None else value - 1
