"""Cheapest coverings over a tree of clusters: against brute force, where words and arrays end, and at limits."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from rookery_tests.checked_arrays import check_indices
from rookery_tests.forced import force
from rookery_tests.small_models import best_of

import rookery as rk
from rookery.backends import Deadline, Reason, Unsupported
from rookery.backends.engine.pareto.kernel import SweepRun, sweep
from rookery.backends.engine.pareto.orders import find_order
from rookery.backends.engine.pareto.search import recognise_set_cover
from rookery.backends.engine.pareto.tables import TreeTables, make_sweep
from rookery.backends.presolve.budget import Budget
from rookery.backends.presolve.covering import Covering

PARETO = {"optimum": "pareto", "lowering": "off"}
Rows = Sequence[Sequence[int]]


def model_of(rows: Rows, weights: Sequence[int]) -> rk.Model:
    """Choose columns so cheaply that each row has one."""
    columns = range(len(weights))
    return rk.Model(
        len(weights), tuple(rk.AtLeast(1, tuple(row)) for row in rows), rk.Minimize(columns, tuple(weights))
    )


def draw_covering(chance: Random) -> tuple[list[list[int]], list[int]]:
    """Few rows and columns: rows twice, columns twice or without rows, and several components."""
    size, heaviest = chance.randint(1, 9), chance.choice([1, 1, 3, 900])
    spread = chance.randint(1, 4)
    rows = [
        sorted(chance.sample(range(size), min(size, chance.randint(1, spread)))) for _ in range(chance.randint(1, 13))
    ]
    return rows, [chance.randint(1, heaviest) for _ in range(size)]


def sweep_of(rows: Rows, weights: Sequence[int], most: int = 24) -> TreeTables:
    """The tables of a covering whose columns all cost something."""
    columns, none = range(len(weights)), frozenset[int]()
    found = Covering(
        variables=len(columns),
        forced=none,
        free=frozenset(columns),
        items=tuple(map(tuple, rows)),
        demands=(1,) * len(rows),
        wholes=(none,) * len(rows),
        cliques=(),
        least=0,
        most=len(columns),
        goal=-1,
        costs=tuple(weights),
    )
    order = find_order(found, np.inf)
    assert order is not None
    return make_sweep(found, order, most)


def finish(run: SweepRun) -> SweepRun:
    while not run.over:
        run.go_on(Budget(Deadline()))
    return run


def test_pareto_finds_the_optimum_of_random_coverings() -> None:
    for seed in range(30):
        rows, weights = draw_covering(Random(seed))
        model = model_of(rows, [weight - seed % 2 for weight in weights])  # some columns for nothing
        answer = rk.solve_model(model, "backtracking", options=PARETO, seed=seed)
        assert (answer.objective, answer.complete) == (best_of(model), True)


def require_cheapest(rows: Rows, weights: Sequence[int], columns: Sequence[int] | None) -> None:
    assert columns is not None
    assert len(set(columns)) == len(columns)
    assert all(set(row) & set(columns) for row in rows)
    assert sum(weights[column] for column in columns) == best_of(model_of(rows, weights))


@pytest.mark.parametrize("fronts", [False, True])
def test_sweep_grows_arrays_that_are_too_small(fronts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for one state at first, so that each array is full at some time; rows closed one by one or together."""
    if fronts:
        force(monkeypatch, "fronts")
    for seed in range(30):
        chance = Random(seed)
        rows, weights = draw_covering(chance)
        run = SweepRun(sweep_of(rows, weights, most=chance.choice([1, 2, 24])), size=1)
        require_cheapest(rows, weights, finish(run).columns())


def test_sweep_keeps_indices_within_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    check_indices(monkeypatch, sweep)
    for seed in range(12):
        chance = Random(seed)
        rows, weights = draw_covering(chance)
        if seed % 2:  # a ring, of which many states are open at once
            rows = [[v, (v + 1) % 10, (v + 4) % 10] for v in range(10)]
            weights = [chance.randint(1, 4) for _ in rows]
        require_cheapest(rows, weights, finish(SweepRun(sweep_of(rows, weights, most=2), size=1)).columns())


def test_limit_of_a_sweep_keeps_what_is_cheaper() -> None:
    for seed in range(20):
        rows, weights = draw_covering(Random(seed))
        tables, least = sweep_of(rows, weights), best_of(model_of(rows, weights))
        assert least is not None
        require_cheapest(rows, weights, finish(SweepRun(tables, best=least + 1)).columns())
        dropped = finish(SweepRun(tables, best=least)).columns()
        assert dropped is None or sum(weights[column] for column in dropped) >= least


def shortest(intervals: Sequence[tuple[int, int]], weights: Sequence[int], size: int) -> int:
    """The least that covers 0 to `size` by intervals, by one pass over the ends."""
    least = [0] + [1 << 60] * size
    for end in range(1, size + 1):
        costs = (
            least[first] + weight
            for (first, last), weight in zip(intervals, weights, strict=True)
            if last >= end > first
        )
        least[end] = min(costs)
    return least[size]


@pytest.mark.parametrize("seed", range(2))
def test_open_rows_fill_both_words(seed: int) -> None:
    """Intervals, and one dear column in all rows: so all rows but one are open at once."""
    chance, size = Random(seed), 72
    ends = [sorted(chance.sample(range(size + 1), 2)) for _ in range(30)]
    intervals = [*((first, min(last, first + 12)) for first, last in ends), *((v, v + 1) for v in range(size))]
    weights = [*(chance.randint(2, 5) for _ in ends), *(chance.randint(1, 3) for _ in range(size))]
    rows = [[c for c, (first, last) in enumerate(intervals) if first <= row < last] for row in range(size)]
    least = shortest(intervals, weights, size)
    for dear in (least + 1, least - 1):
        model = model_of([[*row, len(weights)] for row in rows], [*weights, dear])
        answer = rk.solve_model(model, "backtracking", options=PARETO, seed=seed)
        assert answer.objective == min(least, dear)


def test_pareto_refuses_more_than_127_open_rows() -> None:
    model = model_of([[row, 200] for row in range(200)], [1] * 201)
    with pytest.raises(Unsupported, match="at most 127 rows open at once: leave optimum at auto"):
        rk.solve_model(model, "backtracking", options=PARETO)


def test_pareto_refuses_costs_beyond_its_words() -> None:
    heavy = (1 << 54) - 5
    answer = rk.solve_model(model_of([[0, 1], [1, 2], [0, 2]], [heavy, heavy - 1, 7]), "backtracking", options=PARETO)
    assert answer.objective == heavy + 6
    with pytest.raises(Unsupported, match="less than 2 \\*\\* 55"):
        rk.solve_model(model_of([[0, 1]], [heavy * 2, 10]), "backtracking", options=PARETO)


@pytest.mark.parametrize(
    "model",
    [
        rk.Model(2, (rk.AtLeast(1, ()), rk.AtLeast(1, (0, 1))), rk.Minimize(range(2))),
        rk.Model(2, (rk.AtLeast(1, (0,)), rk.AtMost(0, (0,))), rk.Minimize(range(2))),
        rk.Model(2, (rk.AtLeast(1, (0, ~1)),), rk.Minimize(range(2))),
        rk.Model(3, (rk.AtLeast(2, (0, 1, 2)),), rk.Minimize(range(3))),
        rk.Model(2, (rk.AtMost(1, (0, 1)),), rk.Minimize(range(2))),
        rk.Model(2, (rk.AtLeast(1, (0, 1)),), rk.Minimize(range(2), (1, -1))),
        rk.Model(2, (rk.AtLeast(1, (0, 1)),), rk.Maximize(range(2))),
    ],
    ids=["a row without columns", "forced and out", "a negation", "twofold", "a conflict", "a gain", "the most"],
)
def test_recognise_set_cover_rejects_other_models(model: rk.Model) -> None:
    assert recognise_set_cover(model) is None


# OEIS A006075 for knights; kings: a ninth of the board, rounded up on each side (Watkins, Across the Board, 2004).
@pytest.mark.parametrize(("piece", "size", "least"), [(rk.KNIGHT, 5, 5), (rk.KNIGHT, 6, 8), (rk.KING, 8, 9)])
def test_pareto_published_domination_numbers(piece: rk.Piece, size: int, least: int) -> None:
    answer = rk.solve(rk.domination(piece, rk.Board(size)), "backtracking", options=PARETO)
    assert (answer.objective, answer.bound) == (least, least)
    assert "open rows" in answer.note


def test_pareto_ends_at_limits() -> None:
    board = rk.domination(rk.KNIGHT, rk.Board(6))
    answer = rk.solve(board, "backtracking", options={**PARETO, "memory": "1K"})
    assert (answer.end, answer.complete, answer.objective) == (Reason.MEMORY, False, None)
    assert "the memory limit is" in answer.note
    answer = rk.solve(board, "backtracking", options=PARETO, seconds=1e-9)
    assert (answer.end, answer.complete) == (Reason.TIME, False)
