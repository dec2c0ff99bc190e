"""Measures what each lowering gains on other structures: tori, holes, total and perfect domination, riders, leapers.

Usage: python -m benchmarks.speed structures [--seconds S] [--seeds N] [--backend NAME] [WORD...]

Processor seconds of one worker, the median of the seeds, as a Markdown table with a column for each alternative; a run
that is not done within the limit counts as the limit with a `>`.
"""

import argparse
from collections.abc import Iterator, Mapping
from statistics import median
from time import process_time

from rookery.backends import Question, registry, start
from rookery.models import Board, Piece, Problem, domination, k_fold_domination, maximal_placement
from rookery.models.pieces.piece import AMAZON, BISHOP, CAMEL, KING, KNIGHT, NIGHTRIDER, QUEEN, ROOK, ZEBRA
from rookery.models.referee.rules import Kind

ALTERNATIVES: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "cpsat": (
        {}, {"lowering.lines": "off"}, {"lowering.lines": "on"}, {"lowering.bound": "off"},
        {"lowering.symmetry": "lex"},
    ),
    "sat": (
        {}, {"search": "cores"}, {"search": "ascending"}, {"search": "cores", "lowering.lines": "on"},
        {"search": "ascending", "lowering.lines": "on"}, {"search": "ascending", "lowering.symmetry": "off"},
    ),
}  # fmt: skip


def boards() -> Iterator[tuple[str, Problem]]:
    """What is measured: one problem or two of each structure, small enough for all alternatives."""
    yield "torus queen 9", domination(QUEEN, Board(9, torus=True))
    yield "torus queen independent 9", domination(QUEEN, Board(9, torus=True), "independent")
    yield "torus knight 9", domination(KNIGHT, Board(9, torus=True))
    yield "holes queen 10", domination(QUEEN, Board(10, holes=HOLES))
    yield "holes queen independent 10", domination(QUEEN, Board(10, holes=HOLES), "independent")
    yield "fixed queen 11", domination(QUEEN, Board(11), fixed=[(0, 0)])
    yield "forbidden queen independent 11", domination(QUEEN, Board(11), "independent", forbidden=[(5, 5), (0, 3)])
    for piece, kind, n in PLAIN:
        yield f"{piece.name} {kind} {n}", domination(piece, Board(n), kind)
    yield "maximal queen 8", maximal_placement(QUEEN, Board(8))
    yield "twice queen 7", k_fold_domination(QUEEN, Board(7), 2)


HOLES = [(2, 3), (4, 4), (7, 1), (8, 8)]
PLAIN: tuple[tuple[Piece, Kind, int], ...] = (
    (QUEEN, "total", 10), (KNIGHT, "total", 9), (ROOK, "total", 8),
    (QUEEN, "perfect", 9), (KNIGHT, "perfect", 9), (KING, "perfect", 9),
    (ROOK, "plain", 8), (BISHOP, "plain", 10), (BISHOP, "independent", 9), (AMAZON, "plain", 11),
    (AMAZON, "independent", 11), (NIGHTRIDER, "plain", 9), (NIGHTRIDER, "independent", 9),
    (KING, "plain", 12), (KING, "independent", 11), (KNIGHT, "independent", 10), (CAMEL, "plain", 9),
    (ZEBRA, "plain", 9),
)  # fmt: skip


def measured(
    problem: Problem, backend: str, options: Mapping[str, str], seconds: float, seed: int
) -> tuple[float, bool]:
    """Processor seconds, and whether the optimum was proven."""
    began = process_time()
    run = start(problem, backend, Question(seconds=seconds, seed=seed, options=options))
    for _ in run:
        pass
    return process_time() - began, run.answer(0).complete


def cell(runs: list[tuple[float, bool]], seconds: float) -> str:
    """The median of some runs."""
    late = sum(not done for _, done in runs)
    if 2 * late > len(runs):
        return f"> {seconds:g}"
    return f"{median(spent if done else seconds for spent, done in runs):.2f}"


def main() -> None:
    """Print a table for each backend."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--backend", choices=list(ALTERNATIVES))
    parser.add_argument("words", nargs="*")
    asked = parser.parse_args()
    for name in [asked.backend] if asked.backend else ALTERNATIVES:
        registry.backend(name).load()
        heads = [" ".join(f"{key}={value}" for key, value in each.items()) or "default" for each in ALTERNATIVES[name]]
        print(f"\n| {name} | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}")
        for title, problem in boards():
            if all(word in title.split() for word in asked.words):
                print(f"| {title} | {' | '.join(row(problem, name, asked))} |", flush=True)


def row(problem: Problem, backend: str, asked: argparse.Namespace) -> Iterator[str]:
    """The cells of one problem; an alternative is left after a seed that took the whole limit."""
    for options in ALTERNATIVES[backend]:
        runs = list[tuple[float, bool]]()
        for seed in range(asked.seeds):
            runs.append(measured(problem, backend, options, asked.seconds, seed))
            if not any(done for _, done in runs):
                break
        yield cell(runs, asked.seconds)
