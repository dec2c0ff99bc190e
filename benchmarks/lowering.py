"""Measures how fast CP-SAT and SAT prove optima and count, one worker: processor seconds of whole runs, less imports.

Usage: python benchmarks/lowering.py [SECONDS [SEEDS [WORD...]]]; only rows whose title holds every word are run.
"""

import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from statistics import median
from time import process_time
from typing import NamedTuple

from rookery.backends import Question, registry
from rookery.backends.run import Run
from rookery.models import Board, Piece, Problem, domination, placement
from rookery.models.pieces import KNIGHT, QUEEN
from rookery.models.rules import Kind


class Row(NamedTuple):
    """One line of the table: what is asked of whom, and the seconds that it may take."""

    title: str
    backend: str
    want: str
    declare: Callable[[], Problem]
    target: float


def optimum(backend: str, piece: Piece, n: int, kind: Kind, target: float) -> Row:
    """A row that asks for a smallest dominating set."""
    title = f"{backend} {kind} {piece.name} domination {n}"
    return Row(title, backend, "one", lambda: domination(piece, Board(n), kind), target)


def queens(backend: str, n: int, want: str, target: float) -> Row:
    """A row that asks for n queens."""
    return Row(f"{backend} {want} {n} queens", backend, want, lambda: placement(QUEEN, Board(n), n), target)


ROWS = (
    *(optimum("cpsat", QUEEN, n, "plain", most) for n, most in ((10, 0.5), (12, 1.5), (13, 7))),
    *(optimum("cpsat", QUEEN, n, "independent", most) for n, most in ((10, 0.5), (12, 5), (13, 8))),
    *(optimum("cpsat", KNIGHT, n, "plain", most) for n, most in ((8, 0.3), (12, 0.8), (14, 15))),
    *(optimum("sat", QUEEN, n, "plain", most) for n, most in ((10, 0.8), (11, 1.5), (12, 12))),
    *(optimum("sat", QUEEN, n, "independent", most) for n, most in ((11, 1.5), (12, 12))),
    *(optimum("sat", KNIGHT, n, "plain", most) for n, most in ((12, 0.4), (14, 30))),
    queens("sat", 12, "count", 1.5),
    queens("cpsat", 12, "count", 6),
    queens("sat", 200, "one", 0.5),
    queens("cpsat", 200, "one", 1.5),
)


def measured(row: Row, seconds: float, seed: int) -> tuple[float, str]:
    """Processor seconds of one run and what came of it."""
    start = process_time()
    run = Run(row.declare(), registry.backend(row.backend), Question.of(want=row.want, seconds=seconds, seed=seed))
    for _ in run:
        pass
    answer = run.answer(most=1)
    said = f"{answer.objective if answer.objective is not None else answer.count}"
    return process_time() - start, said if answer.complete else f"{said}, not proved"


def main() -> None:
    """Print the table with the load of the machine, which such times depend on."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    words = sys.argv[3:]
    print(f"ortools {version('ortools')}, python-sat {version('python-sat')}; limit {seconds:g} s; CPU seconds")
    for row in ROWS:
        if all(word in row.title.split() for word in words):
            registry.backend(row.backend).load()
            runs = [measured(row, seconds, seed) for seed in range(seeds)]
            times = ", ".join(f"{spent:.2f} ({said})" for spent, said in runs)
            middle = median(spent for spent, _ in runs)
            head = f"{row.title:38} at most {row.target:5.1f}  median {middle:6.2f}"
            print(f"{head}: {times}; load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
