"""The process that makes one run: it answers on a pipe, a line of JSON at a time, and is trusted with nothing else."""

import faulthandler
import gc
import json
import os
import random
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

import msgspec

from rookery.backends import Run, Unsupported, Want, WrongAnswer, start
from rookery.compare.backends import BackendRef
from rookery.compare.problems import declare_asked
from rookery.compare.record import KEPT, Task
from rookery.core.runtime import EXPENDABLE, die_with_parent
from rookery.core.words import reason
from rookery.models import Placement
from rookery.models.problem.placement import list_pieces

NEWS = 0.2  # seconds between two messages of what was found so far
HEADROOM = 1 << 30
MODULUS = 1 << 256


def run_child(line: bytes, parent: int, answers: int, prints: int) -> NoReturn:
    """Make the run of a task and end; the handles are the pipes for answers and for printed output."""
    code = 1
    try:
        task, before = msgspec.json.decode(line, type=Task), set(sys.modules)
        _stand_alone(parent, answers, prints)
        _limit(task)
        random.seed(task.seed)
        EXPENDABLE.set()
        said = _answer(task, answers)
        _write(answers, said | {"modules": sorted(set(sys.modules) - before)})
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)  # no exit handler and no thread of a library may keep the process


def _stand_alone(parent: int, answers: int, prints: int) -> None:
    """Get an own session, default signals and no handle of the server; die with the server."""
    os.setsid()
    die_with_parent(parent)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(prints, 1)
    os.dup2(prints, 2)
    os.closerange(3, answers)
    os.closerange(answers + 1, 1 << 16)
    faulthandler.enable(2)


def _limit(task: Task) -> None:
    """Set limits of the system behind those of the server, which comes first unless it sleeps."""
    import resource  # not on Windows, where this module is only imported

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if task.limits.memory is not None:
        held = 0
        with suppress(OSError, ValueError):
            held = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        most = held + 2 * task.limits.memory + HEADROOM
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    if task.limits.cpu_seconds is not None:
        most = ceil(task.limits.cpu_seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))


def _answer(task: Task, answers: int) -> dict[str, Any]:
    """Return the last message of a run."""
    try:
        return _solve(task, answers)
    except WrongAnswer as error:
        witness = None if error.placement is None else list_pieces(error.placement)
        return {"ended": "wrong answer", "message": str(error), "witness": witness}
    except Unsupported as error:
        return {"ended": "unsupported", "message": str(error)}
    except MemoryError as error:
        gc.collect()
        return {"ended": "memory", "message": f"MemoryError {error}".strip()}
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        traceback.print_exc()
        return {"ended": "exception", "message": reason(error)}


def _solve(task: Task, answers: int) -> dict[str, Any]:
    run = start(declare_asked(task.problem), BackendRef(task.backend, task.use).load(), task.question)
    progress = RunProgress(run)
    for placement in run:
        if progress.add_solution(placement):
            _write(answers, progress.so_far())
    answer = run.answer(KEPT)
    whole = answer.complete and answer.want is Want.ALL
    return {
        "ended": "ok",
        **answer.as_dict(),
        "problem": None,
        "solutions": list(map(list_pieces, answer.solutions)),
        "solutions_hash": f"{progress.digest:064x}" if whole else None,
        "first": progress.first,
        "last": progress.last,
    }


class RunProgress:
    """What a run has found so far; a run that is killed leaves the last message of it."""

    def __init__(self, run: Run) -> None:
        self._run, self._began, self._sent = run, perf_counter(), float("-inf")
        self._kept: list[Placement] = []
        self._latest: Placement | None = None
        self.count, self.digest = 0, 0
        self.first: float | None = None
        self.last: float | None = None

    def add_solution(self, placement: Placement) -> bool:
        """Take a solution; return True if it is time to report."""
        self.last = perf_counter() - self._began
        self.first = self.last if self.first is None else self.first
        self.count, self._latest = self.count + 1, placement
        if len(self._kept) < KEPT:
            self._kept.append(placement)
        if self._run.question.want is Want.ALL:
            self.digest = (self.digest + hash_solution(list_pieces(placement))) % MODULUS
        due = self.last - self._sent > NEWS
        self._sent = self.last if due else self._sent
        return due

    def so_far(self) -> dict[str, Any]:
        """Return the last of ever better solutions, or the first and the number of many."""
        best, found = self._run.question.want is Want.ONE, self._run.objective
        proven = not best and found is not None  # several solutions are listed once their optimum is proven
        shown = [self._latest] if best and self._latest is not None else self._kept
        return {
            "status": "optimal" if proven else "satisfied",
            "complete": False,
            "count": 1 if best else self.count,
            "objective": found,
            "bound": found if proven else None,
            "solutions": list(map(list_pieces, shown)),
            "first": self.first,
            "last": self.last,
        }


def hash_solution(solution: Sequence[Sequence[Any]]) -> int:
    """Return a number for a solution; the sum of these numbers stands for a set, independently of its order."""
    text = " ".join(f"{name}@{','.join(map(str, cell))}" for name, *cell in solution)
    return int.from_bytes(sha256(text.encode()).digest())


def _write(handle: int, message: dict[str, Any]) -> None:
    left = memoryview(json.dumps(message).encode() + b"\n")
    while left:
        left = left[os.write(handle, left) :]
