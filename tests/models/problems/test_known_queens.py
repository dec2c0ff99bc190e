"""n queens on n x n that are constructed: valid for every n, and attached to free placements alone."""

from math import gcd

import pytest

import rookery as rk
from rookery.models.problems.placement import FEWEST_KNOWN, construct_queens

N = FEWEST_KNOWN


def is_peaceful(columns: list[int], modulus: int) -> bool:
    """Whether no two queens share a column or a diagonal, which are counted by a modulus."""
    lines = [{(column + slope * row) % modulus for row, column in enumerate(columns)} for slope in (0, 1, -1)]
    return all(len(line) == len(columns) for line in lines)


def test_constructed_queens_are_at_peace() -> None:
    assert [construct_queens(n) for n in (2, 3)] == [None, None]
    for n in [*range(4, 100), 1000]:
        columns = construct_queens(n)
        assert columns is not None
        assert sorted(columns) == list(range(n))
        assert is_peaceful(columns, 2 * n)
    for n in range(1, 60):
        columns = construct_queens(n, torus=True)
        assert (columns is not None) == (gcd(n, 6) == 1)
        assert columns is None or (len(columns) == n and is_peaceful(columns, n))


@pytest.mark.parametrize("problem", [rk.placement("queen", N, count=N), rk.placement("queen", "31:torus", count=31)])
def test_free_queens_have_a_known_solution(problem: rk.Problem) -> None:
    assert problem.known is not None
    assert problem.model.accepts(problem.known)
    assert problem.faults(problem.read(problem.known)) == []


@pytest.mark.parametrize(
    "problem",
    [
        rk.placement("queen", N - 1, count=N - 1),
        rk.placement("queen", N),
        rk.placement("amazon", N, count=N),
        rk.placement({"queen": N, "king": 0}, N),
        rk.placement("queen", f"{N}x{N + 1}", count=N),
        rk.placement("queen", f"{N}:torus", count=N),
        rk.placement("queen", N, count=N, fixed=[(0, 1)]),
        rk.placement("queen", N, count=N, forbidden=[(0, 0)]),
        rk.placement("queen", rk.Board(N, holes=[(0, 0)]), count=N),
    ],
    ids=str,
)
def test_other_questions_have_no_known_solution(problem: rk.Problem) -> None:
    assert problem.known is None
