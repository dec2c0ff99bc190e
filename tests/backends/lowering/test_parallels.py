"""Families of lines that share no square: no more of them hold a piece than there are pieces."""

from dataclasses import replace
from random import Random

import pytest
from rookery_tests.small_models import check

from rookery.backends import Request, Want, solve
from rookery.backends.presolve.lowering.bounds import parallel_lines
from rookery.backends.presolve.lowering.passes import SWITCHES, Lowered, lower_model, option_values
from rookery.backends.solvers.sat import Sat, SatProgram
from rookery.models import AtLeast, AtMost, Board, Minimize, Model, Problem, domination
from rookery.models.boards.cuboid import Cuboid
from rookery.models.pieces.piece import AMAZON, KING, NIGHTRIDER, QUEEN, ROOK

HOLES = [(2, 3), (4, 4), (0, 1)]
BEST = (1, 1, 1, 2, 3, 3, 4, 5, 5)  # OEIS A075458, queens
BEST_IN_PEACE = (1, 1, 1, 3, 3, 4, 4, 5, 5)  # A075324

BOARDS: tuple[Problem, ...] = (  # lines are cut, closed, or not all that a piece attacks along
    domination(QUEEN, Board(5, 7)),
    domination(QUEEN, Board(6, torus=True)),
    domination(QUEEN, Board(6, holes=HOLES), "independent"),
    domination(AMAZON, Board(6), fixed=[(1, 2)], forbidden=[(0, 0), (3, 3)]),
    domination(NIGHTRIDER, Board(7)),
    domination(ROOK, Board(5), "independent"),
    domination(ROOK, Cuboid(4, 4, 4)),
)


def lowered(model: Model) -> Lowered:
    """A model with a variable for each line that its clauses are made of."""
    return lower_model(model, Request(Want.ONE), option_values(SWITCHES, {"lowering.lines": "on"}))


def families(model: Model) -> list[list[int]]:
    """The families of a model's lines."""
    goal = model.goal
    assert isinstance(goal, Minimize)
    return list(parallel_lines(model, lowered(model).model, goal.literals))


def test_queens_have_a_family_for_each_direction() -> None:
    """With the corners, which are no lines of their own."""
    assert sorted(map(len, families(domination(QUEEN, Board(6)).model))) == [6, 6, 11, 11]
    assert sorted(map(len, families(domination(QUEEN, Board(7, torus=True), "independent").model))) == [7, 7, 7, 7]
    assert families(domination(KING, Board(6)).model) == []


@pytest.mark.parametrize("problem", BOARDS, ids=lambda problem: problem.title)
def test_no_more_of_a_family_hold_a_piece_than_there_are_pieces(problem: Problem) -> None:
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


@pytest.mark.parametrize("parallels", ["on", "off"])
def test_the_numbers_of_queens_are_those_known(parallels: str) -> None:
    options = {"search": "ascending", "lowering.lines": "on", "parallels": parallels}
    for n, (plain, peaceful) in enumerate(zip(BEST, BEST_IN_PEACE, strict=True), 1):
        for problem, best in (
            (domination(QUEEN, Board(n)), plain),
            (domination(QUEEN, Board(n), "independent"), peaceful),
        ):
            answer = solve(problem, "sat", options=options)
            assert (answer.objective, answer.complete) == (best, True), problem.title


@pytest.mark.full
def test_lines_with_members_that_cost_nothing_are_not_counted() -> None:
    """Random groups, of which the goal counts some variables only: the best by trying everything."""
    options = {"search": "ascending", "lowering.lines": "on"}
    for seed in range(40):
        random = Random(seed)
        groups = [tuple(random.sample(range(8), random.randint(2, 3))) for _ in range(4)]
        clauses = [AtLeast(1, sorted({*one, *other})) for one in groups for other in groups if one < other]
        packed = [AtMost(1, group) for group in groups if random.random() < 0.5]
        goal = Minimize(sorted(random.sample(range(8), random.randint(4, 8))))
        check(Sat(), Model(8, (*clauses, *packed), goal, groups=groups), options=options)


def test_a_search_that_counts_lines_has_fewer_conflicts() -> None:
    """That four queens in peace do not guard 8x8 takes longer to learn where squares alone are counted."""
    conflicts = {}
    for parallels in ("on", "off"):
        answer = solve(domination(QUEEN, Board(8), "independent"), "sat", options={"parallels": parallels})
        assert answer.objective == 5
        conflicts[parallels] = answer.statistics["conflicts"]
    assert conflicts["on"] < 0.8 * conflicts["off"]


def test_plain_domination_by_queens_counts_its_lines() -> None:
    """By itself; a search by cores does not count, nor does one where a goal has weights."""
    model = domination(QUEEN, Board(8)).model
    weighted = replace(model, goal=Minimize(range(64), tuple(range(1, 65))))
    for asked, options, many in (
        (model, {}, 4),
        (model, {"parallels": "off"}, 0),
        (model, {"search": "cores"}, 0),
        (weighted, {}, 0),
    ):
        program = Sat().compile(asked, Request(Want.ONE, options=options))
        assert isinstance(program, SatProgram)
        assert len(program.plan.families) == many
