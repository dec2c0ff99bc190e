"""Hints never change an answer, right or wrong; backends that cannot use one refuse it."""

from random import Random
from typing import Any

import pytest
from rookery_tests.small_models import asked, best_of, random_models, solutions_of

import rookery as rk
from rookery.backends import Backend
from rookery.backends.contract.question import Question
from rookery.backends.registry import backend as named
from rookery.backends.running.run import hint_literals
from rookery.backends.solvers.cpsat import CpSat
from rookery.backends.solvers.mip import MipHere
from rookery.backends.solvers.sat import SOLVERS, Sat

BOARD = rk.Board(6)
QUEENS = rk.placement("queen", BOARD, 6)
GUARDS = rk.domination("queen", BOARD, "independent")
USERS: tuple[Backend[Any], ...] = (CpSat(), Sat())
CORNER = {(0, 0): rk.QUEEN}


@pytest.mark.parametrize("backend", USERS, ids=lambda each: each.name)
def test_hint_changes_no_answer_of_random_models(backend: Backend[Any]) -> None:
    for number, model in enumerate(random_models(60, 21)):
        random = Random(number)
        some = random.sample(range(model.variables), random.randint(0, model.variables))
        found, outcome = asked(backend, model, hint=tuple(v if random.random() < 0.5 else ~v for v in some))
        right, best = solutions_of(model), best_of(model)
        assert set(found) <= right
        assert bool(found) == bool(right)
        if best is not None:
            assert (model.value(found[-1]), outcome.bound, outcome.proven) == (best, best, True)


FAMILIES: tuple[rk.Problem, ...] = (  # most of them fall into parts that share nothing
    rk.domination("bishop", 4, fixed=[(0, 0)], forbidden=[(2, 1)]),
    rk.domination("dabbaba", "3x4", "independent"),
    rk.k_fold_domination("ferz", "3x4", 2, closed=True),
    rk.cheapest_domination({"bishop": 3}, "3x4"),
    rk.coverage("knight", "3x4", 2, goal="fewest"),
    rk.placement("ferz", "3x4"),
    rk.domination("guard", rk.Graph([(1, 2), (2, 3), (4, 5), (5, 6), (7, 8)])),
    rk.domination("knight", "2x4", "total"),  # has no solution
)


@pytest.mark.parametrize("backend", [*USERS, MipHere(), named("auto")], ids=lambda each: each.name)
def test_hint_changes_no_optimum(backend: Backend[Any]) -> None:
    for problem in FAMILIES:
        plain = rk.solve(problem, backend)
        squares, random = list(problem.board), Random(problem.title)
        some = random.sample(squares, random.randint(2, len(squares)))
        for chosen in ([], squares, some, plain.best or squares[:1]):
            hint = rk.Placement(problem.board, dict.fromkeys(chosen, problem.pieces[0]))
            answer = rk.solve(problem, backend, hint=hint)
            assert (answer.status, answer.objective) == (plain.status, plain.objective), (problem, chosen)


@pytest.mark.parametrize("name", ["cpsat", "sat", "auto"])
def test_hint_changes_no_count(name: str) -> None:
    minimum = rk.domination("queen", 5)
    assert rk.solve(minimum, name, "count", hint=CORNER).count == 186  # OEIS A002564
    for want in ("all", "count"):
        with pytest.raises(rk.BadInput, match=want):  # only the first solution has a use for it
            rk.solve(QUEENS, "sat", want, hint=CORNER)


@pytest.mark.parametrize("solver", [name for name in SOLVERS if name != "cadical103"])
def test_sat_finds_a_hint_that_is_a_solution_first(solver: str) -> None:
    for hint in rk.solve(QUEENS, "sat", "all").solutions:
        assert rk.solve(QUEENS, "sat", hint=hint, options={"solver": solver}).solutions == (hint,)


@pytest.mark.parametrize("search", ["cores", "ascending"])
def test_sat_seeks_an_optimum_from_the_hint(search: str) -> None:
    hint = rk.Placement.of("queen", [(0, 0), (0, 5), (5, 0), (2, 3), (3, 1)], BOARD)
    plain = rk.domination("queen", BOARD)
    assert not plain.faults(hint)
    assert next(iter(rk.Run(plain, Sat(), Question(hint=hint, options={"search": search})))) == hint


@pytest.mark.parametrize(
    ("name", "options"), [("backtracking", {}), ("python-constraint", {}), ("sat", {"solver": "cadical103"})]
)
def test_backend_that_cannot_use_a_hint_refuses_it(name: str, options: dict[str, str]) -> None:
    with pytest.raises(rk.Unsupported, match="takes no hint"):
        rk.solve(QUEENS, name, hint=CORNER, options=options)


def test_auto_asks_only_backends_that_use_a_hint() -> None:
    assert rk.solve(QUEENS, "auto", hint=CORNER).raw_status.startswith("auto: sat (")
    with pytest.raises(rk.Unsupported, match="at most 2 backends"):
        rk.solve(QUEENS, "auto", hint=CORNER, workers=3)


def test_hint_leaves_auxiliary_variables_open() -> None:
    problem = rk.armies(["queen", "queen"], 4)
    hint = {rk.Square(0, 0): problem.pieces[0], rk.Square(3, 1): problem.pieces[1]}
    literals = hint_literals(problem, Question(hint=hint))
    assert len(literals) == 2 * 16 < problem.model.variables
    assert {v for v in literals if v >= 0} == problem.write(rk.Placement(problem.board, hint))


def test_hint_of_a_model_is_a_set_of_variables() -> None:
    model = rk.Model(4, (rk.Exactly(1, range(4)),))
    assert rk.solve_model(model, "sat", hint={2}).solutions == (frozenset({2}),)
