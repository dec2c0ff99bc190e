"""Lower bounds on an optimum that are known before any search, from the structure of a model alone."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import accumulate
from math import isqrt
from operator import and_

from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, Exactly, Minimize, Model

MAX_SQUARES = 2_500
Demand = AtLeast | Exactly
Line = tuple[str, int]
LinesThrough = Callable[[int, int], tuple[Line, ...]]


def known_bound(model: Model) -> tuple[int, str]:
    """Return the largest of the bounds on the number to minimise, and its origin; 0 if there is none."""
    counted = _counted_variables(model)
    if not counted:
        return 0, ""
    demands = list(_demands(model, counted))
    best = (counting_bound(demands, counted), "counting")
    # lines say no more than the shorter side of a grid, and to look at all grids takes 0.05 s for 450 squares
    if len(counted) == model.variables <= MAX_SQUARES and best[0] <= isqrt(model.variables):
        best = max(best, (lines_bound(demands, model.variables), "the lines of a grid"))
    return best if best[0] > 0 else (0, "")


def _counted_variables(model: Model) -> frozenset[int]:
    """Return the variables whose number is to be small; none for any other goal."""
    goal = model.goal
    if not isinstance(goal, Minimize) or goal.weights is not None or (goal.literals and min(goal.literals) < 0):
        return frozenset()
    return frozenset(goal.literals)


def _demands(model: Model, counted: frozenset[int]) -> Iterator[Demand]:
    """Yield the constraints that ask for some of the variables that are counted."""
    for constraint in checking_deadline(model.constraints):
        if not isinstance(constraint, AtLeast | Exactly) or not constraint.literals:
            continue
        if constraint.bound > 0 and counted.issuperset(constraint.literals):
            yield constraint


def counting_bound(demands: list[Demand], counted: frozenset[int]) -> int:
    """Return the fewest variables that reach as much as is asked for in all, each no more than it stands in demands."""
    gains = Counter[int](counted)
    for demand in checking_deadline(demands):
        gains.update(demand.literals)
    gains.subtract(counted)
    most = accumulate(sorted(gains.values(), reverse=True), initial=0)
    wanted = sum(demand.bound for demand in demands)
    return sum(reached < wanted for reached in most)


def lines_bound(demands: list[Demand], squares: int) -> int:
    """Return a bound where the variables are the squares of a grid, and each square asks for one on lines through it.

    Where it only asks for its row and column, all rows or all columns are occupied: an empty row and an empty column
    would meet in a square that is not guarded. Where its diagonals count as well, m <= n rows and columns take at least
    min(m, (m + n - 2) / 4) squares, (n - 1) / 2 on a square grid: Spencer's bound (Weakley 1995), for rectangles by
    Bozoki, Gal, Marosi and Weakley (2019). Both hold for all pieces that guard along some of these lines, such as kings
    by the second one, and for total domination as well.
    """
    # The divisors up to the square root, the largest first
    for rows in (each for each in range(isqrt(squares), 0, -1) if squares % each == 0):
        for grid in {(rows, squares // rows), (squares // rows, rows)}:
            short, long = sorted(grid)
            if _guard_each_square(demands, *grid, _rook_lines):
                return short
            if _guard_each_square(demands, *grid, _queen_lines):
                return min(short, -((2 - short - long) // 4))
    return 0


def _guard_each_square(demands: list[Demand], rows: int, columns: int, lines_through: LinesThrough) -> bool:
    """Return whether the demands want a square on the lines of each square, by the squares that see its literals."""
    lines, met = _squares_seen(rows, columns, lines_through), 0
    for demand in checking_deadline(demands):
        seeing = reduce(and_, map(lines.__getitem__, demand.literals))
        if not seeing:
            return False
        met |= seeing
    return met == (1 << rows * columns) - 1


def _squares_seen(rows: int, columns: int, lines_through: LinesThrough) -> list[int]:
    """For each square the squares of its lines, and itself, as a set of bits."""
    lines: dict[Line, int] = {}
    for square in checking_deadline(range(rows * columns)):
        for line in lines_through(square, columns):
            lines[line] = lines.get(line, 0) | 1 << square
    return [reduce(int.__or__, (lines[line] for line in lines_through(s, columns))) for s in range(rows * columns)]


def _rook_lines(square: int, columns: int) -> tuple[Line, ...]:
    row, column = divmod(square, columns)
    return ("row", row), ("column", column)


def _queen_lines(square: int, columns: int) -> tuple[Line, ...]:
    row, column = divmod(square, columns)
    return *_rook_lines(square, columns), ("diagonal", row - column), ("antidiagonal", row + column)
