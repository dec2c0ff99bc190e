"""Seeded instances of n queens that are hard: with blocked squares, or with excluded diagonals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.models.boards.board import Board, Square
from rookery.models.pieces.piece import QUEEN
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import Family, declares
from rookery.models.problems.parameters import Whole
from rookery.models.problems.placement import placement

T = TypeVar("T")
OPEN = 4  # squares that the generators leave open in each row and column, as those of the paper do
SIDE = Whole(name="side", help="Side of the board.", least=1, required=True, argument="n", metavar="N")
BLOCKED = Whole(name="blocked", help="Number of blocked squares.", default=0)
EXCLUDED = Whole(name="excluded", help="Number of excluded diagonals.", default=0)
INSTANCE = Whole(name="instance", help="Seed that chooses the instance.", default=0, argument="seed", metavar="S")


@declares(
    Family(
        "blocked-queens",
        "Place n non-attacking queens on an n x n board; a seed chooses squares that are blocked.",
        parameters=(SIDE, BLOCKED, INSTANCE),
        example="--side 20 --blocked 250 --instance 1",
        formula="q a permutation of 0 ... n - 1 such that q(i) + i and q(i) - i differ pairwise, and no (i, q(i)) is"
        " blocked",
    )
)
def random_blocked_queens(n: int, blocked: int, seed: int = 0) -> Problem:
    """Ask for n queens on n x n with `blocked` squares out, drawn by a seed.

    >>> import rookery as rk
    >>> problem = rk.random_blocked_queens(8, blocked=20, seed=3)
    >>> rk.solve(problem, want="count").count
    6

    After the generator of Gent, Jefferson and Nightingale ("Complexity of n-Queens Completion", JAIR 59, 2017; CSPLib
    80), where queens attack through blocked squares: squares are blocked in random order, but none that would leave
    fewer than 4 open in its row or column (or all of them if n < 4), so that no instance is decided at a glance. The
    first k squares of a seed are the instance of k. About half have a solution, and they are hardest, near 78 blocked
    squares for n = 12, 166 for 16, 282 for 20 (12 seeds each). Raises `BadInput` for more than can be blocked.
    """
    order = _shuffle(checking_deadline(Board(n)), seed)
    return _place_queens(n, _first(blocked, [[square] for square in order], n, "squares"))


@declares(
    Family(
        "excluded-diagonals",
        "Place n non-attacking queens on an n x n board; a seed chooses diagonals that stay empty.",
        parameters=(SIDE, EXCLUDED, INSTANCE),
        example="--side 20 --excluded 20",
        formula="q a permutation of 0 ... n - 1 such that q(i) + i and q(i) - i differ pairwise, and neither is"
        " excluded",
    )
)
def random_excluded_diagonals(n: int, excluded: int, seed: int = 0) -> Problem:
    """Ask for n queens on n x n with `excluded` diagonals out, drawn by a seed.

    >>> import rookery as rk
    >>> problem = rk.random_excluded_diagonals(8, excluded=4, seed=1)
    >>> rk.solve(problem, want="count").count
    2

    After the generator of the same paper (CSPLib 79): diagonals are excluded in random order, but none that would leave
    fewer than 4 squares open in a row or column (or all of them if n < 4). The first k diagonals of a seed are the
    instance of k. About half have a solution, and they are hardest, near 9 excluded diagonals for n = 12, 12 for 16, 18
    for 20 (12 seeds each). Raises `BadInput` for more than can be excluded.
    """
    diagonals: list[list[Square]] = [[] for _ in range(4 * n - 2)]  # first by their sums, then by their differences
    for square in checking_deadline(Board(n)):
        diagonals[square.row + square.column].append(square)
        diagonals[3 * n - 2 + square.row - square.column].append(square)
    return _place_queens(n, _first(excluded, _shuffle(diagonals, seed), n, "diagonals"))


def _place_queens(n: int, blocked: Iterable[Square]) -> Problem:
    return placement(QUEEN, Board(n), n, forbidden=sorted(blocked))


def _shuffle(things: Iterable[T], seed: int) -> list[T]:
    """Things in random order: that of `Random(seed).shuffle`, which looks at no clock."""
    shuffled, drawn = list(things), Random(seed)
    for at in checking_deadline(reversed(range(1, len(shuffled)))):
        other = drawn.randrange(at + 1)
        shuffled[at], shuffled[other] = shuffled[other], shuffled[at]
    return shuffled


def _first(wanted: int, groups: Sequence[Sequence[Square]], n: int, what: str) -> set[Square]:
    """The squares of the first groups that can go; raises `BadInput` if there are not as many as wanted."""
    going = list(_removable(groups, n))
    if not 0 <= wanted <= len(going):
        raise BadInput(f"{wanted} {what} to remove from {n}x{n}; with this seed 0 to {len(going)} can be removed")
    return {square for group in going[:wanted] for square in group}


def _removable(groups: Sequence[Sequence[Square]], n: int) -> Iterator[Sequence[Square]]:
    """The groups that leave enough squares open in each row and column, those before them being gone."""
    kept = set(checking_deadline(Board(n)))
    left = [[n] * n, [n] * n]
    for group in checking_deadline(groups):
        gone = kept.intersection(group)
        lost = [Counter(square[axis] for square in gone) for axis in (0, 1)]
        if all(left[axis][line] - k >= min(OPEN, n) for axis in (0, 1) for line, k in lost[axis].items()):
            kept -= gone
            for axis in (0, 1):
                for line, k in lost[axis].items():
                    left[axis][line] -= k
            yield group
