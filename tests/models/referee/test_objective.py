"""The referee of chess counts objectives by itself: by hand, and on every kind of problem against its model."""

import pytest

from rookery.backends import solve
from rookery.models import (
    Board,
    Piece,
    Placement,
    Problem,
    Satisfy,
    armies,
    cheapest_domination,
    connected_domination,
    domination,
    k_fold_domination,
    maximal_placement,
    most_unguarded,
    placement,
    sighted_placement,
    upper_domination,
    weighted_placement,
)
from rookery.models.pieces.standard import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.objective import objective
from rookery.models.referee.rules import Aim, ArmySize, LeftAlone, Number, Value

LANCE = Piece.from_betza("lance", "fR", symbol="L")
PLACED = Placement(Board(3, 4), {(0, 0): ROOK, (2, 3): LANCE, (2, 0): LANCE})


@pytest.mark.parametrize(
    ("aim", "counted"),
    [
        (Number(), 3),
        (Number(frozenset({LANCE})), 2),
        (Number(frozenset({QUEEN})), 0),
        (Value(((ROOK, 5), (LANCE, 2))), 9),
        (Value(((LANCE, 2),)), 4),
        (LeftAlone(), 4),  # all but the rook's row and column, the lances' columns and themselves
        (ArmySize(), 1),
        (ArmySize(LANCE), 2),
        (ArmySize(QUEEN), 0),
    ],
    ids=str,
)
def test_a_placement_by_hand(aim: Aim, counted: int) -> None:
    assert objective(aim, PLACED, PLACED.board) == counted


def test_an_empty_board() -> None:
    aims = Number(), Value(((ROOK, 5),)), LeftAlone(), ArmySize()
    assert [objective(aim, {}, Board(2, 3)) for aim in aims] == [0, 0, 6, 0]


PROBLEMS = [
    placement(QUEEN, Board(4)),
    placement({QUEEN: 1, ROOK: None, KNIGHT: None}, Board(4)),
    domination(KNIGHT, Board(4), "total"),
    sighted_placement({QUEEN: 2, ROOK: None}, Board(4), 1),
    maximal_placement([ROOK, LANCE], Board(3)),
    weighted_placement({QUEEN: 9, KNIGHT: 3}, Board(3), 1),
    connected_domination(KING, Board(3, 4)),
    upper_domination(QUEEN, Board(3)),
    k_fold_domination(KING, Board(3), 2),
    cheapest_domination({QUEEN: 9, BISHOP: 3}, Board(3)),
    most_unguarded(QUEEN, Board(4), 3),
    armies((QUEEN, LANCE), Board(3)),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_model_counts_the_same(problem: Problem) -> None:
    answer = solve(problem, "sat", "all")
    assert answer.solutions
    assert {problem.objective(found) for found in answer.solutions} == {answer.objective}


@pytest.mark.parametrize(
    "problem",
    [placement(QUEEN, Board(4), 4), sighted_placement({ROOK: 1}, Board(2)), armies((ROOK, ROOK), Board(3), 1)],
)
def test_without_a_goal_nothing_is_counted(problem: Problem) -> None:
    assert isinstance(problem.model.goal, Satisfy)
    assert problem.objective({}) is None
