"""Hints: a placement to start from, whatever it says, changes no answer; who cannot use one says so."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from rookery_tests.small_models import asked, best_of, powerset, random_models, solutions_of

import rookery as rk
from rookery.backends import Backend, Request
from rookery.backends.contract.question import Question, WantLike
from rookery.backends.fleet.streaming import Channel
from rookery.backends.registry import backend as named
from rookery.backends.running.run import hint_literals
from rookery.backends.solvers.cpsat import CpSat
from rookery.backends.solvers.mip import MipHere
from rookery.backends.solvers.sat import SOLVERS, Sat
from rookery.backends.solvers.sat.encode import SatProgram
from rookery.backends.solvers.sat.oracle import Oracle
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


TWO = rk.Graph([(1, 2), (2, 3), (4, 5), (5, 6), (7, 8)])
FAMILIES: dict[str, rk.Problem] = {  # most of them fall into parts that share nothing
    "total": rk.domination("knight", "3x4", "total"),
    "bishops": rk.domination("bishop", 4),
    "tuple": rk.k_fold_domination("ferz", "3x4", 2, closed=True),
    "independent": rk.domination("dabbaba", "3x4", "independent"),
    "restricted": rk.restricted_domination("rook", "3x4", [(0, 0), (1, 1), (2, 2), (1, 3)]),
    "fixed": rk.domination("alfil", "3x4", fixed=[(0, 0)], forbidden=[(2, 1)]),
    "connected": rk.connected_domination("king", "3x4"),
    "upper": rk.upper_domination("ferz", "2x4"),
    "cheapest": rk.cheapest_domination({"bishop": 3}, "3x4"),
    "left alone": rk.most_unguarded("knight", "3x4", 2),
    "most": rk.placement("ferz", "3x4"),
    "cover": rk.hitting_set("guard", TWO),
    "graph": rk.domination("guard", TWO, "total"),
    "infeasible": rk.domination("knight", "2x4", "total"),
}


def best_by_force(problem: rk.Problem) -> int | None:
    """The optimum by trying every set of squares, as the rules of chess have it."""
    (piece,) = problem.pieces
    every = (rk.Placement(problem.board, dict.fromkeys(some, piece)) for some in powerset(problem.board))
    values = [problem.objective(placed) for placed in every if not problem.faults(placed)]
    best = max if isinstance(problem.model.goal, rk.Maximize) else min
    return best((value for value in values if value is not None), default=None)


def hints(problem: rk.Problem) -> Iterator[rk.Placement]:
    """A piece on one square alone, none, on all of them, and on some."""
    (piece,), squares = problem.pieces, list(problem.board)
    random = Random(problem.title)
    some = [random.sample(squares, random.randint(2, len(squares))) for _ in range(3)]
    yield from (
        rk.Placement(problem.board, dict.fromkeys(each, piece))
        for each in [squares[:1], squares[-1:], [], squares, *some]
    )


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("backend", [*USERS, MipHere(), named("auto")], ids=[*NAMES, "mip", "auto"])
@pytest.mark.share(4)
@pytest.mark.full
def test_no_hint_changes_the_optimum_of_what_falls_into_parts(backend: Backend[Any], family: str) -> None:
    problem = FAMILIES[family]
    expected = best_by_force(problem)
    assert {rk.solve(problem, backend, hint=hint).objective for hint in hints(problem)} == {expected}
    best = rk.solve(problem, backend).best
    if best is not None:
        assert rk.solve(problem, backend, hint=best).objective == expected


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
    ("hint", "shown"),
    [({(6, 0): rk.QUEEN}, "6,0 lies off the board"), ({(0, 0): rk.ROOK}, "rook is not a piece of this problem: queen")],
)
def test_refuses_what_the_problem_does_not_have(hint: Any, shown: str) -> None:
    with pytest.raises(rk.BadInput, match=shown):
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
