"""Bounds that are known before the search: never above the optimum, by trying everything, and from published values."""

from itertools import product
from random import Random
from typing import Any

import pytest
from rookery_tests.small_models import asked, best_of, random_models
from rookery_tests.strategies import examples
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Backend, Request
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.solvers.cpsat import CpSat
from rookery.backends.solvers.sat import Sat
from rookery.models import AtLeast, AtMost, Exactly, Maximize, Minimize, Model
from rookery.models.pieces.piece import AMAZON, BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import KINDS

pytestmark = pytest.mark.slow

BACKENDS: tuple[Backend[Any], ...] = (CpSat(), Sat())
NAMES = [backend.name for backend in BACKENDS]
GRID = "the lines of a grid"
# gamma of the queens on n x n, n = 1, 2, ...: OEIS A075458
QUEENS = (1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 11, 12, 12, 13, 13)


def covering(random: Random) -> Model:
    """Demands of one or several, some that meet others' literals, and some that limit."""
    size = random.randint(3, 8)

    def some() -> list[int]:
        return random.sample(range(size), random.randint(2, size - 1))

    demands = [random.choice((AtLeast, AtLeast, Exactly))(random.choice((1, 1, 2)), some()) for _ in range(4)]
    return Model(size, (*demands, AtMost(2, some()), AtLeast(1, (~0, 1))), Minimize(range(size)))


@pytest.mark.drawn
def test_no_bound_is_above_the_optimum() -> None:
    shown = 0
    for seed in range(examples(300)):
        model = covering(Random(seed))
        best = best_of(model)
        bound = known_bound(model)[0]
        shown += bound > 1
        assert best is None or bound <= best
    assert shown > examples(100)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("piece", [QUEEN, ROOK, BISHOP, KING, KNIGHT, AMAZON], ids=str)
@pytest.mark.share(3)
@pytest.mark.full
def test_no_bound_is_above_the_optimum_of_a_board(piece: rk.Piece, kind: Any) -> None:
    for (rows, columns), torus in product([(1, 1), (1, 7), (2, 5), (3, 3), (3, 4), (4, 3)], (False, True)):
        model = rk.domination(piece, rk.Board(rows, columns, torus=torus), kind).model
        best = best_of(model)
        assert best is None or known_bound(model)[0] <= best, (rows, columns, torus)


@pytest.mark.parametrize("n", range(1, 26))
def test_the_bound_on_square_boards_is_spencers(n: int) -> None:
    bound, origin = known_bound(rk.domination(QUEEN, rk.Board(n)).model)
    assert max(1, n // 2) <= bound <= QUEENS[n - 1]
    if n > 11:
        assert (bound, origin) == (n // 2, GRID)


def test_one_square_to_guard_is_no_grid() -> None:
    """The first square of 4x4 alone is guarded by one queen, all squares take two."""
    first = rk.domination(QUEEN, rk.Board(4)).model.constraints[0]
    assert known_bound(Model(16, (first,), Minimize(range(16))))[0] == 1


@pytest.mark.parametrize(("rows", "columns", "best"), [(8, 11, 6), (9, 11, 5), (10, 11, 5)])
def test_the_bound_on_rectangles(rows: int, columns: int, best: int) -> None:
    """Values: Bozoki, Gal, Marosi and Weakley, Domination of the rectangular queen's graph (2019), abstract."""
    bound = known_bound(rk.domination(QUEEN, rk.Board(rows, columns)).model)[0]
    assert min(rows, -((2 - rows - columns) // 4)) <= bound <= best


@pytest.mark.parametrize("kind", ["plain", "independent", "total"])
@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (3, 7), (20, 11)])
def test_rooks_occupy_all_rows_or_all_columns(rows: int, columns: int, kind: Any) -> None:
    """gamma = i = the shorter side (Yaglom and Yaglom 1964; Cockayne 1990)."""
    assert known_bound(rk.domination(ROOK, rk.Board(rows, columns), kind).model) == (min(rows, columns), GRID)


@pytest.mark.parametrize("kind", ["plain", "total"])
def test_our_own_search_knows_the_lines_of_rooks(kind: Any) -> None:
    """Without the bound the search of 10x10 takes 10 s, and each further row some ten times as long."""
    answer = rk.solve(rk.domination(ROOK, rk.Board(14), kind), seconds=30)
    assert (answer.objective, answer.bound, answer.complete) == (14, 14, True)


@pytest.mark.parametrize(
    ("problem", "origin"),
    [
        (rk.domination(QUEEN, rk.Board(12), "total"), GRID),
        (rk.domination(QUEEN, rk.Board(12), "independent", forbidden=[(0, 0)]), GRID),
        (rk.domination(QUEEN, rk.Board(12), fixed=[(3, 4)]), GRID),
        (rk.domination(QUEEN, rk.Board(12, torus=True)), "counting"),
        (rk.domination(QUEEN, rk.Board(12, holes=[(0, 0)])), "counting"),
        (rk.domination(AMAZON, rk.Board(12)), "counting"),
        (rk.domination(KNIGHT, rk.Board(12)), "counting"),
    ],
    ids=lambda each: each if isinstance(each, str) else each.title,
)
def test_the_lines_are_seen_in_the_clauses(problem: rk.Problem, origin: str) -> None:
    assert known_bound(problem.model)[1] == origin


def test_what_may_be_reached_by_nothing_is_no_demand() -> None:
    goal = Minimize(range(3))
    assert known_bound(Model(3, (AtLeast(1, ()), AtLeast(2, (0, 1, 2))), goal)) == (2, "counting")
    assert known_bound(Model(3, (AtLeast(1, (0, ~1)),), goal)) == (0, "")
    assert known_bound(Model(3, (AtLeast(1, (0, 1)),), Maximize(range(3)))) == (0, "")
    assert known_bound(Model(3, (AtLeast(1, (0, 1)),), Minimize(range(3), (5, 1, 1)))) == (0, "")
    assert known_bound(Model(3, (AtLeast(1, (0, 1)),), Minimize(range(3))), "off") == (0, "")


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
def test_by_every_bound_the_optimum_is_the_same(backend: Backend[Any]) -> None:
    models = [*(covering(Random(seed)) for seed in range(25)), *random_models(25, 31)]
    assert sum(best_of(model) is not None for model in models) > 25
    for model, which in product(models, ("all", "counting", "off")):
        found, outcome = asked(backend, model, options={"lowering.bound": which})
        best = best_of(model)
        if best is not None:
            assert (model.value(found[-1]), outcome.bound, outcome.proven) == (best, best, True)


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
@pytest.mark.full
def test_a_bound_ends_the_search_and_is_told(backend: Backend[Any]) -> None:
    """With too little time for the search to prove as much by itself."""
    hard, request = rk.domination(QUEEN, rk.Board(16)), Request()
    assert "bound: at least 8, by the lines of a grid" in backend.explain(backend.compile(hard.model, request))
    told = with_time_enough(lambda seconds: rk.solve(hard, backend.name, seconds=seconds), lambda got: got.bound, 0.5)
    assert told.bound == 8
    assert (rk.solve(hard, backend.name, seconds=0.5, options={"lowering.bound": "off"}).bound or 0) < 8
