"""Coverings searched case by case: the same answers as by one search, whatever lines, givens and pieces there are."""

from random import Random

import pytest
from rookery_tests import small_models
from rookery_tests.forced import force

import rookery as rk
from rookery.backends import Ask, Want, backend
from rookery.backends.engine.choose import choose
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.tables import Cases
from rookery.models import AtLeast, AtMost, Board, Model, Problem
from rookery.models.pieces.piece import QUEEN, ROOK
from rookery.models.referee.rules import KINDS

OWN = backend("backtracking")


def compiled(model: Model, **options: str) -> CoverProgram:
    program = choose(model, Ask(Want.COUNT, options={"count": "search", **options}))
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
def cases_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases however much their weights leave over: then they part the search, and bound it hardly."""
    force(monkeypatch, "cases")


@pytest.mark.parametrize(
    ("side", "most", "sets"),
    [(8, 4, 0), (9, 5, 114), (10, 5, 8), (11, 5, 2), (12, 6, 8), (13, 6, 0)],  # OEIS A002564
)
def test_published_numbers_of_least_sets(side: int, most: int, sets: int) -> None:
    problem = rk.domination(QUEEN, Board(side))
    assert len(cases_of(problem, most).items) > 0
    assert count(problem.model.at_optimum(most)) == sets
    assert len(listed(problem.model.at_optimum(most))) == sets


@pytest.mark.slow
@pytest.mark.parametrize(("side", "most", "sets"), [(13, 7, 288), (14, 7, 0), (16, 8, 0)])  # OEIS A002564
def test_published_numbers_of_larger_boards(side: int, most: int, sets: int) -> None:
    assert count(rk.domination(QUEEN, Board(side)).model.at_optimum(most)) == sets


@pytest.mark.parametrize(("side", "known", "every"), [(8, 45, 225), (10, 78, 441)])
def test_cases_are_listed_up_to_symmetry(side: int, known: int, every: int) -> None:
    found = cases_of(rk.domination(QUEEN, Board(side)), side // 2)
    assert (len(found.items), found.stands_for.sum()) == (known, every)
    fixed = rk.domination(QUEEN, Board(side), forbidden=[(0, 1)])
    assert cases_of(fixed, side // 2).stands_for.tolist() == [1] * every


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.usefixtures("cases_everywhere")
def test_cases_change_no_answer(seed: int) -> None:
    """Rectangles, tori and holes, givens, all kinds, pieces with weaker weights; also more than are needed."""
    random, used = Random(seed), 0
    for _ in range(8):
        problem = draw_problem(random)
        most = random.randint(1, 4)
        model = problem.model.at_optimum(most)
        used += isinstance(program := choose(model, Ask(Want.ALL)), CoverProgram) and bool(
            len(program.in_cases(program.selection.most).tables.cases.items)
        )
        assert count(model) == count(model, without="cases"), problem
        assert listed(model) == listed(model, without="cases"), problem
    assert used


def draw_problem(random: Random) -> Problem:
    rows, columns = random.randint(4, 6), random.randint(4, 6)
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    fixed, forbidden, holes = random.choice([0, 0, 1]), random.choice([0, 0, 1, 4]), random.choice([0, 0, 0, 2])
    some = random.sample(squares, fixed + forbidden + holes)
    board = Board(rows, columns, torus=random.random() < 0.2, holes=some[fixed + forbidden :])
    piece = random.choice([QUEEN, QUEEN, ROOK, rk.piece("amazon")])
    return rk.domination(
        piece, board, kind=random.choice(KINDS), fixed=some[:fixed], forbidden=some[fixed : fixed + forbidden]
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.usefixtures("cases_everywhere")
def test_cases_of_random_lines_change_no_answer(seed: int) -> None:
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


def test_fewest_by_cases() -> None:
    answer = rk.solve(rk.domination(QUEEN, Board(12)), backend="backtracking")
    assert (answer.objective, answer.bound) == (6, 6)
