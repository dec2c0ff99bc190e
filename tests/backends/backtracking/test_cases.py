"""Coverings searched case by case: the same answers as by one search, whatever lines, givens and pieces there are."""

from itertools import combinations
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from rookery_tests import small_models
from rookery_tests.shattering import shatter

import rookery as rk
from rookery.backends import Deadline, Request, Want, backend
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover import cases
from rookery.backends.engine.cover.gains import lighten
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.registers import CASE, MOST
from rookery.backends.engine.cover.search import search_all
from rookery.backends.engine.cover.state import make_planes, make_state
from rookery.backends.engine.cover.subtree import CoverSubtree, search_up_to
from rookery.backends.engine.cover.tables import LOAD_PLANES, Cases
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.runner import Runner
from rookery.models import AtLeast, AtMost, Board, Model, Problem
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import KINDS

ALL_THAT_THERE_ARE = 99
OWN = backend("backtracking")


def compiled(model: Model, **options: str) -> CoverProgram:
    program = compile_model(model, Request(Want.COUNT, options={"count": "search", **options}))
    assert isinstance(program, CoverProgram)
    return program


def cases_of(problem: Problem, most: int) -> Cases:
    return compiled(problem.model).in_cases(most).tables.cases


def count(model: Model, **options: str) -> int:
    found, outcome = small_models.asked(OWN, model, Want.COUNT, options={"count": "search", **options})
    assert outcome.proven
    return len(found) if outcome.count is None else outcome.count


def listed(model: Model, **options: str) -> list[frozenset[int]]:
    found, outcome = small_models.asked(OWN, model, Want.ALL, options=options)
    assert outcome.proven
    assert len(found) == len(set(found))
    return sorted(found, key=sorted)


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases however much their weights leave over: then they part the search, and bound it hardly."""
    monkeypatch.setattr(cases, "MAX_SPARE", ALL_THAT_THERE_ARE)


@pytest.mark.parametrize(
    ("side", "most", "sets"),
    [(8, 4, 0), (9, 5, 114), (10, 5, 8), (11, 5, 2), (12, 6, 8), (13, 6, 0)],  # OEIS A002564
)
def test_least_sets_as_they_are_printed(side: int, most: int, sets: int) -> None:
    problem = rk.domination(QUEEN, Board(side))
    assert len(cases_of(problem, most).items) > 0
    assert count(problem.model.at_optimum(most)) == sets
    assert len(listed(problem.model.at_optimum(most))) == sets


@pytest.mark.slow
@pytest.mark.parametrize(("side", "most", "sets"), [(13, 7, 288), (14, 7, 0), (16, 8, 0)])  # OEIS A002564
def test_larger_boards_as_they_are_printed(side: int, most: int, sets: int) -> None:
    assert count(rk.domination(QUEEN, Board(side)).model.at_optimum(most)) == sets


def test_weights_are_subtracted_from_what_candidates_weigh() -> None:
    tables = compiled(rk.domination(QUEEN, Board(12)).model).in_cases(6).tables
    random, state, case = np.random.default_rng(1), make_state(tables, {MOST: 6}, 1), tables.cases
    weights = random.integers(0, 8, case.weights.shape, np.uint8)
    tables = tables._replace(cases=case._replace(weights=weights))
    items, numbers = random.choice(len(weights[0]) - 1, 9, replace=False), random.integers(0, 8, len(tables.variable))
    state.scratch.hit[:9] = items
    state.stack.loads[:LOAD_PLANES] = make_planes(numbers, LOAD_PLANES, len(tables.start))
    lighten(tables, state, 0, 0, 9)
    hits = np.unpackbits(tables.covers[:-1].view(np.uint8), axis=1, bitorder="little")[:, items]
    left = (numbers - hits.astype(np.int64) @ weights[0, items]) % 8
    below = int(case.most_vectors) * LOAD_PLANES
    assert (state.stack.loads[below : below + LOAD_PLANES] == make_planes(left, LOAD_PLANES, len(tables.start))).all()


@pytest.mark.parametrize("side", range(8, 21, 2))
def test_no_queen_weighs_more_than_four(side: int) -> None:
    found = cases_of(rk.domination(QUEEN, Board(side)), side // 2)
    windows = found.shares > 1
    assert set(found.shares.tolist()) == {1, 4}
    assert set(found.owed[windows].tolist()) == {2 * side, 2 * side - 2}


@pytest.mark.parametrize(
    ("side", "known", "every"), [(8, 45, 225), (10, 78, 441), pytest.param(20, 666, 4356, marks=pytest.mark.full)]
)
def test_cases_up_to_symmetry(side: int, known: int, every: int) -> None:
    found = cases_of(rk.domination(QUEEN, Board(side)), side // 2)
    assert (len(found.items), found.stands_for.sum()) == (known, every)
    fixed = rk.domination(QUEEN, Board(side), forbidden=[(0, 1)])
    assert cases_of(fixed, side // 2).stands_for.tolist() == [1] * every


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.usefixtures("everywhere")
def test_cases_say_what_one_search_says(seed: int) -> None:
    """Rectangles, tori and holes, givens, all kinds, pieces with weaker weights; also more than are needed."""
    random, used = Random(seed), 0
    for _ in range(12):
        problem = asked(random)
        most = random.randint(1, 4)
        model = problem.model.at_optimum(most)
        used += isinstance(program := compile_model(model, Request(Want.ALL)), CoverProgram) and bool(
            len(program.in_cases(program.selection.most).tables.cases.items)
        )
        assert count(model) == count(model, without="cases"), problem
        assert listed(model) == listed(model, without="cases"), problem
    assert used


def asked(random: Random) -> Problem:
    rows, columns = random.randint(4, 6), random.randint(4, 6)
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    fixed, forbidden, holes = random.choice([0, 0, 1]), random.choice([0, 0, 1, 4]), random.choice([0, 0, 0, 2])
    some = random.sample(squares, fixed + forbidden + holes)
    board = Board(rows, columns, torus=random.random() < 0.2, holes=some[fixed + forbidden :])
    piece = random.choice([QUEEN, QUEEN, ROOK, rk.piece("amazon")])
    return rk.domination(
        piece, board, kind=random.choice(KINDS), fixed=some[:fixed], forbidden=some[fixed : fixed + forbidden]
    )


@pytest.mark.parametrize("size", [(4, 4), (4, 5), (5, 5)], ids=str)
@pytest.mark.usefixtures("everywhere")
def test_all_sets_by_trying(size: tuple[int, int]) -> None:
    problem = rk.domination(QUEEN, Board(*size))
    guards = [set(constraint.literals) for constraint in problem.model.constraints]
    every = [
        frozenset(chosen)
        for many in range(3)
        for chosen in combinations(range(problem.model.variables), many)
        if all(each.intersection(chosen) for each in guards)
    ]
    assert listed(problem.model.at_optimum(2)) == sorted(every, key=sorted)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.usefixtures("everywhere")
def test_any_lines_part_a_search(seed: int) -> None:
    """Groups need not be what they are on boards: whatever lines cross, cases are all, and weights are added up."""
    random = Random(seed)
    side = 6
    numbers = random.sample(range(side * side), side * side)
    lines = [numbers[at * side : (at + 1) * side] for at in range(side)]
    across = [[line[at] for line in lines] for at in range(side)]
    some = [random.sample(numbers, random.randint(9, 14)) for _ in range(8)]
    crosses = [sorted({*lines[random.randrange(side)], *across[random.randrange(side)]}) for _ in range(8)]
    rules = [AtLeast(1, sorted(each)) for each in (*some, *crosses)]
    model = Model(side * side, (*rules, AtMost(3, range(side * side))), groups=(*lines, *across))
    assert len(compiled(model).in_cases(3).tables.cases.items) > 0
    assert count(model) == count(model, without="cases") > 0
    assert listed(model) == listed(model, without="cases")


@pytest.mark.parametrize(
    ("problem", "most"),
    [
        (rk.domination(KNIGHT, Board(8)), 5),
        (rk.domination(QUEEN, Board(10, torus=True)), 5),
        (rk.domination(rk.piece("amazon"), Board(10)), 5),
        (rk.domination(QUEEN, Board(8, 14)), 6),
        (rk.domination(QUEEN, Board(14)), 8),
        (rk.domination(QUEEN, Board(8)), 7),
        (rk.k_fold_domination(QUEEN, Board(8), 2), 4),
    ],
    ids=str,
)
def test_where_weights_leave_much_there_are_no_cases(problem: Problem, most: int) -> None:
    program = compile_model(problem.model, Request())
    assert not isinstance(program, CoverProgram) or len(program.in_cases(most).tables.cases.items) == 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.long
def test_cases_may_be_cut_in_pieces_anyhow(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shatter(monkeypatch, Random(seed))
    model = rk.domination(QUEEN, Board(9)).model.at_optimum(5)
    assert count(model) == len(listed(model)) == 114  # OEIS A002564


@pytest.mark.parametrize("workers", [2, 5])
def test_workers_share_cases(workers: int) -> None:
    problem = rk.domination(QUEEN, Board(10))
    answer = rk.solve(problem, want="count", workers=workers, backend="backtracking")
    assert (answer.objective, answer.count) == (5, 8)  # OEIS A075458, A002564


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("counted", [False, True])
def test_a_file_goes_on_within_a_case(counted: bool, seed: int) -> None:
    """Cut anywhere, split, packed and worked out anew: as many nodes as without, and all sets."""
    random, want = Random(seed), Want.COUNT if counted else Want.ALL
    program = compiled(rk.domination(QUEEN, Board(10)).model.at_optimum(5))
    request = Request(want, options={"count": "search"} if counted else {})

    def run(cut: bool) -> tuple[int, Any, int]:
        forest, found = search_all(program, request), set[frozenset[int]]()
        share = 0.0
        while forest.trees:
            if cut and random.random() < 0.3:
                forest.divide(random.choice(forest.trees))
            at = random.randrange(len(forest.trees)) if cut else 0
            if cut and random.random() < 0.3:
                twin = forest.trees[at].asleep(forest.trees[at].pack())
                assert isinstance(twin, CoverSubtree)
                compare(cast("CoverSubtree", forest.trees[at]), twin)
                forest.trees[at] = twin
            over = forest.trees[at].step(random.randint(1, 200) if cut else 1000)
            forest.add_slice(forest.trees[at], forest.trees[at].harvest(), over)
            found.update(forest.empty_outbox())
            assert share <= forest.share() <= 1
            share = forest.share()
        return forest.counted().nodes, len(found) if want is Want.ALL else forest.count(), round(forest.share())

    whole = run(cut=False)
    assert run(cut=True) == whole
    assert whole[2] == 1


def compare(one: CoverSubtree, other: CoverSubtree) -> None:
    """What is worked out anew is what was there: open items, what is owed, and what candidates weigh.

    Where one choice is left or none, weights are not looked at and not kept.
    """
    case, most = one.state.registers[[CASE, MOST]].tolist()
    mine, anew, vectors = one.state.stack, other.state.stack, np.diff(one.program.tables.cases.first)[case]
    assert (mine.open[: one.levels] == anew.open[: one.levels]).all()
    for level in range(min(one.levels, most - 1)):
        assert (mine.owed[level, :vectors] == anew.owed[level, :vectors]).all()
        rows = slice(level * len(mine.loads) // len(mine.owed), None)
        planes = zip(mine.loads[rows], anew.loads[rows], range(vectors * LOAD_PLANES), strict=False)
        assert all(((plane ^ twin) & mine.candidates[level] == 0).all() for plane, twin, _ in planes)


def test_the_fewest_by_cases() -> None:
    forest = refute(10, 4)
    assert forest.over
    assert not forest.found
    assert forest.counted().cut
    assert refute(12, 6).found
    answer = rk.solve(rk.domination(QUEEN, Board(12)), backend="backtracking")
    assert (answer.objective, answer.bound) == (6, 6)


def refute(side: int, most: int) -> Forest:
    request = Request(deadline=Deadline(60), options={"optimum": "search"})
    program = compile_model(rk.domination(QUEEN, Board(side)).model, request)
    assert isinstance(program, CoverProgram)
    forest = search_up_to(program, request, most)
    Runner(request).finish(forest, "the fewest")
    return forest


def test_cases_are_told_and_may_be_left_out() -> None:
    model = rk.domination(QUEEN, Board(10)).model
    assert any("outermost empty lines" in line for line in compiled(model).explain())
    assert not any("outermost empty lines" in line for line in compiled(model, without="cases").explain())
    assert len(compiled(model, without="cases").in_cases(5).tables.cases.items) == 0
