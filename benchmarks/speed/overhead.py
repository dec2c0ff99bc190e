"""Measures what passes around the search: the phases of small and huge boards, and what isolation costs.

python -m benchmarks.speed overhead phases [SIDE...]
    the processor seconds of each step of a first solution of n queens by SAT, and of the referees of kings that
    guard the board
python -m benchmarks.speed overhead [RUNS]
    the time of a run as the harness sees it, less its own
"""

import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter, process_time

from rookery.backends import Question, Want, registry
from rookery.backends.contract.backend import Request
from rookery.backends.fleet.streaming import Channel
from rookery.backends.solvers.sat.oracle import Oracle
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.campaign import Task
from rookery.compare.records.record import Limits
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.isolation.host import ForkServer
from rookery.core.deadline import NEVER
from rookery.models import Board, domination, placement
from rookery.models.pieces.piece import KING, QUEEN
from rookery.models.problems.plain import plain

SIDES = [12, 50, 300, 1000]


def overheads(name: str, runs: int) -> list[float]:
    """Seconds that each of some runs took beyond its own phases."""
    limits = Limits(20.0, None, 2 << 30)
    question = Question(Want.COUNT, seconds=limits.seconds)
    task = Task(plain(placement(QUEEN, Board(6), 6)), question, BackendRef(name), limits)
    server = ForkServer(task.backend, [task])
    server.run(task)
    found = []
    for _ in range(runs):
        started = perf_counter()
        record = decode_report(task, server.run(task), "")
        found.append(perf_counter() - started - record.times["total"])
    server.close()
    return sorted(found)


def queens(side: int) -> Iterator[tuple[str, float]]:
    """Processor seconds of each step that leads to the first placement of queens by SAT, the search left out."""
    clock = Laps()
    problem = placement(QUEEN, Board(side), side)
    yield clock.lap("declare")
    backend = registry.backend("sat")
    backend.load()
    yield clock.lap("load")
    program = backend.compile(problem.model, Request(Want.ONE, None, NEVER, 1, 0, {}))
    yield clock.lap("compile")
    oracle = Oracle(program, NEVER, Channel())
    oracle.load()
    yield clock.lap("give it to the solver")
    oracle.close()
    chosen = frozenset(row * side + column for row, column in enumerate(_knight_steps(side)))
    clock.lap("")
    found = problem.read(chosen)
    yield clock.lap("read back")
    problem.faults(found)
    yield clock.lap("chess referee")
    problem.model.violated(chosen)
    yield clock.lap("model referee")
    str(found)
    yield clock.lap("draw")


def _knight_steps(side: int) -> list[int]:
    """A queen a row, two columns on from row to row: few attack another, and all walk as far as they can."""
    return [*range(1, side, 2), *range(0, side, 2)]


def kings(side: int) -> Iterator[tuple[str, float]]:
    """Processor seconds of declaring kings' domination, and of both referees of a placement that guards all."""
    clock = Laps()
    problem = domination(KING, Board(side))
    yield clock.lap("declare kings")
    row = range(1, side, 3) if side % 3 != 1 else range(0, side, 3)
    chosen = frozenset(r * side + c for r in row for c in row)
    found = problem.read(chosen)
    yield clock.lap("read back")
    assert not problem.faults(found)
    yield clock.lap("chess referee")
    assert not problem.model.violated(chosen)
    yield clock.lap("model referee")


class Laps:
    """A clock of processor seconds."""

    def __init__(self) -> None:
        self._last = process_time()

    def lap(self, name: str) -> tuple[str, float]:
        """A name with the seconds since the last lap."""
        before, self._last = self._last, process_time()
        return name, self._last - before


def print_phases(sides: list[int]) -> None:
    """Print the steps of each side, a line for each question."""
    for side in sides:
        for question in (queens, kings):
            print(side, ", ".join(f"{name} {seconds:.3f}" for name, seconds in question(side)))


def main() -> None:
    """Print the phases, or the quartiles and the worst overhead of each backend in milliseconds."""
    if sys.argv[1:2] == ["phases"]:
        print_phases([*map(int, sys.argv[2:])] or SIDES)
        return
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"{runs} runs each; milliseconds beyond the run's own time")
    for name in registry.names():
        found = [1000 * seconds for seconds in overheads(name, runs)]
        low, middle, high = found[runs // 4], median(found), found[3 * runs // 4]
        print(f"{name:18} median {middle:5.1f}   quartiles {low:5.1f} .. {high:5.1f}   worst {found[-1]:5.1f}")
