"""Unforeseen problems: random pieces on random boards, and random 0/1 models, against trying everything."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.case import asked
from oracle.trying import truth
from rookery_tests.strategies import boards, models, pieces

from rookery.backends import Backend, Status, Want, solve
from rookery.backends.conformance import as_problem, best_of
from rookery.models import Board, Model, Piece, Problem, domination, placement
from rookery.models.referee.rules import KINDS, Kind

pytestmark = [pytest.mark.nojit, pytest.mark.slow]


def check(backend: Backend[Any], problem: Problem, objective: int | None, expected: set[frozenset[int]]) -> None:
    """All three questions get the right answer."""
    for want in Want:
        answer = solve(problem, backend, want, seconds=60)
        assert (answer.complete, answer.objective) == (True, objective)
        assert (answer.status is Status.INFEASIBLE) == (not expected)
        assert answer.count == (min(1, len(expected)) if want is Want.ONE else len(expected))
        found = {problem.write(placed) for placed in answer.solutions}
        assert found <= expected if want is Want.ONE else want is Want.COUNT or found == expected


@given(piece=pieces(), board=boards(most=10), kind=st.sampled_from(KINDS))
@pytest.mark.full
def test_random_pieces_guard_random_boards(piece: Piece, board: Board, kind: Kind, backend: Backend[Any]) -> None:
    check(backend, domination(piece, board, kind), *truth(asked("domination", [piece], board, kind=kind)).squares)


@given(piece=pieces(), board=boards(most=10), count=st.none() | st.integers(0, 4))
@pytest.mark.full
def test_random_pieces_stand_in_peace(piece: Piece, board: Board, count: int | None, backend: Backend[Any]) -> None:
    if count is None or count <= len(board):
        check(
            backend, placement(piece, board, count), *truth(asked("placement", [piece], board, each=(count,))).squares
        )


@given(first=pieces("first"), second=pieces("second"), board=boards(most=5), data=st.data())
@pytest.mark.full
def test_two_random_pieces_stand_in_peace(
    first: Piece, second: Piece, board: Board, data: st.DataObject, backend: Backend[Any]
) -> None:
    counts = {piece: data.draw(st.none() | st.integers(0, len(board) // 2)) for piece in (first, second)}
    problem = placement(counts, board)
    check(backend, problem, *best_of(problem.model))  # its referees are tested against each other elsewhere


@given(model=models())
def test_random_models(model: Model, backend: Backend[Any]) -> None:
    check(backend, as_problem(model), *best_of(model))


@given(model=models(), limit=st.integers(1, 5))
@pytest.mark.full
def test_random_models_with_a_limit(model: Model, limit: int, backend: Backend[Any]) -> None:
    _, expected = best_of(model)
    answer = solve(as_problem(model), backend, "all", limit=limit)
    assert answer.count == len(set(answer.solutions)) == min(limit, len(expected))
    assert answer.complete or limit <= len(expected)


@given(piece=pieces(), board=boards(most=9))
@pytest.mark.full
def test_random_boards_have_the_orbits_of_their_solutions(piece: Piece, board: Board, backend: Backend[Any]) -> None:
    problem = placement(piece, board, min(2, len(board)))
    listed = solve(problem, backend, "all")
    orbits = solve(problem, backend, "all", up_to_symmetry=True)
    assert {problem.canonical(found) for found in listed.solutions} == set(orbits.solutions)
    assert (orbits.orbits, orbits.count) == (len(orbits.solutions), listed.count)
