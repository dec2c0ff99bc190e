"""Measures what two workers gain, on searches that take some seconds: the wall clock of 1 and 2 workers.

`threads.py [NAME...]` prints a table; without names all searches are run, each at most `LIMIT` seconds. Beside them
stands what the machine itself gives: how much more two processes with one worker each get done side by side than one
alone. Each run is a process of its own, and what it takes to load does not count. Run it on an idle machine.
"""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from subprocess import run

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
    """Print a table of some searches, or, in a process of its own, the seconds of one."""
    match sys.argv[1:]:
        case ["--one", name, workers]:
            print(search(name, int(workers)))
        case names:
            print(f"{'search':26} {'1 worker':>9} {'2 workers':>9} {'gain':>5} {'machine':>7}")
            for name in names or SEARCHES:
                print(compare(name), flush=True)


def search(name: str, workers: int) -> str:
    """The seconds that a search takes, without loading, and "cut" where time ran out."""
    problem, want, options = SEARCHES[name]()
    limits = {"workers": workers, "options": options, "seconds": LIMIT}
    answer = rk.solve(problem, backend="backtracking", want=want, **limits)
    return f"{answer.times.total - answer.times.load:.3f} {'' if answer.complete else 'cut'}"


def compare(name: str) -> str:
    """A row of the table."""
    (one, cut), (two, also) = alone(name, 1), alone(name, 2)
    with ThreadPoolExecutor(2) as pool:
        both = [seconds for seconds, _ in pool.map(alone, (name, name), (1, 1))]
    machine = 2 * one / (sum(both) / 2)
    note = "  time ran out: no gain is known" if cut or also else ""
    return f"{name:26} {one:9.2f} {two:9.2f} {one / two:5.2f} {machine:7.2f}{note}"


def alone(name: str, workers: int) -> tuple[float, bool]:
    """The seconds of a search in a process of its own, and whether time ran out."""
    command = [sys.executable, "-P", __file__, "--one", name, str(workers)]
    said = run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(said[0]), len(said) > 1


if __name__ == "__main__":
    main()
