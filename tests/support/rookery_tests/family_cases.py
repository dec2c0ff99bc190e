"""What the tests of the family share: pieces, boards, and how an answer is held against an oracle."""

from collections.abc import Iterable
from typing import Any

import pytest

from rookery.backends import Backend, Status, solve
from rookery.models import Board, Piece, Problem
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK

SOLDIER = Piece("soldier", "S", leaps=[(-1, 0), (-1, -1), (1, 1)])
FORWARD = Piece.from_betza("forward knight", "fN", symbol="F")
LANCE = Piece.from_betza("lance", "fR", symbol="L")
PIECES = [QUEEN, ROOK, BISHOP, KNIGHT, KING, SOLDIER, FORWARD, LANCE]
PAIRS = [(QUEEN, KNIGHT), (ROOK, BISHOP), (KING, LANCE), (SOLDIER, ROOK), (FORWARD, BISHOP)]
RECTANGLES = [Board(rows, columns) for rows in range(1, 5) for columns in range(1, 5)]
OTHERS = [
    Board(3, torus=True),
    Board(3, holes=[(1, 1)]),
    Board(2, 4, torus=True),
    Board(4, holes=[(0, 0), (2, 1)]),
    Board(4, torus=True),
    Board(2, 8),
    Board(5, 3),
]
OURS = ["auto", "backtracking", "cpsat", "python-constraint", "sat"]
Found = set[frozenset[tuple[tuple[int, int], Piece]]]


def boards(every: Iterable[Board], quick: int = 4) -> pytest.MarkDecorator:
    """Each board in turn; those of more squares than a quick run has time for are slow."""
    slow = pytest.mark.slow
    cases = [pytest.param(board, marks=slow if len(board) > quick else ()) for board in every]
    return pytest.mark.parametrize("board", cases, ids=str)


def skip_for(reason: str) -> None:
    """Skip the test where there is a reason to."""
    if reason:
        pytest.skip(reason)


def check(backend: Backend[Any], problem: Problem, expected: tuple[int | None, set[frozenset[int]]]) -> None:
    """The backend finds the optimum and just the sets of squares that reach it."""
    answer = solve(problem, backend, "all", seconds=600)
    assert answer.complete, problem
    assert {problem.write(found) for found in answer.solutions} == expected[1], problem
    _agree(answer, problem, *expected)


def check_words(backend: Backend[Any], problem: Problem, expected: tuple[int | None, Found]) -> None:
    """The backend finds the optimum and just the placements that reach it."""
    answer = solve(problem, backend, "all", seconds=600)
    found = {frozenset((tuple(square), piece) for square, piece in each.items()) for each in answer.solutions}
    assert answer.complete, problem
    assert found == expected[1], problem
    _agree(answer, problem, *expected)


def _agree(answer: Any, problem: Problem, objective: int | None, found: set[Any]) -> None:
    assert answer.objective == objective, problem
    assert (answer.status is Status.INFEASIBLE) == (not found), problem
    assert answer.count == len(found), problem
