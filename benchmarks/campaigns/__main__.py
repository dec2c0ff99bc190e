"""Writes completions.toml: n queens with pieces given, and blocked n queens at their phase transition.

Blocked n queens (Gent, Jefferson, Nightingale: Complexity of n-queens completion, JAIR 59, 2017) are hard where about
one solution is expected to be left: with Q(n) solutions on the free board, each square is blocked with probability
1 - Q(n) ** (-1 / n). Q(n) is OEIS A000170, and (0.143 n) ** n beyond the numbers known. Queens given at random can be
completed for about half of the seeds where 77 of 100, 167 of 200 or 356 of 400 are given (measured).
"""

from pathlib import Path
from random import Random

HALF = {100: 77, 200: 167, 400: 356}  # queens given at random, of which about half can be completed
KNOWN = {12: 14200, 16: 14772512, 20: 39029188884, 24: 227514171973736}
HEAD = """\
# Written by `python -m benchmarks.campaigns`: n queens with pieces given, and blocked ones at their phase transition.
name = "completions"
want = "one"
backends = ["backtracking", "cpsat", "sat", "python-constraint", "naive-ortools", "naive-pysat", "cpmpy"]
seeds = 3
seconds = 30
memory = "2G"

[peers]
naive-ortools = "../peers/naive_ortools.py:NaiveOrtools"
naive-pysat = "../peers/naive_pysat.py:NaivePysat"
cpmpy = "../peers/plain_cpmpy.py:PlainCpmpy"
"""
ENTRY = """
[[problems]]  # {comment}
family = "placement"
pieces = ["queen"]
boards = "{n}"
count = "n"
{key} = [{squares}]
"""


def blocked(n: int, random: Random) -> list[tuple[int, int]]:
    """Squares that stay empty, in the number that leaves about one solution."""
    free = KNOWN[n] ** (-1 / n) if n in KNOWN else 1 / (0.143 * n)
    return [(row, column) for row in range(n) for column in range(n) if random.random() > free]


def given(n: int, count: int, random: Random) -> list[tuple[int, int]]:
    """Queens that do not attack each other, set at random."""
    queens: list[tuple[int, int]] = []
    while len(queens) < count:
        row, column = random.randrange(n), random.randrange(n)
        if all(row != r and column != c and abs(row - r) != abs(column - c) for r, c in queens):
            queens.append((row, column))
    return sorted(queens)


def entry(n: int, key: str, squares: list[tuple[int, int]], comment: str) -> str:
    """One problem as text."""
    return ENTRY.format(
        n=n, key=key, squares=", ".join(f'"{row},{column}"' for row, column in squares), comment=comment
    )


def main() -> None:
    """Write the file beside this one."""
    entries = [
        entry(n, "forbidden", blocked(n, Random(f"{n} {seed}")), f"blocked, seed {seed}")
        for n in (12, 16, 20, 24, 28)
        for seed in range(3)
    ]
    entries += [
        entry(n, "fixed", given(n, n // 4, Random(f"{n} {seed}")), f"completion, seed {seed}")
        for n in (12, 20, 28)
        for seed in range(3)
    ]
    entries += [
        entry(n, "fixed", given(n, count, Random(f"{n} {seed}")), f"completion where half can be, seed {seed}")
        for n, count in HALF.items()
        for seed in range(2)
    ]
    Path(__file__).with_name("completions.toml").write_text(HEAD + "".join(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
