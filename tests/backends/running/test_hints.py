"""Hints: a placement to start from, whatever it says, changes no answer; who cannot use one says so."""

from random import Random
from typing import Any

import pytest
from rookery_tests.small_models import asked, best_of, random_models, solutions_of

import rookery as rk
from rookery.backends import Backend, Request
from rookery.backends.contract.question import Question, WantLike
from rookery.backends.cpsat import CpSat
from rookery.backends.processes.streaming import Channel
from rookery.backends.running.hints import hint_literals
from rookery.backends.sat import SOLVERS, Sat
from rookery.backends.sat.oracle import Oracle
from rookery.backends.sat.program import SatProgram
from rookery.models import Square

BOARD = rk.Board(6)
QUEENS = rk.placement(rk.QUEEN, BOARD, 6)
GUARDS = rk.domination(rk.QUEEN, BOARD, "independent")
USERS: tuple[Backend[Any], ...] = (CpSat(), Sat())
NAMES = [backend.name for backend in USERS]


def some_placement(random: Random) -> rk.Placement:
    squares = [(row, column) for row in range(6) for column in range(6)]
    return rk.Placement.of(rk.QUEEN, random.sample(squares, random.randint(0, 10)), BOARD)


@pytest.mark.parametrize("backend", USERS, ids=NAMES)
def test_no_hint_changes_an_answer(backend: Backend[Any]) -> None:
    """Any values of any variables, right or wrong, some or all: on random models, against trying everything."""
    for number, model in enumerate(random_models(60, 21)):
        random = Random(number)
        some = random.sample(range(model.variables), random.randint(0, model.variables))
        hint = tuple(v if random.random() < 0.5 else ~v for v in some)
        found, outcome = asked(backend, model, hint=hint)
        right, best = solutions_of(model), best_of(model)
        assert set(found) <= right
        assert bool(found) == bool(right)
        if best is not None:
            assert (model.value(found[-1]), outcome.bound, outcome.proven) == (best, best, True)


@pytest.mark.parametrize("name", [*NAMES, "auto"])
def test_no_placement_to_start_from_changes_an_answer(name: str) -> None:
    for seed in range(4):
        hint = some_placement(Random(seed))
        assert rk.solve(QUEENS, name, hint=hint).count == 1
        assert rk.solve(GUARDS, name, hint=hint).objective == 4
        counted = rk.solve(rk.domination(rk.QUEEN, rk.Board(5)), name, "count", hint={(0, 0): rk.QUEEN})
        assert counted.count == 186  # OEIS A002564
    assert rk.solve(rk.placement(rk.QUEEN, rk.Board(3), 3), name, hint={(0, 0): rk.QUEEN}).status == "infeasible"


@pytest.mark.parametrize("solver", [name for name in SOLVERS if name != "cadical103"])
def test_sat_begins_with_the_hint(solver: str) -> None:
    """Where the hint is a solution, it is the first one found, each of the four."""
    for hint in rk.solve(QUEENS, "sat", "all").solutions:
        assert rk.solve(QUEENS, "sat", hint=hint, options={"solver": solver}).solutions == (hint,)


def test_an_optimum_is_sought_from_the_hint() -> None:
    hint = rk.Placement.of(rk.QUEEN, [(0, 0), (0, 5), (5, 0), (2, 3), (3, 1)], BOARD)
    plain = rk.domination(rk.QUEEN, BOARD)
    assert not plain.faults(hint)
    for search in ("cores", "ascending"):
        stream = rk.Run(plain, Sat(), Question(hint=hint, options={"search": search}))
        assert next(iter(stream)) == hint


def test_cpsat_gets_the_hint_for_its_own_variables() -> None:
    program = CpSat().compile(GUARDS.model, Request(hint=(0, ~1)))
    hint = program.model.proto.solution_hint
    assert (list(hint.vars), list(hint.values)) == ([0, 1], [1, 0])
    assert len(program.model.proto.variables) > len(GUARDS.board)


def test_the_seed_numbers_the_hint_as_well() -> None:
    request = Request(hint=(0, ~1), seed=5)
    program = Sat().compile(QUEENS.model, request)
    assert isinstance(program, SatProgram)
    assert list(program.hint) == [program.names[0], -program.names[1]]
    oracle = Oracle(program, request.deadline, Channel())
    oracle.load()
    oracle.prefer(program.hint)
    assert oracle.solve()
    oracle.close()


@pytest.mark.parametrize("name", ["backtracking", "python-constraint"])
def test_who_takes_no_hint_says_so(name: str) -> None:
    with pytest.raises(rk.Unsupported, match=f"backend {name} takes no hint"):
        rk.solve(QUEENS, name, hint={(0, 0): rk.QUEEN})


def test_a_solver_without_phases_refuses() -> None:
    with pytest.raises(rk.Unsupported, match="solver=cadical103: it takes no hint"):
        rk.solve(QUEENS, "sat", hint={(0, 0): rk.QUEEN}, options={"solver": "cadical103"})


def test_auto_leaves_a_hint_to_those_that_use_it() -> None:
    assert rk.solve(QUEENS, "auto", hint={(0, 0): rk.QUEEN}).raw_status.startswith("auto: sat (")
    with pytest.raises(rk.Unsupported, match="at most 2 backends, a worker each: cpsat, sat"):
        rk.solve(QUEENS, "auto", hint={(0, 0): rk.QUEEN}, workers=3)


@pytest.mark.parametrize(
    ("hint", "told"),
    [({(6, 0): rk.QUEEN}, "6,0 lies off the board"), ({(0, 0): rk.ROOK}, "rook is not a piece of this problem: queen")],
)
def test_refuses_what_the_problem_does_not_have(hint: Any, told: str) -> None:
    with pytest.raises(rk.BadInput, match=told):
        rk.solve(QUEENS, "sat", hint=hint)


@pytest.mark.parametrize("want", ["all", "count"])
def test_refuses_a_hint_where_none_comes_first(want: WantLike) -> None:
    with pytest.raises(
        rk.BadInput, match=f"a hint helps to find one solution or an optimum, this question wants {want}"
    ):
        rk.solve(QUEENS, "sat", want, hint={(0, 0): rk.QUEEN})


def test_a_hint_says_nothing_of_auxiliary_variables() -> None:
    problem = rk.peaceable_queens(4)
    placed = {(0, 0): problem.pieces[0], (3, 1): problem.pieces[1]}
    hint = {Square(*at): piece for at, piece in placed.items()}
    literals = hint_literals(problem, Question(hint=hint))
    assert len(literals) == 2 * 16 < problem.model.variables
    assert {v for v in literals if v >= 0} == problem.write(rk.Placement(problem.board, placed))
    assert rk.solve(problem, "cpsat", hint=hint).objective == rk.solve(problem, "cpsat").objective


def test_a_model_that_is_no_chess_takes_a_set() -> None:
    model = rk.Model(4, (rk.Exactly(1, range(4)),))
    assert rk.solve_model(model, "sat", hint={2}).solutions == (frozenset({2}),)
