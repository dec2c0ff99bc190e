"""Our own backend: which search a model gets, the order of its answers, seeds, slices and deadlines."""

import itertools

import pytest
from rookery_tests.yardstick import with_time_enough, within

import rookery as rk
from rookery.backends import Request, Want, backend
from rookery.backends.contract.backend import Split, run_program
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.cover import registers
from rookery.backends.engine.cover import tables as cover_tables
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.state import make_state
from rookery.backends.engine.general.search import GeneralProgram
from rookery.backends.engine.rows import first
from rookery.backends.engine.rows import kernel as row_kernel
from rookery.backends.engine.rows import search as row_search
from rookery.backends.engine.rows import tables as row_tables
from rookery.backends.engine.rows.search import RowProgram
from rookery.backends.presolve.structure.parts import Decided, recognise_rows
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import Kind

pytestmark = pytest.mark.slow

ALL = Request(Want.ALL)


def queens(n: int, **givens: object) -> rk.Problem:
    return rk.placement(QUEEN, rk.Board(n), count=n, **givens)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("problem", "program"),
    [
        (queens(8), RowProgram),
        (queens(8, fixed=[(2, 2)]), RowProgram),
        (rk.placement(ROOK, rk.Board(5, 4), count=4), RowProgram),
        (rk.placement(KING, rk.Board(5), count=4), CoverProgram),
        (rk.placement(KNIGHT, rk.Board(5)), CoverProgram),
        (rk.domination(KNIGHT, rk.Board(5), kind="total"), CoverProgram),
        (rk.domination(KNIGHT, rk.Board(5), kind="perfect"), CoverProgram),
        (rk.placement({QUEEN: 2, KNIGHT: 2}, rk.Board(5)), GeneralProgram),
        (rk.domination(KNIGHT, rk.Board(2)), Decided),
        (queens(4, fixed=[(0, 0), (1, 1)]), Decided),
        (rk.placement(ROOK, rk.Board(9, 6), count=5), CoverProgram),
        (rk.placement(ROOK, rk.Board(9, 6), count=7), Decided),  # more than columns
    ],
    ids=str,
)
def test_finds_the_structure_of_a_model(problem: rk.Problem, program: type) -> None:
    assert type(compile_model(problem.model, ALL)) is program


@pytest.mark.parametrize("piece", [ROOK, QUEEN], ids=str)
@pytest.mark.parametrize("want", ["one", "count"])
def test_a_board_with_more_rows_than_columns_is_as_easy_as_one_with_more_columns(piece: rk.Piece, want: Want) -> None:
    wide, tall = (
        rk.solve(rk.placement(piece, rk.Board(*sides)), want=want, options={"without": "symmetry"})
        for sides in ((4, 8), (8, 4))
    )
    assert (tall.objective, tall.count) == (wide.objective, wide.count)
    assert tall.statistics["nodes"] == wide.statistics["nodes"]


@pytest.mark.parametrize(
    "model",
    [
        rk.Model(3, (rk.AtLeast(1, (0, ~1)),)),
        rk.Model(3, (rk.AtMost(2, (0, 1, 2)), rk.AtMost(1, (0, 1))), rk.Minimize((0, 1, 2), (1, 2, 3))),
        rk.Model(4, (rk.AtMost(2, (0, 1, 2)),)),
        rk.Model(4, (rk.Exactly(2, (0, 1, 2)),)),
        rk.Model(4, (rk.Linear((2, 2, 1), (0, 1, 2), lower=2),)),
        rk.Model(3, (rk.Linear((1, 1), (0, 1), upper=1),)),
        rk.Model(3, (), rk.Maximize((0, 1))),
    ],
    ids=str,
)
def test_leaves_what_is_no_selection_to_the_general_search(model: rk.Model) -> None:
    assert recognise_selection(model) is None


def test_a_choice_a_row_needs_items_that_the_rows_imply() -> None:
    # Rows {0,1} and {2,3}, and an item {1,2} that hitting both rows does not hit.
    model = rk.Model(4, (rk.Exactly(1, (0, 1)), rk.Exactly(1, (2, 3)), rk.AtLeast(1, (1, 2))))
    chosen = recognise_selection(model)
    assert chosen is not None
    assert recognise_rows(chosen) is None
    assert solutions(model) == {frozenset(s) for s in ({0, 2}, {1, 2}, {1, 3})}


def test_forced_choices_are_made_beforehand() -> None:
    model = rk.Model(4, (rk.Exactly(1, (0,)), rk.AtMost(1, (0, 1)), rk.Exactly(1, (1, 2)), rk.Exactly(0, (3,))))
    program = compile_model(model, ALL)
    assert isinstance(program, Decided)
    assert program.solution == frozenset({0, 2})


@pytest.mark.parametrize("most", [first.MAX_NODES, 3])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_first_of_a_few_rows_is_that_of_the_kernel(monkeypatch: pytest.MonkeyPatch, most: int, seed: int) -> None:
    """Node by node, whether plain Python finds it or hands on."""
    monkeypatch.setattr(first, "MAX_NODES", most)
    boards: tuple[rk.Problem, ...] = (queens(3), queens(6), queens(7, fixed=[(2, 2)]), queens(6, fixed=[(0, 0)]))
    for problem in (*boards, rk.placement(ROOK, rk.Board(3, 4), count=3, forbidden=[(0, 0), (1, 1)])):
        told = []
        for compile_rows in (first.compile_first, row_search.compile_rows):
            request = Request(Want.ONE, seed=seed)
            program = compile_rows(ModelCase(problem.model, request))
            assert program is not None
            told.append(([*program.search(request)], request.effort.statistics, program.explain()))
        assert told[0] == told[1]


def solutions(model: rk.Model, **request: object) -> set[frozenset[int]]:
    own = backend("backtracking")
    asked = Request(**{"want": Want.ALL, **request})  # type: ignore[arg-type]
    found = list(Split(run_program(own, own.compile(model, asked), asked)))
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize(
    ("n", "columns"),
    [(4, [1, 3, 0, 2]), (6, [1, 3, 5, 0, 2, 4]), (8, [0, 4, 7, 5, 2, 6, 1, 3]), (10, [0, 2, 5, 7, 9, 4, 8, 1, 3, 6])],
)  # OEIS A141843
def test_the_first_solution_is_the_first_row_by_row(n: int, columns: list[int]) -> None:
    assert [square.column for square in rk.solve(queens(n)).solutions[0]] == columns


@pytest.mark.parametrize(
    "problem",
    [
        rk.placement(KING, rk.Board(3, 4), count=3),
        rk.placement(QUEEN, rk.Board(5, 4), count=4),
        rk.placement(KNIGHT, rk.Board(3), count=4, forbidden=[(0, 1)]),
        rk.placement(QUEEN, rk.Board(4, holes=[(1, 1), (0, 0)]), count=4),
    ],
    ids=str,
)
def test_the_first_solution_is_the_first_of_all_in_any_placement(problem: rk.Problem) -> None:
    every = rk.solve(problem, want="all").solutions
    assert rk.solve(problem).solutions == (min(every, key=lambda placement: list(placement)),)


def test_solutions_of_rows_come_in_order() -> None:
    found = [[square.column for square in placement] for placement in rk.solutions(queens(7))]
    assert found == sorted(found)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_seed_changes_the_order_and_not_the_answers(seed: int) -> None:
    assert solutions(queens(7).model, seed=seed) == solutions(queens(7).model)
    problem = rk.domination(QUEEN, rk.Board(6))
    assert rk.solve(problem, want="all", seed=seed).count == 4  # OEIS A002564
    seeded = [next(rk.solutions(queens(9), seed=s)) for s in (0, seed)]
    assert seeded[0] != seeded[1]


@pytest.mark.parametrize("n", [30, 40, 64])
def test_large_boards_get_a_first_solution(n: int) -> None:
    answer = rk.solve(queens(n), seconds=60)
    assert answer.complete
    assert len(answer.solutions[0]) == n


def test_searches_in_slices_of_any_length() -> None:
    chosen = recognise_selection(queens(6).model)
    assert isinstance(chosen, Selection)
    tables = row_tables.make_lanes(recognise_rows(chosen) or (), chosen)
    state = row_tables.make_state(tables, 1)
    while row_kernel.count_rows(tables, state, 1) >= 0:
        pass
    assert state.tally.sum() == 4


def test_the_covering_search_counts_in_slices_too() -> None:
    chosen = recognise_selection(rk.domination(QUEEN, rk.Board(5)).model)
    assert isinstance(chosen, Selection)
    tables = cover_tables.make_cover(chosen, sorted(chosen.free))
    start = {registers.MOST: 3}
    state = make_state(tables, start, 1)
    while cover_kernel.advance(tables, state, 1) >= 0:
        pass
    assert state.registers[registers.COUNT] == 186  # OEIS A002564


@pytest.mark.parametrize("piece", [QUEEN, KNIGHT, KING], ids=str)
@pytest.mark.parametrize("kind", ["plain", "independent", "total", "perfect"])
@pytest.mark.part(6)
def test_excluding_orbits_at_the_root_keeps_the_optimum(piece: rk.Piece, kind: Kind) -> None:
    for rows_, columns in itertools.product((2, 3, 4, 5), repeat=2):
        problem = rk.domination(piece, rk.Board(rows_, columns), kind=kind)
        bare = rk.Model(problem.model.variables, problem.model.constraints, problem.model.goal)
        own = backend("backtracking")
        best = [
            min(map(len, Split(run_program(own, own.compile(m, ALL), ALL))), default=None)
            for m in (problem.model, bare)
        ]
        assert best[0] == best[1]


def test_a_deadline_keeps_what_was_found_and_says_what_is_proven() -> None:
    knights = rk.domination(KNIGHT, rk.Board(16))

    def solve(seconds: float) -> rk.Answer:
        with within(seconds + 4):
            return rk.solve(knights, seconds=seconds)

    answer = with_time_enough(solve, lambda found: found.bound is not None, 0.5)
    assert answer.status == "satisfied"
    assert not answer.complete
    assert answer.end == "time limit"
    assert answer.bound is not None, (answer.end, answer.times, answer.objective)
    assert answer.objective is not None, answer.as_dict()
    assert answer.bound <= 40 <= answer.objective  # OEIS A006075


def test_an_unproven_maximum_has_a_bound() -> None:
    riders = rk.placement(rk.NIGHTRIDER, rk.Board(14))
    answer = with_time_enough(
        lambda seconds: rk.solve(riders, seconds=seconds),
        lambda found: found.objective is not None and found.bound is not None,
        0.5,
    )
    assert answer.objective is not None, answer.as_dict()
    assert answer.bound is not None, (answer.end, answer.times, answer.objective)
    assert answer.bound >= answer.objective
    assert answer.complete == (answer.bound == answer.objective)


def test_items_may_demand_several_options_or_one_that_is_enough() -> None:
    model = rk.Model(4, (rk.AtLeast(2, (0, 1, 2)), rk.Linear((2, 1, 1), (3, 0, 2), lower=2)))
    chosen = recognise_selection(model)
    assert chosen is not None
    assert (chosen.demands, chosen.wholes) == ((2, 2), (frozenset(), frozenset({3})))
    assert solutions(model) == {
        frozenset(s) for s in ({0, 2}, {0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}, {0, 1, 2, 3})
    }


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("times", [2, 3])
def test_a_folded_covering_is_searched_as_any_other(times: int, closed: bool) -> None:
    problem = rk.k_fold_domination(QUEEN, rk.Board(7 - times), times, closed=closed)
    program = compile_model(problem.model, Request())
    assert isinstance(program, CoverProgram)
    ours, others = (rk.solve(problem, want="count", backend=name) for name in ("backtracking", "cpsat"))
    assert (ours.objective, ours.count) == (others.objective, others.count)
