"""The n-queens problem and its relatives, with seeded instances that are hard."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.models.boards.board import Board, Square
from rookery.models.pieces.piece import AMAZON, QUEEN
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import Family, declares
from rookery.models.problems.parameters import Whole
from rookery.models.problems.placement import placement
from rookery.models.reading.given import refuse, take_squares, take_whole

T = TypeVar("T")
OPEN = 4  # squares that the generators leave open in each row and column, as those of the paper do
SIDE = Whole(name="side", help="Side of the board.", least=1, required=True, argument="n", metavar="N")
BLOCKED = Whole(name="blocked", help="Number of blocked squares.", default=0)
EXCLUDED = Whole(name="excluded", help="Number of excluded diagonals.", default=0)
INSTANCE = Whole(name="instance", help="Seed that chooses the instance.", default=0, argument="seed", metavar="S")


@declares(
    Family(
        "superqueens",
        "Place n non-attacking queens that also leap like knights (amazons) on an n x n board.",
        parameters=(SIDE,),
        example="--side 10",
        oeis=("A051223",),
        formula="|S| = n such that no s, t in S share a row, a column or a diagonal, or are a knight's leap apart",
    )
)
def superqueens(n: int) -> Problem:
    """Ask for n non-attacking superqueens (amazons: queen and knight) on n x n.

    >>> import rookery as rk
    >>> rk.solve(rk.superqueens(10), want="count").count
    4

    OEIS A051223: 1 for n = 1, none for n = 2 to 9, then 4, 44, 156, 1876.
    """
    return placement(AMAZON, Board(n), n)


@declares(
    Family(
        "toroidal-queens",
        "Place n non-attacking queens on an n x n torus.",
        parameters=(SIDE,),
        example="--side 7",
        oeis=("A051906",),
        formula="q a permutation of 0 ... n - 1 such that q(i) + i and q(i) - i are permutations modulo n",
    )
)
def toroidal_queens(n: int) -> Problem:
    """Ask for n non-attacking queens on the torus of n x n.

    >>> import rookery as rk
    >>> [rk.solve(rk.toroidal_queens(n), want="count").count for n in (5, 6, 7)]
    [10, 0, 28]

    OEIS A051906: there are solutions if and only if n is prime to 6 (Pólya): 1 for n = 1, 10 for 5, 28 for 7, 88 for
    11.
    """
    return placement(QUEEN, Board(n, torus=True), n)


def blocked_queens(n: int, blocked: Iterable[tuple[int, int]]) -> Problem:
    """Ask for n non-attacking queens on n x n, none of them on a blocked square; queens attack through blocked squares.

    >>> import rookery as rk
    >>> rk.solve(rk.blocked_queens(8, blocked=["a1", "d8", "e4"]), want="count").count
    64

    CSPLib 80; NP-complete (Gent, Jefferson and Nightingale, "Complexity of n-Queens Completion", JAIR 59, 2017). There
    may be no solution; with nothing blocked it is the n-queens problem. Raises `BadInput` as `placement` does.
    """
    board = Board(n)
    return placement(QUEEN, board, n, forbidden=sorted(set(take_squares(blocked, board, "blocked"))))


def excluded_diagonals(n: int, sums: Iterable[int], differences: Iterable[int]) -> Problem:
    """Ask for n non-attacking queens on n x n, none of them on an excluded diagonal.

    >>> import rookery as rk
    >>> rk.solve(rk.excluded_diagonals(6, sums=[5], differences=[0]), want="count").count
    4

    A diagonal is named by the sum of row and column (0 to 2n - 2), or by row less column (1 - n to n - 1), counted
    from 0. CSPLib 79; NP-complete (JAIR 59, 2017). Raises `BadInput` for a diagonal that the board does not have.
    """
    board, sums, differences = Board(n), _take_diagonals(sums, "sums"), _take_diagonals(differences, "differences")
    for name, given, known in (("sum", sums, range(2 * n - 1)), ("difference", differences, range(1 - n, n))):
        if wrong := given.difference(known):
            raise BadInput(f"no diagonal of {name} {min(wrong)} on {n}x{n}; there are {known[0]} to {known[-1]}")
    out = (s for s in checking_deadline(board) if s.row + s.column in sums or s.row - s.column in differences)
    return blocked_queens(n, out)


def _take_diagonals(numbers: Any, what: str) -> set[int]:
    if isinstance(numbers, str) or not isinstance(numbers, Iterable):
        refuse(what, numbers, "a list of whole numbers, such as [0, 3]")
    return {take_whole(each, what) for each in numbers}


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

    After the generator of JAIR 59: squares are blocked in random order, but none that would leave fewer than 4 open in
    its row or column (or all of them if n < 4), so that no instance is decided at a glance. The first k squares of a
    seed are the instance of k. About half have a solution, and they are hardest, near 78 blocked squares for n = 12,
    166 for 16, 282 for 20 (12 seeds each). Raises `BadInput` for more than can be blocked.
    """
    order = _shuffle(checking_deadline(Board(n)), seed)
    return blocked_queens(n, _first(blocked, [[square] for square in order], n, "squares"))


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

    After the generator of JAIR 59: diagonals are excluded in random order, but none that would leave fewer than 4
    squares open in a row or column (or all of them if n < 4). The first k diagonals of a seed are the instance of
    k. About half have a solution, and they are hardest, near 9 excluded diagonals for n = 12, 12 for 16, 18 for 20 (12
    seeds each). Raises `BadInput` for more than can be excluded.
    """
    diagonals: list[list[Square]] = [[] for _ in range(4 * n - 2)]  # first by their sums, then by their differences
    for square in checking_deadline(Board(n)):
        diagonals[square.row + square.column].append(square)
        diagonals[3 * n - 2 + square.row - square.column].append(square)
    return blocked_queens(n, _first(excluded, _shuffle(diagonals, seed), n, "diagonals"))


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
