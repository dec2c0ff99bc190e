"""The process that makes one run: it answers on a pipe, line by line, and is trusted with nothing else."""

import faulthandler
import gc
import os
import random
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from math import ceil
from time import perf_counter
from typing import Any, NoReturn

from rookery.backends import Run, Unsupported, Want, WrongAnswer, start
from rookery.compare.campaign.campaign import Task, read_task
from rookery.compare.runs.isolation import processes
from rookery.compare.runs.isolation.wire import encode_line
from rookery.core.runtime import die_with_parent
from rookery.core.words import reason
from rookery.models import Placement
from rookery.models.problem.placement import list_pieces
from rookery.models.problems.registry import declare

NEWS = 0.2  # seconds between two messages of what was found so far
HEADROOM = 1 << 30
MODULUS = 1 << 256


def run_child(task: dict[str, Any], parent: int, answers: int, prints: int) -> NoReturn:
    """Make a run and end; the handles are the pipes for answers and for printed output."""
    code = 1
    try:
        # Stand alone: own session, default signals, no handle of the harness, death with the supervisor
        os.setsid()
        die_with_parent(parent)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(prints, 1)
        os.dup2(prints, 2)
        highest = os.sysconf("SC_OPEN_MAX")
        os.closerange(3, answers)
        os.closerange(answers + 1, min(highest, 1 << 16))
        faulthandler.enable(2)
        processes.wear_mark(task["mark"])
        # Back-stops inside the process; the supervisor comes first unless it is asleep
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        limits = task["limits"]
        if limits["memory"] is not None:
            most = processes.address_space() + 2 * limits["memory"] + HEADROOM
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        if limits["cpu_seconds"] is not None:
            most = ceil(limits["cpu_seconds"]) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        _answer(read_task(task), answers)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)  # no exit handler and no thread of a library may keep the process


def _answer(task: Task, answers: int) -> None:
    random.seed(task.question.seed)
    try:
        _write(answers, _run_task(task, answers))
        return
    except WrongAnswer as error:
        witness = None if error.placement is None else list_pieces(error.placement)
        message = {"ended": "invalid answer", "message": str(error), "witness": witness}
    except Unsupported as error:
        message = {"ended": "unsupported", "message": str(error)}
    except MemoryError as error:
        gc.collect()
        message = {"ended": "memory", "message": f"MemoryError {error}".strip()}
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        traceback.print_exc()
        message = {"ended": "exception", "message": reason(error)}
    _write(answers, message)


def _run_task(task: Task, answers: int) -> dict[str, Any]:
    run = start(declare(task.problem), task.backend.load(), task.question)
    progress = RunProgress(run, task.keep)
    for placement in run:
        if progress.add_solution(placement):
            _write(answers, progress.so_far())
    answer = run.answer(task.keep)
    whole = answer.complete and task.question.want is Want.ALL
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
    """The progress of a run so far."""

    def __init__(self, run: Run, keep: int) -> None:
        self._run, self._keep = run, keep
        self._began = perf_counter()
        self._sent = float("-inf")
        self._kept: list[Placement] = []
        self._latest: Placement | None = None
        self.count, self.digest = 0, 0
        self.first: float | None = None
        self.last: float | None = None

    def add_solution(self, placement: Placement) -> bool:
        """Take a solution; True if it is time to report."""
        self.last = perf_counter() - self._began
        self.first = self.last if self.first is None else self.first
        self.count, self._latest = self.count + 1, placement
        if len(self._kept) < self._keep:
            self._kept.append(placement)
        if self._run.question.want is Want.ALL:
            self.digest = (self.digest + hash_solution(list_pieces(placement))) % MODULUS
        due = self.last - self._sent > NEWS
        self._sent = self.last if due else self._sent
        return due

    def so_far(self) -> dict[str, Any]:
        """The last of ever better solutions, or the first and the number of many."""
        want = self._run.question.want
        best = want is Want.ONE and self._latest is not None
        shown = [self._latest] if best and self._latest is not None else self._kept
        value = self._run.problem.objective(shown[0]) if shown else None
        return {
            "ended": None,
            "count": 1 if best else self.count,
            "objective": value,
            "proven": not best,  # several solutions are listed once their optimum is proven
            "solutions": list(map(list_pieces, shown)),
            "first": self.first,
            "last": self.last,
        }


def hash_solution(solution: Sequence[Sequence[Any]]) -> int:
    """A number for a solution; the sum of these numbers stands for a set, independently of its order."""
    text = " ".join(f"{name}@{','.join(map(str, cell))}" for name, *cell in solution)
    return int.from_bytes(sha256(text.encode()).digest())


def _write(handle: int, message: dict[str, Any]) -> None:
    left = memoryview(encode_line(message))
    while left:
        left = left[os.write(handle, left) :]
