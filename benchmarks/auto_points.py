"""The points behind the rules of the backend `auto`: each backend on each, alone, seconds of compile and search.

`python benchmarks/auto_points.py [SECONDS]` prints the rows of `auto_rules.toml`; a `-` ran into the limit.
"""

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import rookery as rk

BACKENDS = ("backtracking", "cpsat", "sat")
LIMIT = 10.0
Point = tuple[str, str, Callable[[], rk.Problem]]


def queens(n: int) -> rk.Problem:
    """As many queens as rows."""
    return rk.placement(rk.QUEEN, rk.Board(n), count=n)


POINTS: tuple[Point, ...] = (
    *((f"first of {n} queens", "one", lambda n=n: queens(n)) for n in (12, 28, 50, 100, 200, 400)),
    *((f"count {n} queens", "count", lambda n=n: queens(n)) for n in (8, 10, 12)),
    *((f"gamma(Q_{n})", "one", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n))) for n in (8, 10, 12)),
    *((f"i(Q_{n})", "one", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n), "independent")) for n in (8, 10, 12)),
    *((f"gamma(N_{n})", "one", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n))) for n in (8, 10, 12, 14)),
    *((f"gamma_t(N_{n})", "one", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n), "total")) for n in (8, 10, 12)),
    *((f"gamma(K_{n})", "one", lambda n=n: rk.domination(rk.KING, rk.Board(n))) for n in (8, 11, 14)),
    *((f"gamma(B_{n})", "one", lambda n=n: rk.domination(rk.BISHOP, rk.Board(n))) for n in (8, 11, 14)),
    *((f"gamma_t(B_{n})", "one", lambda n=n: rk.domination(rk.BISHOP, rk.Board(n), "total")) for n in (8, 11, 14)),
    *((f"most knights on {n}", "one", lambda n=n: rk.placement(rk.KNIGHT, rk.Board(n))) for n in (8, 12, 16)),
    *((f"most kings on {n}", "one", lambda n=n: rk.placement(rk.KING, rk.Board(n))) for n in (8, 12, 16)),
    *((f"all gamma(Q_{n})", "count", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n))) for n in (6, 8)),
    *((f"all gamma(N_{n})", "count", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n))) for n in (6, 8)),
    *((f"most kings on {n}, count", "count", lambda n=n: rk.placement(rk.KING, rk.Board(n))) for n in (5, 7)),
    *((f"peaceable queens {n}", "one", lambda n=n: rk.peaceable_queens(n)) for n in (4, 5, 6)),
    *((f"count peaceable queens {n}", "count", lambda n=n: rk.peaceable_queens(n)) for n in (4, 5)),
    *(
        (f"worth of queens and knights {n}", "one",
         lambda n=n: rk.weighted_placement({rk.QUEEN: 9, rk.KNIGHT: 3}, rk.Board(n)))
        for n in (4, 6, 8)
    ),
    *((f"connected queens {n}", "one", lambda n=n: rk.connected_domination(rk.QUEEN, rk.Board(n))) for n in (4, 6, 8)),
    *((f"upper queens {n}", "one", lambda n=n: rk.upper_domination(rk.QUEEN, rk.Board(n))) for n in (4, 5, 6)),
    *((f"2-fold kings {n}", "one", lambda n=n: rk.k_fold_domination(rk.KING, rk.Board(n), 2)) for n in (5, 7, 9)),
    *(
        (f"count 2-fold kings {n}", "count", lambda n=n: rk.k_fold_domination(rk.KING, rk.Board(n), 2))
        for n in (5, 6)
    ),
    ("count sighted queens 5", "count", lambda: rk.sighted_placement({rk.QUEEN: 4}, rk.Board(5), pawns=1)),
    ("count armies of 3 on 5", "count", lambda: rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(5), 3)),
    ("count connected queens 6", "count", lambda: rk.connected_domination(rk.QUEEN, rk.Board(6))),
)  # fmt: skip


def measured(at: int, backend: str, limit: float) -> str:
    """Seconds of one backend on one point; its kernels are warm and its library imported."""
    _, want, declare = POINTS[at]
    rk.solve(queens(4), backend, want)
    answer = rk.solve(declare(), backend, want, seconds=limit)
    return f"{answer.times.compile + answer.times.search:.2f}" if answer.complete else "-"


def main(limit: float, since: int = 0) -> None:
    """Print a row a point, from point number `since` on."""
    print(f"# point | {' | '.join(BACKENDS)} (seconds, limit {limit:g})")
    for at, (name, _, _) in list(enumerate(POINTS))[since:]:
        with ProcessPoolExecutor(1, get_context("spawn")) as one:
            cells = [one.submit(measured, at, backend, limit).result() for backend in BACKENDS]
        print(f'"{name}" = [{", ".join(f"{cell!r}" for cell in cells)}]'.replace("'", '"'), flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else LIMIT, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
