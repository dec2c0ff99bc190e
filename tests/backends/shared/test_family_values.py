"""The family against published numbers: `known_values.toml`, and OEIS sequences named where they are used."""

from collections.abc import Callable
from typing import Any

import pytest
from rookery_tests import known_values

from rookery.backends import Backend, Status, first, solve
from rookery.backends.registry import backend as named
from rookery.models import (
    Board,
    Problem,
    armies,
    cheapest_domination,
    coverage,
    domination,
    placement,
    random_blocked_queens,
    random_excluded_diagonals,
    sighted_placement,
)
from rookery.models.pieces.piece import AMAZON, BISHOP, KING, KNIGHT, QUEEN, ROOK

pytestmark = pytest.mark.slow

GAMMA, INDEPENDENT = known_values.values("queen.gamma"), known_values.values("queen.independent_domination")
PEACEABLE, ORBITS = known_values.values("peaceable.queens"), known_values.values("peaceable.queens_orbits16")
LARGEST = {"backtracking": 6, "cpsat": 5, "sat": 6, "python-constraint": 4}  # peaceable queens in a few seconds


def skip_beyond(largest: int, n: int) -> None:
    """Skip a board that takes a backend more than a few seconds."""
    if n > largest:
        pytest.skip(f"it takes long on boards larger than {largest}")


def count(problem: Problem, backend: Backend[Any], **limits: Any) -> int:
    answer = solve(problem, backend, "count", seconds=120, **limits)
    assert answer.complete
    return answer.count


def optimum(problem: Problem, backend: Backend[Any]) -> int | None:
    answer = solve(problem, backend, seconds=120)
    assert answer.complete
    return answer.objective


@pytest.mark.parametrize("n", range(1, 7))
def test_peaceable_queens(n: int, backend: Backend[Any]) -> None:
    skip_beyond(LARGEST.get(backend.name, 4), n)
    assert optimum(armies((QUEEN, QUEEN), Board(n)), backend) == PEACEABLE[n]


@pytest.mark.parametrize("n", [7, 8, pytest.param(9, marks=pytest.mark.long)])
@pytest.mark.part(2)
def test_peaceable_queens_of_the_known_size_exist(n: int) -> None:
    """OEIS A250000 by its placements."""
    assert solve(armies((QUEEN, QUEEN), Board(n), PEACEABLE[n]), "sat", seconds=60).solutions


@pytest.mark.parametrize("n", [7, pytest.param(8, marks=pytest.mark.long)])
def test_no_peaceable_queens_beyond_the_known_size_exist(n: int) -> None:
    """One queen more is refuted, and with it all larger armies: from those queens could be left out.

    That is much faster than asking for the largest: 1 s for n = 7 and 4 s for 8 (9: 20 s).
    """
    answer = solve(armies((QUEEN, QUEEN), Board(n), PEACEABLE[n] + 1), "sat", seconds=120)
    assert (answer.status, answer.complete) == (Status.INFEASIBLE, True)


@pytest.mark.parametrize("n", range(1, 6))
def test_peaceable_queens_up_to_symmetry_and_colours(n: int, backend: Backend[Any]) -> None:
    skip_beyond(LARGEST.get(backend.name, 4), n)
    answer = solve(armies((QUEEN, QUEEN), Board(n)), backend, "count", up_to_symmetry=True, seconds=120)
    assert (answer.complete, answer.orbits) == (True, ORBITS[n])


def test_six_peaceable_queens_up_to_symmetry_and_colours() -> None:
    answer = solve(armies((QUEEN, QUEEN), Board(6)), "backtracking", "count", up_to_symmetry=True, seconds=120)
    assert (answer.complete, answer.orbits) == (True, ORBITS[6])


@pytest.mark.parametrize("n", range(1, 9))
def test_border_queens(n: int, backend: Backend[Any]) -> None:
    skip_beyond(8 if backend.name in ("backtracking", "cpsat", "sat") else 6, n)
    assert (
        optimum(domination(QUEEN, Board(n), allowed="border"), backend)
        == known_values.values("queen.border_domination")[n]
    )


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_queens_and_a_pawn(n: int, backend: Backend[Any]) -> None:
    assert count(sighted_placement({QUEEN: n + 1}, Board(n), 1), backend) == known_values.values("queen.one_pawn")[n]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_queens_and_two_pawns(n: int, backend: Backend[Any]) -> None:
    answer = solve(sighted_placement({QUEEN: n + 2}, Board(n), 2), backend, "count", seconds=120)
    assert (answer.complete, answer.count) == (True, known_values.values("queen.two_pawns_orbits")[n])  # none at all


def test_queens_and_no_pawn(backend: Backend[Any]) -> None:
    assert count(sighted_placement({QUEEN: 5}, Board(5)), backend) == known_values.values("queen.count")[5]


@pytest.mark.parametrize(
    ("series", "n", "k"),
    [
        ("queen.one_pawn_orbits", 7, 1),
        ("queen.two_pawns_orbits", 6, 2),
        ("queen.two_pawns_orbits", 7, 2),
        ("queen.one_pawn_orbits", 8, 1),
    ],
)
def test_queens_and_pawns_up_to_symmetry(series: str, n: int, k: int) -> None:
    answer = solve(sighted_placement({QUEEN: n + k}, Board(n), k), "sat", "count", up_to_symmetry=True, seconds=120)
    assert (answer.complete, answer.orbits or 0) == (True, known_values.values(series)[n])


@pytest.mark.parametrize("n", [7, 8])
def test_queens_and_a_pawn_on_larger_boards(n: int) -> None:
    assert (
        count(sighted_placement({QUEEN: n + 1}, Board(n), 1), named("sat")) == known_values.values("queen.one_pawn")[n]
    )


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_queens_leave_squares_unguarded(n: int, backend: Backend[Any]) -> None:
    skip_beyond(4 if backend.name == "python-constraint" else 6, n)
    expected = known_values.values("queen.unguarded")[n]
    assert optimum(coverage(QUEEN, Board(n), n, goal="fewest"), backend) == n * n - expected


def test_queens_leave_squares_of_the_chessboard_unguarded() -> None:
    [left] = known_values.rows("queen.unguarded_chessboard").values()
    for k, expected in enumerate(left):
        assert optimum(coverage(QUEEN, Board(8), k, goal="fewest"), named("backtracking")) == 64 - expected


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.full
def test_few_queens_leave_squares_of_the_chessboard_unguarded(k: int) -> None:
    expected = known_values.rows("queen.unguarded_chessboard")[8][k]
    assert optimum(coverage(QUEEN, Board(8), k, goal="fewest"), named("sat")) == 64 - expected


@pytest.mark.parametrize("n", range(1, 11))
def test_superqueens(n: int, backend: Backend[Any]) -> None:
    skip_beyond(8 if backend.name == "python-constraint" else 10, n)
    assert count(placement(AMAZON, Board(n), n), backend) == known_values.values("amazon.count")[n]


@pytest.mark.parametrize(
    ("generate", "loose", "middle"), [(random_blocked_queens, 30, 48), (random_excluded_diagonals, 4, 7)]
)
def test_seeded_instances(
    generate: Callable[[int, int, int], Problem], loose: int, middle: int, backend: Backend[Any]
) -> None:
    """Far below the phase transition of JAIR 59 there are solutions; near it all backends agree on how many."""
    for seed in (1, 2):
        assert solve(generate(10, loose, seed), backend, seconds=60).solutions
        assert count(generate(10, middle, seed), backend) == count(generate(10, middle, seed), named("backtracking"))


def test_seeded_instances_beyond_the_phase_transition(backend: Backend[Any]) -> None:
    for seed in (1, 2):
        assert solve(random_excluded_diagonals(12, 16, seed), backend, seconds=60).status is Status.INFEASIBLE


def test_toroidal_queens(backend: Backend[Any]) -> None:
    for n in range(1, 8):
        assert (
            count(placement(QUEEN, Board(n, torus=True), n), backend) == known_values.values("queen.toroidal_count")[n]
        )


@pytest.mark.parametrize("piece", [QUEEN, ROOK, BISHOP, KNIGHT, KING], ids=str)
def test_a_symmetric_piece_is_placed_maximally_just_when_it_dominates_independently(
    piece: Any, backend: Backend[Any]
) -> None:
    for board in (Board(4), Board(3, 5), Board(4, torus=True)):
        maximal = solve(placement(piece, board, kind="maximal"), backend, "all")
        independent = solve(domination(piece, board, "independent"), backend, "all")
        assert maximal.objective == independent.objective
        assert set(maximal.solutions) == set(independent.solutions)


def test_sight_changes_nothing_for_one_type_of_piece(backend: Backend[Any]) -> None:
    """Of three on a line the middle one is attacked anyway, and a blocker guards on along the same line."""
    for n in range(1, 6):
        assert count(sighted_placement({QUEEN: n}, Board(n)), backend) == known_values.values("queen.count")[n]
        assert optimum(sighted_placement({KNIGHT: None}, Board(n)), backend) == known_values.values("knight.max")[n]
    for n in range(1, 5):
        assert optimum(cheapest_domination({QUEEN: 9}, Board(n)), backend) == 9 * GAMMA[n]


@pytest.mark.full
def test_all_minimum_sets_of_the_chessboard() -> None:
    """OEIS A002564, A002563 and A002568, A002567 at n = 8."""
    plain = solve(domination(QUEEN, Board(8)), want="count", up_to_symmetry=True)
    assert (plain.objective, plain.count, plain.orbits) == (5, 4860, 638)
    independent = solve(domination(QUEEN, Board(8), "independent"), want="count", up_to_symmetry=True)
    assert (independent.objective, independent.count, independent.orbits) == (5, 728, 91)
    maximal = solve(placement(QUEEN, Board(8), kind="maximal"), want="count", up_to_symmetry=True)
    assert (maximal.objective, maximal.count, maximal.orbits) == (INDEPENDENT[8], 728, 91)


@pytest.mark.parametrize("n", [1, 4, 5, 6, 7, 8])
def test_the_first_solution(n: int, backend: Backend[Any]) -> None:
    """OEIS A141843."""
    answer = first(placement(QUEEN, Board(n), n), backend)
    expected = known_values.rows("queen.lex_first").get(n, [1])
    assert [square.column + 1 for square in answer.solutions[0]] == expected
    assert answer.complete


def test_the_first_solution_comes_first_from_our_own_backend() -> None:
    """To 28 rows the row search meets solutions in their order."""
    for n, expected in known_values.rows("queen.lex_first").items():
        found = solve(placement(QUEEN, Board(n), n), "backtracking").solutions[0]
        assert [square.column + 1 for square in found] == expected


def test_the_first_of_no_solution_and_of_optimal_ones(backend: Backend[Any]) -> None:
    assert first(placement(QUEEN, Board(3), 3), backend).solutions == ()
    answer = first(domination(QUEEN, Board(4)), backend)
    every = solve(domination(QUEEN, Board(4)), backend, "all").solutions
    assert answer.solutions == (min(every, key=list),)
    assert answer.objective == GAMMA[4]


def test_the_most_on_a_board_without_squares_is_none(backend: Backend[Any]) -> None:
    nowhere = Board(1, 2, holes=[(0, 0), (0, 1)])
    for problem in (placement(QUEEN, nowhere), sighted_placement({QUEEN: None}, nowhere)):
        answer = solve(problem, backend)
        assert (answer.status, answer.complete, answer.objective) == (Status.OPTIMAL, True, 0)
