"""A backend that does wrong what its option `fault` tells it to; what is honest in it comes from `backtracking`."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from rookery.backends import Ask, Backend, End, Reason, Unsupported, Want
from rookery.backends.contract import Item, Solution, Stream
from rookery.backends.registry import backend
from rookery.models import Model, Problem
from rookery_tests.streams import Split, run_program

DAEMON = "import os, time; os.fork() and os._exit(0); os.setsid(); print(os.getpid(), flush=True); time.sleep(600)"
FORGED = b"""{"ended": "ok", "status": "satisfied", "complete": true, "count": 1e400, "times": {"total": NaN}}
{"ended": "ok", "end": "done", "status": "satisfied"}
"""


class Faulty(Backend):
    """Does what `fault` says; `pids` names a file for the processes that it starts."""

    name = "faulty"
    summary = "wrong on purpose"
    can = frozenset({"one", "best", "all", "count", "seed", "workers"})
    options: ClassVar[Mapping[str, str]] = {"fault": "what to do", "pids": "a file", "after": "solutions first"}

    def __init__(self) -> None:
        self.inner = backend("backtracking")

    def compile(self, model: Model, ask: Ask) -> Any:
        return self.inner.compile(model, ask)

    def run(self, program: Any, ask: Ask) -> Stream:
        fault = ask.options.get("fault", "none")
        wanted = replace(ask, want=Want.ALL) if fault in ("lose", "duplicate") else ask
        honest = run_program(self.inner, program, replace(wanted, options={}))
        yield from islice(Split(honest), int(ask.options.get("after", "0")))
        misbehave(fault, ask)
        yield from lie(fault, honest, ask)


def lie(fault: str, honest: Stream, ask: Ask) -> Iterable[Item]:
    """The items of an honest stream, or what a fault makes of them."""
    solutions = Split(honest)
    match fault:
        case "wrong-solution":
            return [frozenset({0, 1}), *honest]
        case "wrong-count":
            return _count_one_more(solutions, ask)
        case "moody":  # with every other seed
            return _count_one_more(solutions, ask) if ask.seed % 2 else honest
        case "wrong-optimum":
            first = next(iter(solutions))
            return [first, End(proven=True, bound=len(first))]
        case "modest":  # a solution without one of its pieces, as the best
            first = next(iter(solutions))
            return [first - {min(first)}, End(proven=True, bound=len(first) - 1)]
        case "overbound":  # no solution has as few pieces as the one that is shown
            first = next(iter(solutions))
            return [first, End(proven=False, reason=Reason.TIME, bound=len(first) + 1)]
        case "pessimist":  # a bound that the optimum is below, and no solution
            return [End(proven=False, reason=Reason.TIME, bound=9)]
        case "brag":
            return [*solutions, replace(solutions.outcome, bound=None)]
        case "lose":
            return [*list(solutions)[1:], End(proven=True)]
        case "duplicate":
            return [*(each for each in solutions for _ in range(2)), End(proven=True)]
        case "infeasible":
            return [End(proven=True)]
        case "give-up":
            return [End(proven=False, reason=Reason.DONE)]
    return honest


def _count_one_more(solutions: Split, ask: Ask) -> list[Item]:
    found: list[Solution] = list(solutions)
    end = solutions.outcome
    return [*found, replace(end, count=(end.count or 0) + 1) if ask.want is Want.COUNT else end]


def misbehave(fault: str, ask: Ask) -> None:
    """Do to the process what a fault says; nothing for a lie."""
    if fault in ERRORS:
        raise ERRORS[fault]
    if fault in ENDS:
        ENDS[fault]()
    if fault in ("oversleep", "deaf"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if fault in ("sleep", "oversleep", "kill-server", "stop-server"):
        time.sleep(600)
    match fault:
        case "brag":  # patch the toolkit in this process: each objective seems one better, to its referees too
            counted, valued = Problem.objective, Model.value
            Problem.objective = lambda self, placement: _bettered(counted(self, placement))  # type: ignore[method-assign]
            Model.value = lambda self, true_variables: _bettered(valued(self, true_variables))  # type: ignore[method-assign]
        case "allocate" | "slowly-allocate":
            _allocate(slowly=fault == "slowly-allocate")
        case "deaf":  # hold the interpreter lock, as some solvers do
            ctypes.PyDLL(None).sleep(600)
        case "spin":
            while True:
                pass
        case "grandchild":
            _note(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid, ask)
        case "daemon":  # a process in a session of its own, orphaned
            with subprocess.Popen([sys.executable, "-c", DAEMON], stdout=subprocess.PIPE, text=True) as started:
                assert started.stdout is not None
                _note(int(started.stdout.readline()), ask)
            time.sleep(600 if ask.deadline.seconds else 0)
        case "print":
            for _ in range(1000):
                sys.stdout.write(("x" * 99 + "\n") * 1000)
            sys.stderr.write("the last line")


def _allocate(slowly: bool) -> None:
    """Take memory without end; slowly, a supervisor that is busy has time to look near the limit of the tests."""
    held = []
    while True:
        held.append(bytearray(b"\1") * ((1 if slowly else 8) << 20))
        if slowly:
            time.sleep(0.0005 if len(held) < 400 else 0.01)


def _send(data: bytes, first: int) -> None:
    """Write to every handle that is open, from the first one on, and leave."""
    for handle in range(first, 64):
        with suppress(OSError):
            os.write(handle, data)
    os._exit(0)


def _note(pid: int, ask: Ask) -> None:
    with Path(ask.options["pids"]).open("a") as notes:
        notes.write(f"{pid}\n")


ERRORS = {
    "raise": RuntimeError("told to raise"),
    "memory-error": MemoryError("told to"),
    "unsupported": Unsupported("told to refuse"),
    "undecodable": FileNotFoundError(2, "No such file", os.fsdecode(b"log-\xff")),  # whose name is no text
}
ENDS: dict[str, Callable[[], object]] = {
    "exit": lambda: os._exit(7),
    "exit0": lambda: os._exit(0),
    "segfault": lambda: ctypes.string_at(0),
    "abort": os.abort,
    "signal": lambda: os.kill(os.getpid(), signal.SIGRTMIN + 3),  # which has no name
    "rubbish": lambda: _send(b'\0\xff{"ended": "ok", "said": [[\n{"ended": 3}\n', 1),
    "forge": lambda: _send(FORGED, 3),  # an answer of its own making
    "kill-server": lambda: os.kill(os.getppid(), signal.SIGKILL),
    "stop-server": lambda: os.kill(os.getppid(), signal.SIGSTOP),
}


def _bettered(value: int | None) -> int | None:
    return None if value is None else value - 1
