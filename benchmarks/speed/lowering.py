"""Measures how fast CP-SAT and SAT prove optima, count and find: processor seconds of whole runs, less imports.

Usage: python -m benchmarks.speed lowering [--seconds S] [--seeds N] [--peers] [WORD...]

One worker, medians over the seeds, as a Markdown table. `--peers` sets beside them the same model as one first writes
it for OR-Tools and for PySAT, and CPMpy, each within `--peer-seconds`. Only rows that hold every WORD are run.
"""

import argparse
import os
import platform
import runpy
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from rookery.backends import Backend, Question, Request, Unsupported, Want, registry
from rookery.backends.running.run import Run
from rookery.models import Board, Piece, Problem, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN
from rookery.models.referee.rules import Kind

PEERS = {
    "naive ortools": ("naive_ortools.py", "NaiveOrtools", "cpsat"),
    "CPMpy": ("plain_cpmpy.py", "PlainCpmpy", "cpsat"),
    "naive PySAT": ("naive_pysat.py", "NaivePysat", "sat"),
}


class Row(NamedTuple):
    """One line of the table: what is asked of whom, and the seconds that it may take; `want` "" is compiling alone."""

    title: str
    backend: str
    want: str
    declare: Callable[[], Problem]
    target: float


def optimum(backend: str, piece: Piece, n: int, kind: Kind, target: float, want: str = "one") -> Row:
    """A row that asks for a smallest dominating set, or for how many there are."""
    title = f"{backend} {'all ' if want == 'count' else ''}{kind} {piece.name} domination {n}"
    return Row(title, backend, want, lambda: domination(piece, Board(n), kind), target)


def queens(backend: str, n: int, want: str, target: float) -> Row:
    """A row that asks for n queens."""
    return Row(
        f"{backend} {want or 'compile'} {n} queens", backend, want, lambda: placement(QUEEN, Board(n), n), target
    )


ROWS = (
    *(optimum("cpsat", QUEEN, n, "plain", most) for n, most in ((10, 0.5), (12, 1.5), (13, 7))),
    *(optimum("cpsat", QUEEN, n, "independent", most) for n, most in ((10, 0.5), (12, 5), (13, 8))),
    *(optimum("cpsat", KNIGHT, n, "plain", most) for n, most in ((8, 0.3), (12, 0.8), (14, 15))),
    *(optimum("sat", QUEEN, n, "plain", most) for n, most in ((10, 0.8), (11, 1.5), (12, 12))),
    *(optimum("sat", QUEEN, n, "independent", most) for n, most in ((11, 1.5), (12, 12))),
    *(optimum("sat", KNIGHT, n, "plain", most) for n, most in ((12, 0.4), (14, 30))),
    *(queens(backend, 12, "count", most) for backend, most in (("sat", 1.5), ("cpsat", 6))),
    *(queens("sat", n, "one", most) for n, most in ((200, 0.5), (1000, 12))),
    *(queens("cpsat", n, "one", most) for n, most in ((200, 1.5), (1000, 60))),
    *(optimum(backend, QUEEN, 8, "plain", most, "count") for backend, most in (("sat", 3), ("cpsat", 18))),
    queens("python-constraint", 10, "count", 0.2),
    optimum("python-constraint", QUEEN, 7, "plain", 0.3),
    *(queens(backend, 1000, "", 2.5) for backend in ("cpsat", "sat")),
)


def measured(row: Row, backend: Backend[Any], seconds: float, seed: int) -> tuple[float, str]:
    """Processor seconds of one run and what came of it; "" where all went well."""
    start = process_time()
    if not row.want:
        backend.compile(row.declare().model, Request(Want.ONE))
        return process_time() - start, ""
    able = seed if backend.capabilities.seeds else 0
    run = Run(row.declare(), backend, Question.of(want=row.want, seconds=seconds, seed=able))
    for _ in run:
        pass
    return process_time() - start, "" if run.answer(0).complete else "not proved"


def cell(row: Row, backend: Backend[Any], seconds: float, seeds: int) -> tuple[str, str]:
    """The median of the seeds and each run; a peer that does not take the model says so."""
    try:
        backend.load()
        runs = [measured(row, backend, seconds, seed) for seed in range(seeds)]
    except Unsupported:
        return "refused", ""
    late = sum(bool(said) for _, said in runs)
    middle = "-" if 2 * late > seeds else f"{median(float('inf') if said else spent for spent, said in runs):.2f}"
    return middle, ", ".join(f"{spent:.2f}{' ' * bool(said)}{said}" for spent, said in runs)


def peers(row: Row) -> Iterator[tuple[str, Backend[Any] | None]]:
    """Those that stand beside a backend, by name; None for those that stand beside another."""
    here = Path(__file__).parents[1] / "peers"
    for name, (file, made, beside) in PEERS.items():
        compared = beside == row.backend and row.want
        yield name, runpy.run_path(str(here / file))[made]() if compared else None


def line(row: Row, asked: argparse.Namespace) -> str:
    """One row of the table."""
    middle, runs = cell(row, registry.backend(row.backend), asked.seconds, asked.seeds)
    others = [
        cell(row, peer, asked.peer_seconds, 1)[0] if peer else "" for _, peer in (peers(row) if asked.peers else ())
    ]
    return "| " + " | ".join([row.title, f"{row.target:g}", middle, runs, *others, f"{os.getloadavg()[0]:.1f}"]) + " |"


def main() -> None:
    """Print the table with its conditions; the load of the machine too, with which processor seconds grow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="the limit of a run, by the clock")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--peer-seconds", type=float, default=20)
    parser.add_argument("words", nargs="*")
    asked = parser.parse_args()
    names = ["work", "at most", "median", "runs", *(PEERS if asked.peers else ()), "load"]
    libraries = ", ".join(f"{name} {version(name)}" for name in ("ortools", "python-sat", "python-constraint2"))
    print(f"{libraries}; Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; CPU seconds")
    print(f"limits {asked.seconds:g} s, peers {asked.peer_seconds:g} s, one run; - is no answer within the limit\n")
    print(f"| {' | '.join(names)} |\n|{'---|' * len(names)}")
    for row in ROWS:
        if all(word in row.title.split() for word in asked.words):
            print(line(row, asked), flush=True)
