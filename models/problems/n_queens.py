"""Instances of the n-queens completion problem: squares or diagonals are taken out, as a seed says."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models.boards.board import Board, Square
from rookery.models.pieces.piece import QUEEN
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.placement import placement
from rookery.models.reading.given import FixedLike, SquaresLike, take_cells

T = TypeVar("T")
OPEN = 4  # squares that stay open in each row and column, as in the paper's generators


@family(
    oeis=("A000170",),
    formula="q a permutation of 0 ... n - 1 such that q(i) + i and q(i) - i differ pairwise, and no (i, q(i)) is out",
    example="--board 20 --blocked 250 --instance 1",
)
def n_queens(
    n: int,
    *,
    blocked: int = 0,
    excluded: int = 0,
    seed: int = 0,
    fixed: FixedLike = (),
    forbidden: SquaresLike = (),
) -> Problem:
    """Place n non-attacking queens on an n x n board; a seed chooses blocked squares and excluded diagonals.

    >>> import rookery as rk
    >>> rk.solve(rk.n_queens(8), want="count").count
    92
    >>> rk.solve(rk.n_queens(8, blocked=20, seed=3), want="count").count
    6

    n queens: OEIS A000170. Instances are drawn as by Gent, Jefferson and Nightingale ("Complexity of n-Queens
    Completion", JAIR 59, 2017; CSPLib 79 and 80): in random order, but no square or diagonal goes that would leave
    fewer than 4 squares open in a row or column (or fewer than all if n < 4). The first k of a seed are its instance of
    k. Queens attack through blocked squares. About half of the instances have a solution near 78 blocked squares for
    n = 12, 166 for 16, 282 for 20, and near 9, 12 and 18 excluded diagonals.

    Args:
        n: Side of the board.
        blocked: Number of blocked squares.
        excluded: Number of excluded diagonals.
        seed: The seed that chooses the instance.
        fixed: Squares that hold a queen.
        forbidden: Further squares that stay empty.
    """
    board = Board(n)
    if not blocked and not excluded:
        return placement(QUEEN, board, n, fixed=fixed, forbidden=forbidden)
    squares = _shuffle(checking_deadline(board), seed) if blocked else []
    diagonals = _shuffle(_list_diagonals(board), seed) if excluded else []
    gone = _take_first(blocked, [[square] for square in squares], n, "squares")
    gone |= _take_first(excluded, diagonals, n, "diagonals")
    problem = placement(QUEEN, board, n, fixed=fixed, forbidden=gone.union(take_cells(forbidden, board, "forbidden")))
    out = [amount(blocked, "blocked square")] * bool(blocked) + [amount(excluded, "excluded diagonal")] * bool(excluded)
    return replace(problem, phrase=f"{problem.phrase} with {join_words(out)} (seed {seed})")


def _list_diagonals(board: Board) -> list[list[Square]]:
    """Return the diagonals by their sums, then those by their differences."""
    n = board.rows
    diagonals: list[list[Square]] = [[] for _ in range(4 * n - 2)]
    for square in checking_deadline(board):
        diagonals[square.row + square.column].append(square)
        diagonals[3 * n - 2 + square.row - square.column].append(square)
    return diagonals


def _shuffle(items: Iterable[T], seed: int) -> list[T]:
    shuffled = list(items)
    Random(seed).shuffle(shuffled)
    return shuffled


def _take_first(wanted: int, groups: Sequence[Sequence[Square]], n: int, what: str) -> set[Square]:
    """Return the squares of the first groups that can go; raises `BadInput` if there are fewer than wanted."""
    removable = list(_list_removable(groups, n))
    if not 0 <= wanted <= len(removable):
        raise BadInput(f"{wanted} {what} to remove from {n}x{n}; with this seed 0 to {len(removable)} can be removed")
    return {square for group in removable[:wanted] for square in group}


def _list_removable(groups: Sequence[Sequence[Square]], n: int) -> Iterator[Sequence[Square]]:
    """Yield the groups that leave enough squares open in each row and column, once those before them are gone."""
    kept = set(checking_deadline(Board(n))) if groups else set()
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
