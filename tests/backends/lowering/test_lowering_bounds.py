"""Bounds that are known before the search: never above the optimum, by trying everything, and from published values."""

from itertools import product
from random import Random
from typing import Any

import pytest
from rookery_tests.small_models import best_of

import rookery as rk
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.models import AtLeast, AtMost, Exactly, Maximize, Minimize, Model
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import KINDS

GRID = "the lines of a grid"
# gamma of the queens on n x n, n = 1, 2, ...: OEIS A075458
QUEENS = (1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 11, 12, 12, 13, 13)


def draw_covering(random: Random) -> Model:
    """Demands of one or several, some that meet others' literals, and some that limit."""
    size = random.randint(3, 8)

    def some() -> list[int]:
        return random.sample(range(size), random.randint(2, size - 1))

    demands = [random.choice((AtLeast, AtLeast, Exactly))(random.choice((1, 1, 2)), some()) for _ in range(4)]
    return Model(size, (*demands, AtMost(2, some()), AtLeast(1, (~0, 1))), Minimize(range(size)))


def test_known_bound_is_never_above_the_optimum() -> None:
    shown = 0
    models = [draw_covering(Random(seed)) for seed in range(80)]
    for (rows, columns), torus in product([(1, 1), (1, 7), (3, 3)], (False, True)):
        board = rk.Board(rows, columns, torus=torus)
        models += [rk.domination(piece, board, kind).model for piece in (QUEEN, ROOK, KNIGHT) for kind in KINDS]
    for model in models:
        best, bound = best_of(model), known_bound(model)[0]
        shown += bound > 1
        assert best is None or bound <= best
    assert shown > 30


def test_known_bound_of_queens_is_that_of_spencer() -> None:
    for n, best in enumerate(QUEENS, 1):
        bound, origin = known_bound(rk.domination(QUEEN, rk.Board(n)).model)
        assert max(1, n // 2) <= bound <= best
        assert n < 12 or (bound, origin) == (n // 2, GRID)


@pytest.mark.parametrize(("rows", "columns", "kind"), [(8, 8, "plain"), (3, 7, "independent"), (20, 11, "total")])
def test_known_bound_of_rooks(rows: int, columns: int, kind: Any) -> None:
    """gamma = i = the shorter side (Yaglom and Yaglom 1964; Cockayne 1990)."""
    assert known_bound(rk.domination(ROOK, rk.Board(rows, columns), kind).model) == (min(rows, columns), GRID)


def test_backtracking_uses_the_bound_of_rooks() -> None:
    """Without the bound the search of 10x10 takes 10 s, and each further row some ten times as long."""
    answer = rk.solve(rk.domination(ROOK, rk.Board(14), "total"), seconds=30)
    assert (answer.objective, answer.bound, answer.complete) == (14, 14, True)


def test_known_bound_of_other_models() -> None:
    goal = Minimize(range(3))
    assert known_bound(Model(3, (AtLeast(1, ()), AtLeast(2, (0, 1, 2))), goal)) == (2, "counting")
    assert known_bound(Model(3, (AtLeast(1, (0, ~1)),), goal)) == (0, "")
    assert known_bound(Model(3, (AtLeast(1, (0, 1)),), Maximize(range(3)))) == (0, "")
    assert known_bound(Model(3, (AtLeast(1, (0, 1)),), Minimize(range(3), (5, 1, 1)))) == (0, "")
