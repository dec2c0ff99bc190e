"""Families of lines that share no square: no more of them hold a piece than there are pieces."""

from random import Random

import pytest

from rookery import domination
from rookery.backends import Request, Want
from rookery.backends.presolve.lowering.bounds import parallel_lines
from rookery.backends.presolve.lowering.passes import SWITCHES, Lowered, lower_model, option_values
from rookery.models import Board, Minimize, Model, Problem
from rookery.models.pieces.piece import AMAZON, KING, NIGHTRIDER, QUEEN, ROOK

HOLES = [(2, 3), (4, 4), (0, 1)]

BOARDS: tuple[Problem, ...] = (  # lines are cut, closed, or not all that a piece attacks along
    domination(QUEEN, Board(5, 7)),
    domination(QUEEN, Board(6, torus=True)),
    domination(QUEEN, Board(6, holes=HOLES), "independent"),
    domination(AMAZON, Board(6), fixed=[(1, 2)], forbidden=[(0, 0), (3, 3)]),
    domination(NIGHTRIDER, Board(7)),
    domination(ROOK, Board(5), "independent"),
    domination(ROOK, Board(4, 8)),
)


def lowered(model: Model) -> Lowered:
    """A model with a variable for each line that its clauses are made of."""
    return lower_model(model, Request(Want.ONE), option_values(SWITCHES, {"lowering.lines": "on"}))


def families(model: Model) -> list[list[int]]:
    """The families of a model's lines."""
    goal = model.goal
    assert isinstance(goal, Minimize)
    return list(parallel_lines(model, lowered(model).model, goal.literals))


def test_parallel_lines_of_queens() -> None:
    """With the corners, which are no lines of their own."""
    assert sorted(map(len, families(domination(QUEEN, Board(6)).model))) == [6, 6, 11, 11]
    assert sorted(map(len, families(domination(QUEEN, Board(7, torus=True), "independent").model))) == [7, 7, 7, 7]
    assert families(domination(KING, Board(6)).model) == []


@pytest.mark.parametrize("problem", BOARDS, ids=lambda problem: problem.title)
def test_families_hold_no_more_than_there_are_pieces(problem: Problem) -> None:
    """Of any squares: lines are those that hold one of them."""
    model = problem.model
    members = {}
    for constraint in lowered(model).model.constraints:
        lines = [~literal for literal in constraint.literals if ~literal >= model.variables]
        squares = {literal for literal in constraint.literals if literal >= 0}
        if len(lines) == 1 and len(squares) == len(constraint.literals) - 1:
            members[lines[0]] = squares
    found = families(model)
    assert found
    random = Random(1)
    for _ in range(200):
        chosen = set(random.sample(range(model.variables), random.randint(1, 8)))
        true = chosen | {line for line, squares in members.items() if squares & chosen}
        assert all(len(true.intersection(family)) <= len(chosen) for family in found)
