"""Cheapest coverings over a tree of clusters: against brute force, where words and arrays end, and at limits."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from rookery_tests.small_models import powerset
from rookery_tests.states import name_arrays

import rookery as rk
from rookery.backends import Deadline, End, Request, Unsupported, Want
from rookery.backends.contract.backend import Budget
from rookery.backends.contract.progress import Progress
from rookery.backends.engine import compile as compiling
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.frontier.pareto import orders
from rookery.backends.engine.frontier.pareto import tables as at
from rookery.backends.engine.frontier.pareto.covering import SetCover, recognise_set_cover
from rookery.backends.engine.frontier.pareto.kernel import SweepRun, sweep
from rookery.backends.engine.frontier.pareto.orders import find_order
from rookery.backends.engine.frontier.pareto.search import ParetoProgram
from rookery.backends.engine.frontier.pareto.tables import TreeTables, make_state, make_sweep
from rookery.core.kernels.jit import PLAIN
from rookery.models import BadInput

PARETO = {"optimum": "pareto", **{f"lowering.{name}": "off" for name in ("forced", "rows", "columns")}}
Rows = Sequence[Sequence[int]]


def model_of(rows: Rows, weights: Sequence[int]) -> rk.Model:
    """Choose columns so cheaply that each row has one."""
    columns = range(len(weights))
    return rk.Model(
        len(weights), tuple(rk.AtLeast(1, tuple(row)) for row in rows), rk.Minimize(columns, tuple(weights))
    )


def cheapest(rows: Rows, weights: Sequence[int]) -> int | None:
    """The least cost, by trying every set of columns."""
    every = powerset(range(len(weights)))
    costs = (sum(weights[v] for v in chosen) for chosen in every if all(chosen.intersection(row) for row in rows))
    return min(costs, default=None)


def random_covering(chance: Random) -> tuple[list[list[int]], list[int]]:
    """Few rows and columns: rows twice, columns twice, without rows or for nothing, and several components."""
    size, heaviest = chance.randint(1, 9), chance.choice([1, 1, 3, 900])
    spread = chance.randint(1, 4)
    rows = [
        sorted(chance.sample(range(size), min(size, chance.randint(1, spread)))) for _ in range(chance.randint(1, 13))
    ]
    return rows, [chance.randint(chance.choice([0, 1]), heaviest) for _ in range(size)]


def sweep_of(rows: Rows, weights: Sequence[int], most: int = 24) -> TreeTables:
    """The tables of a covering whose columns all cost something."""
    found = SetCover(tuple(map(tuple, rows)), tuple(weights), tuple(range(len(weights))))
    order = find_order(found, np.inf)
    assert order is not None
    return make_sweep(found, order, most)


def finish(run: SweepRun) -> SweepRun:
    while not run.over:
        run.go_on(Budget(Deadline()), Deadline())
    return run


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.part(4)
def test_the_cheapest_of_random_coverings(seed: int) -> None:
    rows, weights = random_covering(Random(seed))
    answer = rk.solve_model(model_of(rows, weights), "backtracking", options=PARETO, seed=seed)
    assert (answer.objective, answer.status.value) == (cheapest(rows, weights), "optimal")


@pytest.mark.nojit
@pytest.mark.parametrize("seed", range(60, 90))
def test_arrays_that_are_too_small_grow(seed: int) -> None:
    """Room for one state at first, so that each array is full at some time; rows closed one by one or together."""
    chance = Random(seed)
    rows, weights = random_covering(chance)
    weights = [weight + 1 for weight in weights]
    tables = sweep_of(rows, weights, most=chance.choice([1, 2, 24]))
    columns = finish(SweepRun(tables, size=1)).columns()
    assert columns is not None
    assert len(set(columns)) == len(columns)
    assert all(set(row) & set(columns) for row in rows)
    assert sum(weights[column] for column in columns) == cheapest(rows, weights)


@pytest.mark.parametrize("seed", range(90, 110))
def test_a_limit_keeps_what_is_cheaper_and_nothing_else(seed: int) -> None:
    rows, weights = random_covering(Random(seed))
    weights = [weight + 1 for weight in weights]
    tables, least = sweep_of(rows, weights), cheapest(rows, weights)
    assert least is not None
    kept = finish(SweepRun(tables, best=least + 1)).columns()
    assert kept is not None
    assert sum(weights[column] for column in kept) == least
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


@pytest.mark.parametrize("seed", range(3))
def test_rows_that_fill_both_words(seed: int) -> None:
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
        assert answer.run.program["width"] == size - 1


def test_more_open_rows_than_two_words_have_are_refused() -> None:
    model = model_of([[row, 200] for row in range(200)], [1] * 201)
    with pytest.raises(Unsupported, match="at most 127 rows open at once: leave optimum at auto"):
        rk.solve_model(model, "backtracking", options=PARETO)


def test_costs_near_the_edge_are_exact_and_beyond_it_refused() -> None:
    heavy = (1 << 54) - 5
    answer = rk.solve_model(model_of([[0, 1], [1, 2], [0, 2]], [heavy, heavy - 1, 7]), "backtracking", options=PARETO)
    assert answer.objective == heavy + 6
    with pytest.raises(Unsupported, match="less than 2 \\*\\* 55"):
        rk.solve_model(model_of([[0, 1]], [heavy * 2, 10]), "backtracking", options=PARETO)


@pytest.mark.parametrize(
    ("model", "found"),
    [
        (rk.Model(3, (), rk.Minimize(range(3))), (0, set())),
        (rk.Model(2, (rk.AtLeast(1, (0, 1)), rk.AtMost(0, (0,))), rk.Minimize(range(2))), (1, {1})),
        (rk.Model(3, (rk.Exactly(1, (2,)), rk.AtLeast(1, (0, 2))), rk.Minimize(range(3))), (1, {2})),
        (rk.Model(2, (rk.AtLeast(0, (0,)), rk.AtLeast(1, (0, 1))), rk.Minimize((0,), (3,))), (0, {1})),
    ],
    ids=["no rows", "one is out", "one is forced", "for nothing"],
)
def test_what_needs_no_sweep(model: rk.Model, found: tuple[int, set[int]]) -> None:
    answer = rk.solve_model(model, "backtracking", options=PARETO)
    assert (answer.objective, set(answer.solutions[0])) == found


@pytest.mark.parametrize(
    "model",
    [
        rk.Model(2, (rk.AtLeast(1, ()), rk.AtLeast(1, (0, 1))), rk.Minimize(range(2))),
        rk.Model(2, (rk.AtLeast(1, (0,)), rk.AtMost(0, (0,))), rk.Minimize(range(2))),
        rk.Model(2, (rk.AtLeast(1, (0, ~1)),), rk.Minimize(range(2))),
        rk.Model(2, (rk.AtLeast(2, (0, 1)),), rk.Minimize(range(2))),
        rk.Model(2, (rk.AtMost(1, (0, 1)),), rk.Minimize(range(2))),
        rk.Model(2, (rk.AtLeast(1, (0, 1)),), rk.Minimize(range(2), (1, -1))),
        rk.Model(2, (rk.AtLeast(1, (0, 1)),), rk.Maximize(range(2))),
    ],
    ids=["a row without columns", "forced and out", "a negation", "twofold", "a conflict", "a gain", "the most"],
)
def test_what_is_no_covering(model: rk.Model) -> None:
    assert recognise_set_cover(model) is None


# OEIS A006075 for knights; kings: a ninth of the board, rounded up on each side (Watkins, Across the Board, 2004).
@pytest.mark.parametrize(("piece", "size", "least"), [(rk.KNIGHT, 5, 5), (rk.KNIGHT, 6, 8), (rk.KING, 8, 9)])
def test_boards(piece: rk.Piece, size: int, least: int) -> None:
    answer = rk.solve(rk.domination(piece, rk.Board(size)), "backtracking", options=PARETO)
    assert (answer.objective, answer.bound) == (least, least)
    assert "open rows" in answer.raw_status


def program_of(problem: rk.Problem, **options: str) -> Any:
    return compiling.compile_model(problem.model, Request(Want.ONE, options=options))


def test_the_search_is_chosen_where_it_is_likely_to_be_sooner() -> None:
    kings = rk.domination(rk.KING, rk.Board(13))
    assert isinstance(program_of(kings), ParetoProgram)
    assert isinstance(program_of(kings, optimum="search"), CoverProgram)
    assert isinstance(program_of(kings, without="dual"), CoverProgram)
    assert not isinstance(program_of(rk.domination(rk.KING, rk.Board(8))), ParetoProgram)  # small
    assert not isinstance(program_of(rk.domination(rk.QUEEN, rk.Board(13))), ParetoProgram)  # wide


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"optimum": "best"}, "unknown optimum 'best': there are auto, search, pareto"),
        ({**PARETO, "memory": "much"}, "memory 'much': expected an amount"),
        ({"optimum": "pareto", "without": "dual"}, "option without is for the search"),
        ({"optimum": "search", "memory": "1K", "without": "surplus"}, "option memory is for .* the sweep of surplus"),
        ({"memory": "some"}, "memory 'some': expected an amount"),
    ],
)
def test_options_that_do_not_go_together(options: dict[str, str], refusal: str) -> None:
    with pytest.raises(BadInput, match=refusal):
        rk.solve(rk.domination(rk.KING, rk.Board(4)), "backtracking", options=options)


def test_a_limit_that_comes_first_is_said() -> None:
    board = rk.domination(rk.KNIGHT, rk.Board(6))
    answer = rk.solve(board, "backtracking", options={**PARETO, "memory": "1K"})
    assert (answer.end, answer.complete, answer.objective) == (End.MEMORY, False, None)
    assert "the memory limit is" in answer.raw_status
    answer = rk.solve(board, "backtracking", options=PARETO, seconds=1e-9)
    assert (answer.end, answer.complete) == (End.TIME, False)


def test_what_a_sweep_has_closed_is_a_bound() -> None:
    """After each step the clusters cost together no more than the optimum, and never less than a step before."""
    tables = sweep_of([[v, (v + 1) % 9, (v + 4) % 9] for v in range(9)], [3, 1, 2, 3, 1, 2, 3, 1, 2])
    run, bounds = SweepRun(tables), [0]
    while not run.over:
        sweep(tables, run.state, 1)
        bounds.append(run.bound)
    columns = run.columns()
    assert columns is not None
    assert bounds == sorted(bounds)
    assert bounds[-1] == sum(int(tables.weight[column]) for column in columns)


def test_a_narrow_sweep_says_that_it_left_states_out() -> None:
    rows = [[v, (v + 1) % 12, (v + 5) % 12] for v in range(12)]
    tables = sweep_of(rows, [1] * 12)
    whole, narrow = finish(SweepRun(tables)), finish(SweepRun(tables, beam=1))
    assert whole.exact
    assert not narrow.exact
    assert narrow.bound == 0
    found = narrow.columns()
    assert found is not None
    assert all(set(row) & set(found) for row in rows)


def test_progress_is_told() -> None:
    shown: list[Progress] = []
    problem = rk.domination(rk.KNIGHT, rk.Board(6))
    rk.solve(problem, "backtracking", options=PARETO, progress=shown.append)
    assert shown
    assert shown[-1].share == 1.0
    assert [each.share for each in shown] == sorted(each.share or 0.0 for each in shown)


@pytest.mark.parametrize("piece", [rk.KNIGHT, rk.piece("wazir")])
def test_each_row_is_closed_once_and_opens_rows_that_are_closed_later(piece: rk.Piece) -> None:
    found = recognise_set_cover(rk.domination(piece, rk.Board(7)).model)
    assert found is not None
    order = find_order(found, np.inf)
    assert order is not None
    assert sorted(order.rows.tolist()) == list(range(49))
    closed: set[int] = set()
    for row, near in zip(order.rows.tolist(), order.opened, strict=True):
        closed.add(row)
        assert closed.isdisjoint(near.tolist())


def take_fronts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fronts be tried for any covering, and cost less than any tree."""
    monkeypatch.setattr(orders, "WORTH_FRONTS", 0)
    monkeypatch.setattr(orders, "FRONT", 1e-9)


@pytest.mark.parametrize("seed", range(110, 140))
def test_random_coverings_by_fronts(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    take_fronts(monkeypatch)
    rows, weights = random_covering(Random(seed))
    weights = [weight + 1 for weight in weights]
    columns = finish(SweepRun(sweep_of(rows, weights))).columns()
    assert columns is not None
    assert all(set(row) & set(columns) for row in rows)
    assert sum(weights[column] for column in columns) == cheapest(rows, weights)


@pytest.mark.parametrize("named", ["along", "across", "by chance"])
def test_a_band_is_swept_by_a_front_across_it(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    """A straight front has two squares open in each line of the band, however its squares are named.

    gamma of 4 x n is n from n = 10 on (Jacobson and Kinch, On the domination number of products of graphs, 1983).
    """
    monkeypatch.setattr(orders, "WORTH_FRONTS", 0)
    high, long = 4, 30
    name = list(range(high * long))
    if named == "by chance":
        Random(5).shuffle(name)
    at = [(name[v], divmod(v, long) if named == "along" else divmod(v, high)[::-1]) for v in range(high * long)]
    place = {square: v for v, square in at}
    steps = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
    rows = {v: [place[r + d, c + e] for d, e in steps if (r + d, c + e) in place] for v, (r, c) in at}
    found = SetCover(tuple(tuple(rows[v]) for v in sorted(rows)), (1,) * len(at), tuple(range(len(at))))
    order = find_order(found, np.inf)
    assert order is not None
    assert order.width <= 2 * high + (named == "by chance")
    columns = finish(SweepRun(make_sweep(found, order))).columns()
    assert columns is not None
    assert len(columns) == long


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("steps", [1, 50, 2000])
def test_plain_and_compiled_leave_the_same_state(steps: int) -> None:
    tables = sweep_of([[v, (v + 1) % 14, (v + 5) % 14] for v in range(14)], [1 + v % 3 for v in range(14)])
    one, other = make_state(tables, 64), make_state(tables, 64)
    assert sweep.compiled is not None
    with np.errstate(over="ignore"):
        sweep.function(tables, one, steps)
    sweep.compiled(tables, other, steps)
    assert one.registers[at.NODE] > 0 or steps < 2000
    for (name, array), (_, same) in zip(name_arrays(one), name_arrays(other), strict=True):
        assert np.array_equal(array, same), name


def test_hopeless_orders_are_none() -> None:
    """The rows of a complete graph are closed by a front, as soon as by any tree."""
    together = SetCover(tuple((each, 30) for each in range(30)), (1,) * 31, tuple(range(31)))
    cost = orders.FRONT * sum(orders.GROWTH**degree for degree in range(30))
    found = find_order(together, cost + 1)
    assert found is not None
    assert found.width == 29
    assert found.cost == pytest.approx(cost)
    assert find_order(together, cost - 1) is None
    chance = Random(8)
    formula = SetCover(tuple(tuple(chance.sample(range(300), 3)) for _ in range(900)), (1,) * 300, tuple(range(300)))
    assert find_order(formula, 1e5) is None


def test_no_rows_are_in_order() -> None:
    found = find_order(SetCover((), (), ()), np.inf)
    assert found is not None
    assert (len(found.rows), found.cost) == (0, 0.0)
