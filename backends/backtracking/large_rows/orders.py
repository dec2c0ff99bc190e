"""Solutions that follow a rule: row i takes the value a * i + b, modulo the number of values or one more.

Such rules solve n queens for most n (Pauls 1874: 2 i modulo n + 1), and on the torus wherever that can be (Polya 1918).
They cost next to nothing to try, and no search finds queens on a large torus.
"""

from collections.abc import Iterator
from random import Random

import numpy as np

from rookery.backends.backtracking.kernels.bits import Ints
from rookery.backends.backtracking.large_rows.program import LargeRowProgram
from rookery.backends.backtracking.large_rows.tables import LineTables
from rookery.backends.contract.backend import Deadline

MOST_SLOPES, FIRST_VALUES = 24, 2


def find_by_rule(program: LargeRowProgram, seed: int, deadline: Deadline) -> frozenset[int] | None:
    """A solution by a rule; None where none of those that are tried gives one."""
    size = len(program.rows[0])
    if any(len(row) != size for row in program.rows):
        return None
    squares, free = np.array(program.rows), ~program.tables.out
    for values in _values(squares, _given(program), seed):
        if deadline.passed():
            return None
        if values.max() < size:
            chosen = squares[np.arange(len(squares)), values]
            if free[chosen].all() and is_solution(program.tables, chosen):
                return frozenset(chosen.tolist())
    return None


def is_solution(t: LineTables, chosen: Ints) -> bool:
    """Whether variables, one a row, take at most one of each line, and just one of each line that needs one."""
    used = np.concatenate([t.used[t.use[variable] : t.use[variable + 1]] for variable in chosen])
    taken = np.bincount(used, minlength=len(t.first) - 1)
    return bool(taken.max() <= 1 and taken[t.line].min() == 1)


def _given(program: LargeRowProgram) -> tuple[int, int] | None:
    """A row and its value, where that is given; None without such."""
    t = program.tables
    single = t.member[t.first[t.line[np.diff(t.first)[t.line] == 1]]]
    for at, row in enumerate(program.rows):
        if len(single) and np.any(row == single[0]):
            return at, int(np.flatnonzero(row == single[0])[0])
    return None


def _values(squares: Ints, given: tuple[int, int] | None, seed: int) -> Iterator[Ints]:
    """The values of all rows by each rule, in an order that the seed decides."""
    rows, size = np.arange(len(squares)), squares.shape[1]
    slopes = [(a, modulus) for a in range(2, min(size, 2 + MOST_SLOPES)) for modulus in (size, size + 1)]
    if seed:
        Random(seed).shuffle(slopes)
    for a, modulus in slopes:
        firsts = range(FIRST_VALUES) if given is None else ((given[1] - a * given[0]) % modulus,)
        for first in firsts:
            yield (a * rows + first) % modulus
