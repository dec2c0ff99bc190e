"""Measures what two workers gain, on searches that take some seconds: the wall clock of 1 and 2 workers.

`python -m benchmarks.speed threads [NAME...]` prints a table; without names all searches are run, each at most `LIMIT`
seconds. Beside them stands what the machine itself gives: how much more two processes with one worker each get done
side by side than one alone. Each run is a separate process, and what it takes to load does not count. Run it on an
idle machine.

Two columns mean something on a busy machine too: `cost` is the processor time of two workers for that of one, 1 where
nothing is done twice; `main` is the share of it that the main thread takes, loading included: what no worker shares.
"""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from subprocess import run
from time import process_time, thread_time
from typing import NamedTuple

import rookery as rk

Q, K, N = rk.QUEEN, rk.KING, rk.KNIGHT
LIMIT = 300.0  # seconds
Asked = tuple[rk.Problem, str, dict[str, str]]

SEARCHES: dict[str, Callable[[], Asked]] = {
    "16 queens counted": lambda: (rk.placement(Q, rk.Board(16), count=16), "count", {}),
    "gamma(Q_18)": lambda: (rk.domination(Q, rk.Board(18)), "one", {}),
    "i(Q_18)": lambda: (rk.domination(Q, rk.Board(18), kind="independent"), "one", {}),
    "sets of Q_15": lambda: (rk.domination(Q, rk.Board(15)), "count", {}),
    "armies 13": lambda: (rk.armies((Q, Q), rk.Board(13)), "one", {}),
    "three armies 10": lambda: (rk.armies((Q, Q, Q), rk.Board(10)), "one", {}),
    "unguarded 13": lambda: (rk.most_unguarded(Q, rk.Board(13), 13), "one", {}),
    "upper queens 8": lambda: (rk.upper_domination(Q, rk.Board(8)), "one", {}),
    "gamma(N_15)": lambda: (rk.domination(N, rk.Board(15)), "one", {}),
    "upper kings 6x7, counted": lambda: (rk.upper_domination(K, rk.Board(6, 7)), "count", {}),
    "13 queens listed": lambda: (rk.placement(Q, rk.Board(13), count=13), "all", {}),
    "knights 5x40, counted": lambda: (rk.domination(N, rk.Board(5, 40)), "count", {"optimum": "pareto"}),
}


def main() -> None:
    """Print a table of some searches, or, in a separate process, the seconds of one."""
    match sys.argv[1:]:
        case ["--one", name, workers]:
            print(search(name, int(workers)))
        case names:
            print(f"{'search':26} {'1 worker':>9} {'2 workers':>9} {'gain':>5} {'machine':>7} {'cost':>5} {'main':>5}")
            for name in names or SEARCHES:
                print(compare(name), flush=True)


def search(name: str, workers: int) -> str:
    """What a search takes: seconds without loading, processor seconds, those of the main thread; whether it was cut."""
    problem, want, options = SEARCHES[name]()
    limits = {"workers": workers, "options": options, "seconds": LIMIT}
    spent, own = process_time(), thread_time()
    answer = rk.solve(problem, backend="backtracking", want=want, **limits)
    spent, own = process_time() - spent, thread_time() - own
    return f"{answer.times.total - answer.times.load:.3f} {spent:.3f} {own:.3f} {'' if answer.complete else 'cut'}"


def compare(name: str) -> str:
    """A row of the table."""
    one, two = alone(name, 1), alone(name, 2)
    with ThreadPoolExecutor(2) as pool:
        both = [each.seconds for each in pool.map(alone, (name, name), (1, 1))]
    machine = 2 * one.seconds / (sum(both) / 2)
    times = f"{one.seconds:9.2f} {two.seconds:9.2f} {one.seconds / two.seconds:5.2f} {machine:7.2f}"
    note = "  time ran out: no gain is known" if one.cut or two.cut else ""
    return f"{name:26} {times} {two.spent / one.spent:5.2f} {two.own / two.spent:5.0%}{note}"


class Measured(NamedTuple):
    """What a search took: seconds, processor seconds, those of the main thread; whether time ran out."""

    seconds: float
    spent: float
    own: float
    cut: bool


def alone(name: str, workers: int) -> Measured:
    """What a search takes in a separate process."""
    command = [sys.executable, "-P", __file__, "--one", name, str(workers)]
    said = run(command, capture_output=True, text=True, check=True).stdout.split()
    return Measured(float(said[0]), float(said[1]), float(said[2]), len(said) > 3)


if __name__ == "__main__":
    main()
