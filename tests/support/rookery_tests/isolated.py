"""Isolated runs for tests: of the faulty backend, with what it was told to do."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from rookery import placement
from rookery.compare.backends import BackendRef, backend_ref
from rookery.compare.campaign import Campaign, make_campaign
from rookery.compare.client import Client, Report
from rookery.compare.judge import judge
from rookery.compare.record import Limits, Record, Task
from rookery.models import Board, Problem
from rookery.models.pieces.piece import QUEEN
from rookery_tests.yardstick import PATIENCE

PLACE = f"{Path(__file__).with_name('faulty_backend.py')}:Faulty"
QUEENS = placement(QUEEN, Board(6), count=6)
MIB = 1 << 20
SOLUTION = [["queen", row, column] for row, column in enumerate((1, 3, 5, 0, 2, 4))]
GOOD: dict[str, Any] = {
    "ended": "ok",
    "status": "satisfied",
    "complete": True,
    "end": "done",
    "count": 4,
    "orbits": None,
    "objective": None,
    "bound": None,
    "solutions": [SOLUTION],
    "times": {"total": 0.5},
    "solutions_hash": None,
    "first": 0.1,
    "last": 0.2,
    "note": "done",
}


def faulty() -> BackendRef:
    return backend_ref(PLACE)


def task(
    fault: str, want: str = "count", problem: Problem = QUEENS, limits: Limits | None = None, **options: str
) -> Task:
    """A run of the faulty backend."""
    limits = limits or Limits(seconds=PATIENCE, memory=500 * MIB)
    ref = faulty()
    return Task(
        problem=dict(problem.asked or {}),
        want=want,
        backend=ref.name,
        use=ref.use,
        options={"fault": fault, **options},
        limits=limits,
    )


def made(server: Client, run: Task) -> Record:
    """The record of a run."""
    return judge(run, server.run(run))


def decoded(**changes: Any) -> Record:
    """The record of a run that gave a good answer with some changes."""
    return judge(task("none"), Report(status=0, wall=1.0, said=json.dumps(GOOD | changes)))


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def below(pid: int) -> set[int]:
    """Every process that descends from one, by what /proc says of all."""
    parents = {each: parent for each in pids() if (parent := parent_of(each)) is not None}
    found = {pid}
    while more := {each for each, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def parent_of(pid: int) -> int | None:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


def make_small_campaign(**conditions: Any) -> Campaign:
    """A campaign that counts the placements of 4, 5 and 6 queens."""
    problems = [{"family": "placement", "pieces": [["queen", n]], "board": str(n)} for n in (4, 5, 6)]
    return make_campaign(problems, {"name": "small", "want": "count", "seconds": 20, **conditions})


@contextmanager
def killing_dask_workers(cluster: Any, random: Random, most: int) -> Iterator[list[int]]:
    """Kill workers of a `LocalCluster`, one after the other; the list has the processes that were killed."""
    done, killed = Event(), list[int]()

    def kill() -> None:
        while len(killed) < most and not done.wait(random.uniform(0.5, 2.0)):
            # A worker that dies while it starts is not replaced: without workers the cluster would wait forever.
            if workers := [each.pid for each in cluster.workers.values() if each.process.status.name == "running"]:
                killed.append(random.choice(workers))
                with suppress(ProcessLookupError):
                    os.kill(killed[-1], signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        done.set()
        killer.join()
