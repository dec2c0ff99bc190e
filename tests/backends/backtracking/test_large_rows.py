"""Many rows, searched along lines: small boards against trying everything, large ones against both referees."""

from collections.abc import Iterator
from math import gcd
from pathlib import Path
from random import Random

import numpy as np
import pytest
from rookery_tests.checked_arrays import check_indices
from rookery_tests.damaging import damage, keep, outcome
from rookery_tests.shattering import shatter
from rookery_tests.small_models import asked, solutions_of
from rookery_tests.states import name_arrays
from rookery_tests.strategies import examples

import rookery as rk
from rookery.backends import Request, Want, backend
from rookery.backends.contract.backend import Deadline
from rookery.backends.engine import case as cases
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.rows import line_search as orders
from rookery.backends.engine.rows import line_search as program
from rookery.backends.engine.rows.line_kernel import choose_scarcest
from rookery.backends.engine.rows.line_search import LargeRowProgram, find_by_rule, is_solution, make_large_rows
from rookery.backends.engine.rows.line_tables import make_line_state
from rookery.core.kernels.jit import PLAIN
from rookery.models import AtLeast, AtMost, Board, Exactly, Linear, Maximize, Model, Piece, placement
from rookery.models.model.model import Constraint
from rookery.models.pieces.piece import BISHOP, QUEEN, ROOK

OWN = backend("backtracking")


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every model that is rows gets this search, however small, and none of it goes by a rule."""
    monkeypatch.setattr(cases, "MAX_ORDERED_ROWS", 0)
    monkeypatch.setattr(program, "LEAST_ROWS", 1)
    monkeypatch.setattr(program, "MAX_FREE", -1)
    monkeypatch.setattr(orders, "MAX_SLOPES", 0)
    if PLAIN:
        check_indices(monkeypatch)


def queens(n: int, **given: list[tuple[int, int]]) -> rk.Problem:
    return placement(QUEEN, Board(n), n, **given)


def compiled(problem: rk.Problem, want: Want = Want.ONE) -> LargeRowProgram:
    found = compile_model(problem.model, Request(want))
    assert isinstance(found, LargeRowProgram)
    return found


def random_rows(random: Random) -> Model:
    """Rows of any lengths that cut all variables, lines across them, a second cut now and then, and what is given."""
    sizes = [random.randint(1, 4) for _ in range(random.randint(1, 4))]
    variables = sum(sizes)
    numbers = random.sample(range(variables), variables)
    rows = [tuple(numbers.pop() for _ in range(size)) for size in sizes]
    constraints: list[Constraint] = [Exactly(1, row) for row in rows]
    if random.random() < 0.3:
        constraints[0:1] = [AtMost(1, rows[0]), AtLeast(1, rows[0])]
    for _ in range(random.randint(0, 3)):
        some = random.sample(range(variables), random.randint(1, min(4, variables)))
        constraints.append(AtMost(1, some) if random.random() < 0.7 else Exactly(1, some))
    if random.random() < 0.5:
        given = random.randrange(variables)
        constraints.append(random.choice((Exactly(1, (given,)), Exactly(0, (given,)), AtLeast(1, (given,)))))
    if random.random() < 0.3:
        constraints.append(Exactly(len(rows), range(variables)))
    random.shuffle(constraints)
    return Model(variables, constraints)


@pytest.mark.usefixtures("everywhere")
@pytest.mark.drawn
def test_random_rows_have_the_solutions_that_trying_everything_finds() -> None:
    met = 0
    for seed in range(examples(120)):
        model = random_rows(Random(seed))
        taken = isinstance(compile_model(model, Request(Want.ALL)), LargeRowProgram)
        met += taken
        expected = solutions_of(model)
        found, outcome = asked(OWN, model, Want.ALL)
        assert len(found) == len(set(found))
        assert (set(found), outcome.proven) == (expected, True)
        listed, counted = asked(OWN, model, Want.COUNT)
        assert (len(listed) if counted.count is None else counted.count) == len(expected)
        one, ended = asked(OWN, model, Want.ONE)
        assert set(one) <= expected
        assert bool(one) == bool(expected)
        assert expected or ended.proven
    assert met > examples(60)


@pytest.mark.usefixtures("everywhere")
@pytest.mark.parametrize(("n", "count"), list(enumerate([1, 0, 0, 2, 10, 4, 40, 92], start=1)))  # OEIS A000170
def test_queens_are_counted(n: int, count: int) -> None:
    if n > 1:
        compiled(queens(n), Want.COUNT)
    assert [rk.solve(queens(n), "backtracking", want=want).count for want in ("count", "all")] == [count, count]
    assert bool(rk.solve(queens(n)).solutions) == bool(count)


@pytest.mark.usefixtures("everywhere")
@pytest.mark.parametrize(("n", "count"), [(5, 10), (6, 0), (7, 28)])  # OEIS A007705: n = 2 k + 1
def test_queens_on_the_torus_are_counted(n: int, count: int) -> None:
    problem = placement(QUEEN, Board(n, torus=True), n)
    compiled(problem, Want.COUNT)
    assert rk.solve(problem, "backtracking", want="count").count == count


@pytest.mark.usefixtures("everywhere")
def test_holes_given_squares_and_other_boards() -> None:
    """As the other searches say, which know none of this one."""
    dog = Piece.from_betza("dog", "RF", symbol="D")
    problems = [
        placement(QUEEN, Board(6, holes=[(0, 0), (3, 2)]), 6),
        queens(7, fixed=[(2, 2)], forbidden=[(0, 0), (6, 1)]),
        queens(6, fixed=[(0, 0), (1, 1)]),  # they attack each other
        queens(5, forbidden=[(2, column) for column in range(5)]),
        placement(ROOK, Board(3, 5), 3),
        placement(ROOK, Board(5, 3), 3),
        placement(dog, Board(5), 5),
        placement(QUEEN, Board(1, 6), 1),
    ]
    others = {"without": "large-rows"}
    for problem in problems:
        expected = rk.solve(problem, "backtracking", want="all", options=others)
        found = rk.solve(problem, "backtracking", want="all")
        assert (found.complete, set(found.solutions)) == (True, set(expected.solutions))
    assert sum(isinstance(compile_model(each.model, Request(Want.ALL)), LargeRowProgram) for each in problems) >= 6


@pytest.mark.usefixtures("everywhere")
@pytest.mark.parametrize("seed", range(3))
def test_pieces_of_the_search_make_the_whole(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = shatter(monkeypatch, Random(seed), renew=lambda record: record)
    assert [rk.solve(queens(7), "backtracking", want=want).count for want in ("all", "count")] == [40, 40]
    assert max(sizes) > 3


@pytest.mark.usefixtures("everywhere")
@pytest.mark.full
def test_workers_and_checkpoints(tmp_path: Path) -> None:
    path, met = tmp_path / "kept", set()
    for want in ("count", "all"):
        assert rk.solve(queens(6), "backtracking", want=want, workers=2).count == 4
        for case in range(12):
            keep(path, queens(6), want, Random(case))
            assert rk.solve(queens(6), "backtracking", want=want, resume=path).count == 4
            damage(path, Random(case))
            met.add(outcome(path, queens(6), want))
    assert met <= {"refused", "refereed", "answered"}
    assert "refused" in met


@pytest.mark.skipif(PLAIN, reason="there is no compiled kernel to compare with")
@pytest.mark.parametrize("steps", [0, 1, 9, 300])
@pytest.mark.part(1)
def test_plain_and_compiled_leave_the_same_state(steps: int) -> None:
    torn = queens(9, forbidden=[(0, 0), (4, 4), (8, 2)], fixed=[(2, 7)])
    made = make_large_rows(torn.model, 2)
    assert made is not None
    one, other = make_line_state(made.tables, 3), make_line_state(made.tables, 3)
    choose_scarcest.load(choose_scarcest.types(made.tables, other, 0))
    assert choose_scarcest.compiled is not None
    assert choose_scarcest.function(made.tables, one, steps) == choose_scarcest.compiled(made.tables, other, steps)
    for (name, array), (_, same) in zip(name_arrays(one), name_arrays(other), strict=True):
        assert np.array_equal(array, same), name


def test_which_models_get_it() -> None:
    large = Board(30)
    rows = placement(QUEEN, large, 30).model
    assert isinstance(compile_model(rows, Request()), LargeRowProgram)
    assert not isinstance(compile_model(queens(28).model, Request()), LargeRowProgram)  # the first one in order
    without = Request(options={"without": "large-rows"})
    others = [
        (rows, without),
        (rows, Request(Want.ALL)),
        (Model(rows.variables, (*rows.constraints, AtLeast(1, (0, ~1)))), Request()),
        (Model(rows.variables, (*rows.constraints, AtLeast(1, (0, 31)))), Request()),
        (Model(rows.variables, (*rows.constraints, AtMost(2, (0, 1, 2)))), Request()),
        (Model(rows.variables, (*rows.constraints, Linear((2, 1), (0, 1), upper=2))), Request()),
        (Model(rows.variables + 1, rows.constraints), Request()),  # one in no row
        (Model(rows.variables, rows.constraints, Maximize((0,))), Request()),
    ]
    for model, request in others:
        assert not isinstance(compile_model(model, request), LargeRowProgram)
    assert make_large_rows(Model(4, (Exactly(1, (0, 1)), Exactly(1, (2, 3)), AtMost(3, range(4)))), 2) is not None
    for bound in (Exactly(3, range(4)), AtLeast(3, range(4))):  # more than there are rows
        assert make_large_rows(Model(4, (Exactly(1, (0, 1)), Exactly(1, (2, 3)), bound)), 2) is None


def hard_and_easy() -> Iterator[rk.Problem]:
    random = Random(3)
    yield queens(50)
    yield queens(40, fixed=[(0, 7), (1, 30)])
    yield queens(64, forbidden=[(row, column) for row in range(64) for column in range(64) if random.random() < 0.6])
    yield placement(rk.AMAZON, Board(32), 32)
    yield placement(QUEEN, Board(31, 40), 31)
    yield placement(QUEEN, Board(35, torus=True), 35)  # 5 * 7
    yield placement(QUEEN, Board(35, torus=True), 35, fixed=[(3, 9)])


def restricted() -> Iterator[rk.Problem]:
    yield placement(QUEEN, Board(40, holes=[(3, 3), (20, 5)]), 40)
    yield placement(BISHOP, Board(40), 40)
    yield placement(rk.KING, Board(32, 33), 250)
    yield placement(ROOK, Board(31, holes=[(5, 5), (20, 20)]), 33, fixed=[(5, 0)], forbidden=[(5, 7)])
    yield placement(QUEEN, Board(31), 30)


@pytest.mark.parametrize("problem", list(restricted()), ids=str)
def test_what_has_no_rows_is_restricted_to_some(problem: rk.Problem) -> None:
    assert compiled(problem).otherwise is not None
    answer = rk.solve(problem, "backtracking")
    assert (answer.status, answer.complete, answer.raw_status) == ("satisfied", True, "large rows: by search")


def test_what_a_restriction_does_not_find_others_look_for() -> None:
    """One corner is cut off by a hole each side: joined with its neighbour it would have to stay empty."""
    torn = Board(31, holes=[(0, 1), (1, 0)])
    corners = placement(ROOK, torn, 31, fixed=[(0, 0), (0, 2)], forbidden=[(30, 5)])
    program = compiled(corners)
    assert program.otherwise is not None
    answer = rk.solve(corners, "backtracking")
    assert (answer.status, answer.complete) == ("satisfied", True)
    alike = placement(ROOK, torn, 31, fixed=[(0, 0), (0, 2), (0, 3)])
    answer = rk.solve(alike, "backtracking")
    assert (answer.status, answer.complete) == ("infeasible", True)


@pytest.mark.parametrize(
    ("piece", "board", "count"),
    [(ROOK, Board(40), 41), (QUEEN, Board(40), 50), (BISHOP, Board(40), 80), (ROOK, Board(45, 33), 34)],
    ids=str,
)
def test_more_pieces_than_lines_are_refuted(piece: Piece, board: Board, count: int) -> None:
    answer = rk.solve(placement(piece, board, count), "backtracking")
    assert (answer.status, answer.complete) == ("infeasible", True)


@pytest.mark.usefixtures("everywhere")
@pytest.mark.drawn
def test_random_restrictions_find_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "MAX_ORDERED", 0)
    monkeypatch.setattr(program, "MAX_ORDERED", 0)
    for seed in range(examples(60)):
        random = Random(seed)
        torn = [(row, column) for row in range(3) for column in range(4) if random.random() < 0.25]
        board = Board(3, 4, holes=torn)
        piece = random.choice((QUEEN, ROOK, rk.KING, BISHOP))
        problem = placement(piece, board, min(random.randint(1, 5), len(board)))
        answer = rk.solve(problem, "backtracking")
        assert (bool(answer.solutions), answer.complete) == (bool(solutions_of(problem.model)), True)


@pytest.mark.parametrize("problem", list(hard_and_easy()), ids=str)
def test_large_boards_are_answered(problem: rk.Problem) -> None:
    compiled(problem)
    answer = rk.solve(problem, "backtracking")
    assert (answer.status, answer.complete) == ("satisfied", True)
    assert answer.raw_status in ("large rows: by a rule", "large rows: by search")


def test_what_cannot_be_is_refuted() -> None:
    """A search that is complete says so: no other one need be asked."""
    column = [(row, other) for row in (3, 4) for other in range(1, 40)]  # both rows have column 0 alone
    for problem in (
        queens(40, forbidden=column),
        queens(40, fixed=[(0, 0), (9, 9)]),
        placement(QUEEN, Board(40), 40, forbidden=[(row, other) for row in (5, 17, 30) for other in range(2, 40)]),
    ):
        compiled(problem)
        answer = rk.solve(problem, "backtracking")
        assert (answer.status, answer.complete) == ("infeasible", True)


@pytest.mark.full
def test_a_thousand_queens() -> None:
    answer = rk.solve(queens(1000), "backtracking")
    assert answer.best is not None
    assert (answer.status, str(answer.best).count("Q")) == ("satisfied", 1000)
    assert compiled(queens(30)).kernel(Want.ONE) is not None


def test_a_deadline_cuts_every_phase() -> None:
    hopeless = placement(QUEEN, Board(48, torus=True), 48)  # no solution, as 3 divides 48 (Polya 1918)
    for seconds in (1e-9, 0.2):
        answer = rk.solve(hopeless, "backtracking", seconds=seconds)
        assert (answer.status, answer.complete) == ("unknown", False)
    assert find_by_rule(compiled(hopeless), 0, Deadline(0.0)) is None


def test_seeds_decide() -> None:
    first = [rk.solve(queens(50), "backtracking", seed=seed).best for seed in (0, 0, 1, 1, 2)]
    assert first[0] == first[1]
    assert first[2] == first[3]
    assert len({str(each) for each in first}) == 3


@pytest.mark.parametrize("n", [*range(29, 50), 61, 77])
def test_rules_solve_what_they_are_known_to_solve(n: int) -> None:
    """Pauls: 2 i modulo n + 1 for even n that leave another rest than 2 by 6. Polya: the torus, n prime to 6."""
    flat, round_ = compiled(queens(n)), compiled(placement(QUEEN, Board(n, torus=True), n))
    known = n % 6 != 2 if n % 2 == 0 else gcd(n, 6) == 1
    ruled = find_by_rule(flat, 0, Deadline())
    assert ruled is not None or not known
    assert ruled is None or queens(n).model.accepts(ruled)
    assert (find_by_rule(round_, 5, Deadline()) is not None) == (gcd(n, 6) == 1)


def test_a_solution_of_a_rule_is_looked_at() -> None:
    t = compiled(queens(30)).tables
    assert not is_solution(t, np.arange(30) * 31)  # a diagonal
    assert not is_solution(t, np.arange(30) * 30)  # a column
    fixed = compiled(queens(30, fixed=[(0, 0)])).tables
    ruled = np.array(sorted(find_by_rule(compiled(queens(30)), 0, Deadline()) or ()))
    assert is_solution(t, ruled)
    assert not is_solution(fixed, ruled)
