"""Hints never change an answer, right or wrong; backends that cannot use one refuse it."""

from dataclasses import replace

import pytest
from rookery_tests.brute_force import Scripted

import rookery as rk
from rookery.backends.contract import Ask, Question
from rookery.backends.solvers.sat import SOLVERS, Sat

BOARD = rk.Board(6)
QUEENS = rk.placement("queen", BOARD, 6)
CORNER = {(0, 0): rk.QUEEN}


@pytest.mark.parametrize("name", ["cpsat", "sat", "auto"])
def test_hint_changes_no_count(name: str) -> None:
    minimum = rk.domination("queen", 5)
    assert rk.solve(minimum, name, "count", hint=CORNER).count == 186  # OEIS A002564
    for want in ("all", "count"):
        with pytest.raises(rk.BadInput, match=want):  # only the first solution has a use for it
            rk.solve(QUEENS, "sat", want, hint=CORNER)


@pytest.mark.parametrize("solver", SOLVERS)
def test_sat_finds_a_hint_that_is_a_solution_first(solver: str) -> None:
    for hint in rk.solve(QUEENS, "sat", "all").solutions:
        assert rk.solve(QUEENS, "sat", hint=hint, options={"solver": solver}).solutions == (hint,)


def test_sat_seeks_an_optimum_from_the_hint() -> None:
    hint = rk.Placement.of("queen", [(0, 0), (0, 5), (5, 0), (2, 3), (3, 1)], BOARD)
    plain = rk.domination("queen", BOARD)
    assert not plain.faults(hint)
    assert next(iter(rk.Run(plain, Sat(), Question(hint=hint)))) == hint


@pytest.mark.parametrize("name", ["backtracking", "python-constraint"])
def test_backend_that_cannot_use_a_hint_refuses_it(name: str) -> None:
    with pytest.raises(rk.Unsupported, match="takes no hint"):
        rk.solve(QUEENS, name, hint=CORNER)


def test_hint_leaves_auxiliary_variables_open() -> None:
    problem = rk.armies(["queen", "queen"], 4)
    hint = {rk.Square(0, 0): problem.pieces[0], rk.Square(0, 1): problem.pieces[1]}  # which attack each other
    asked = list[Ask]()

    class Listening(Scripted):
        def compile(self, model: rk.Model, ask: Ask) -> None:
            asked.append(ask)

    rk.solve(problem, Listening(), hint=hint)
    assert len(asked[0].hint) == 2 * 16 < problem.model.variables
    assert {v for v in asked[0].hint if v >= 0} == problem.write(rk.Placement(problem.board, hint))


def test_known_solution_is_the_hint_of_the_search() -> None:
    known, asked = frozenset({0, 1, 2, 8}), list[Ask]()

    class Listening(Scripted):
        def compile(self, model: rk.Model, ask: Ask) -> None:
            asked.append(ask)

    rk.solve(replace(rk.domination("rook", 3), known=known), Listening())
    assert {v for v in asked[0].hint if v >= 0} == known
    assert len(asked[0].hint) == 9


def test_hint_of_a_model_is_a_set_of_variables() -> None:
    model = rk.Model(4, (rk.Exactly(1, range(4)),))
    assert rk.solve_model(model, "sat", hint={2}).solutions == (frozenset({2}),)
