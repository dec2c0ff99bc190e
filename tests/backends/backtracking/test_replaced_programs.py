"""The programs that Rookery replaces: what they print, from Python (the command line has tests of its own)."""

from typing import Any

import pytest
from rookery_tests import known_values, series

from rookery.backends import Backend, Status, registry, solutions, solve
from rookery.models import Board, Piece, domination, placement
from rookery.models.pieces.piece import BISHOP, KNIGHT, QUEEN
from rookery.models.referee.rules import Guarded, Holds, Peaceful

FIRST = known_values.rows("queen.lex_first")  # OEIS A141843, columns from 1
TABLE = [
    (QUEEN, "independent", (1, 1, 1, 3, 3, 4, 4, 5, 5, 5)),  # A075324
    (BISHOP, "independent", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),  # n (Yaglom and Yaglom)
    (KNIGHT, "independent", (1, 4, 4, 4, 5, 8, 13, 14, 14, 16)),  # A342576
    (QUEEN, "plain", (1, 1, 1, 2, 3, 3, 4, 5, 5, 5)),  # A075458
]
SERIES = {"independent": "independent_domination", "plain": "gamma"}


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (8, 92)])  # A000170
def test_all_queens_drawn(n: int, count: int, backend: Backend[Any]) -> None:
    answer = solve(placement(QUEEN, Board(n), n), backend, "all")
    drawings = {str(found) for found in answer.solutions}
    assert (len(drawings), answer.complete) == (count, True)
    assert (answer.status is Status.INFEASIBLE) == (not count)
    assert all(drawing.count("Q") == n and len(drawing.splitlines()) == n for drawing in drawings)


def test_four_queens_look_like_this(backend: Backend[Any]) -> None:
    drawings = {str(found) for found in solutions(placement(QUEEN, Board(4), 4), backend)}
    assert drawings == {".Q..\n...Q\nQ...\n..Q.", "..Q.\nQ...\n...Q\n.Q.."}


def test_eight_queens_up_to_symmetry(backend: Backend[Any]) -> None:
    answer = solve(placement(QUEEN, Board(8), 8), backend, "all", up_to_symmetry=True)
    assert (answer.orbits, len(answer.solutions), answer.count) == (12, 12, 92)  # A002562


@pytest.mark.nojit
@pytest.mark.parametrize("n", [n for n in FIRST if n <= 14])
def test_backtracking_finds_the_first_solution_row_by_row(n: int) -> None:
    first = next(solutions(placement(QUEEN, Board(n), n), "backtracking", want="one"))
    assert [square.column + 1 for square in first] == FIRST[n]
    assert n != 8 or [square.column for square in first] == [0, 4, 7, 5, 2, 6, 1, 3]


def test_backtracking_lists_row_by_row() -> None:
    listed = [[square.column for square in found] for found in solutions(placement(QUEEN, Board(8), 8), "backtracking")]
    assert listed == sorted(listed)
    assert len(listed) == 92


@pytest.mark.parametrize(("piece", "kind", "minima"), TABLE, ids=lambda value: str(value) if value else "")
def test_the_minimum_table(piece: Piece, kind: Any, minima: tuple[int, ...], backend: Backend[Any]) -> None:
    largest = 10
    if backend.name != "backtracking":
        largest = min(10, series.largest(f"{piece}.{SERIES[kind]}", backend.name))
    answers = [solve(domination(piece, Board(n), kind), backend, seconds=60) for n in range(1, largest + 1)]
    assert [answer.objective for answer in answers] == list(minima[:largest])
    assert {(answer.status, answer.bound == answer.objective) for answer in answers} == {(Status.OPTIMAL, True)}


@pytest.mark.parametrize("piece", [QUEEN, BISHOP, KNIGHT], ids=str)
def test_an_example_of_the_table(piece: Piece, backend: Backend[Any]) -> None:
    if series.largest(f"{piece}.independent_domination", backend.name) < 8:
        pytest.skip("it takes long on 8x8")
    answer = solve(domination(piece, Board(8), "independent"), backend)
    assert {Holds(piece), Guarded(), Peaceful()} == set(answer.problem.rules)
    assert not answer.problem.faults(answer.solutions[0])


@pytest.mark.parametrize(
    ("fixed", "drawn"),
    [
        # AOJ ALDS1_13_A, the sample of the statement
        ([(2, 2), (5, 3)], "......Q.\nQ.......\n..Q.....\n.......Q\n.....Q..\n...Q....\n.Q......\n....Q..."),
        ([(0, 0), (1, 1)], None),
        ([(0, 0), (0, 7)], None),
    ],
)
def test_completion(fixed: list[tuple[int, int]], drawn: str | None, backend: Backend[Any]) -> None:
    answer = solve(placement(QUEEN, Board(8), 8, fixed=fixed), backend, "all")
    assert [str(found) for found in answer.solutions] == ([] if drawn is None else [drawn])
    assert answer.complete


def test_every_backend_of_ours_is_asked() -> None:
    assert set(registry.names()) >= set(series.BACKENDS)
