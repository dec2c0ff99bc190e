"""Times our own search, and beside it programs that do the same, in one run: medians of processor seconds, and ratios.

    python -m benchmarks.speed engine                                   our times alone
    python -m benchmarks.speed engine --nqueens ./nqueens --domination ./domination [--long]

`nqueens N [half]` counts n queens, `domination N d|i Q|N` finds the fewest queens or knights that guard a board, plain
or independent; both tell the seconds of their last line. Kernels are compiled before anything is timed.
"""

import argparse
import re
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import rookery as rk

RUNS = 5


@dataclass(frozen=True)
class Work:
    """What is timed: a name, our way, and the command line of the other program behind its path."""

    name: str
    ours: Callable[[], object]
    program: str = ""
    arguments: Sequence[str] = ()
    long: bool = False


def fewest(piece: rk.Piece, n: int, kind: str = "plain") -> Callable[[], object]:
    """Finding the fewest pieces that guard a board."""
    return lambda: rk.solve(rk.domination(piece, rk.Board(n), kind=kind))  # type: ignore[arg-type]


def queens(n: int, without: str = "", piece: rk.Piece = rk.QUEEN) -> Callable[[], object]:
    """Counting n queens (or other pieces) on n rows."""
    problem = rk.placement(piece, rk.Board(n), count=n)
    return lambda: rk.solve(problem, want="count", options={"without": without})


def armies(n: int, *pieces: rk.Piece) -> Callable[[], object]:
    """Finding the largest armies of some pieces that do not attack each other."""
    return lambda: rk.solve(rk.armies(pieces, rk.Board(n)))


WORK = (
    Work("14 queens, no symmetry", queens(14, "symmetry"), "nqueens", ("14",)),
    Work("14 queens, symmetry used", queens(14), "nqueens", ("14", "half")),
    Work("14 amazons, no symmetry", queens(14, "symmetry", rk.AMAZON)),
    Work("gamma(Q_14)", fewest(rk.QUEEN, 14), "domination", ("14", "d", "Q")),
    Work("gamma(Q_16)", fewest(rk.QUEEN, 16), "domination", ("16", "d", "Q"), long=True),
    Work("i(Q_16)", fewest(rk.QUEEN, 16, "independent"), "domination", ("16", "i", "Q")),
    Work("i(Q_18)", fewest(rk.QUEEN, 18, "independent"), "domination", ("18", "i", "Q"), long=True),
    Work("gamma(N_11)", fewest(rk.KNIGHT, 11), "domination", ("11", "d", "N")),
    Work("gamma(N_12)", fewest(rk.KNIGHT, 12), "domination", ("12", "d", "N"), long=True),
    Work("all minimum sets of gamma(Q_13)", lambda: rk.solve(rk.domination(rk.QUEEN, rk.Board(13)), want="count")),
    Work("peaceable queens 10", armies(10, rk.QUEEN, rk.QUEEN)),
    Work("peaceable queens 12", armies(12, rk.QUEEN, rk.QUEEN), long=True),
    Work("three armies of queens 8", armies(8, rk.QUEEN, rk.QUEEN, rk.QUEEN)),
    Work("queens against rooks 9", armies(9, rk.QUEEN, rk.ROOK)),
    Work("armies of kings 9", armies(9, rk.KING, rk.KING)),
    Work("unguarded by 11 queens", lambda: rk.solve(rk.most_unguarded(rk.QUEEN, rk.Board(11), 11))),
    Work(
        "all minimum sets of gamma(Q_14)",
        lambda: rk.solve(rk.domination(rk.QUEEN, rk.Board(14)), want="count"),
        long=True,
    ),
)


def ours(work: Work, runs: int) -> float:
    """The median of our processor seconds."""
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        work.ours()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def theirs(work: Work, path: Path, runs: int) -> float:
    """The median of the seconds that the other program tells last."""
    seconds = []
    for _ in range(runs):
        printed = subprocess.run([path, *work.arguments], capture_output=True, text=True, check=True).stdout
        seconds.append(float(re.findall(r"([\d.]+) s", printed)[-1]))
    return statistics.median(seconds)


def main() -> None:
    """Print a line for each piece of work."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nqueens", type=Path)
    parser.add_argument("--domination", type=Path)
    parser.add_argument("--long", action="store_true", help="also what takes more than a few seconds")
    chosen = parser.parse_args()
    print(f"{'work':34} {'ours':>9} {'other':>9} {'ours/other':>11}")
    for work in WORK:
        if work.long and not chosen.long:
            continue
        runs = 1 if work.long else RUNS
        work.ours()
        mine, path = ours(work, runs), getattr(chosen, work.program, None) if work.program else None
        other = theirs(work, path, runs) if path else None
        ratio = f"{other:9.3f} {mine / other:11.3f}" if other else f"{'-':>9} {'-':>11}"
        print(f"{work.name:34} {mine:9.3f} {ratio}", flush=True)
