"""python-constraint: both lowerings against known values, edges of the language, deadlines, missing libraries."""

import pytest
from rookery_tests.small_models import asked, check, solutions_of
from rookery_tests.yardstick import with_time_enough, within

from rookery.backends import Answer, Deadline, End, Outcome, Request, Status, Unsupported, Want, solve
from rookery.backends.contract.backend import Solution
from rookery.backends.contract.question import WantLike
from rookery.backends.solvers import python_constraint
from rookery.backends.solvers.python_constraint import PythonConstraint
from rookery.backends.solvers.python_constraint.domains import CoveringProgram, Domains
from rookery.models import Board, Problem
from rookery.models.model.model import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN
from rookery.models.problems.domination import domination
from rookery.models.problems.placement import placement

pytest.importorskip("constraint")
BACKEND = PythonConstraint()


@pytest.mark.parametrize(
    ("model", "count"),
    [
        (Model(0, ()), 1),
        (Model(0, (AtLeast(1, ()),)), 0),
        (Model(0, (AtMost(0, ()), Exactly(0, ()))), 1),
        (Model(2, (Linear((), (), lower=1),)), 0),
        (Model(3, ()), 8),
        (Model(3, (AtLeast(4, (0, 1, 2)),)), 0),
        (Model(3, (AtMost(-1, (0, 1, 2)),)), 0),
        (Model(4, (AtMost(1, range(4)), AtLeast(2, range(4)), AtLeast(1, (0, 1)))), 0),
        (Model(1, (Exactly(1, (0,)), Exactly(0, (0,)))), 0),
        (Model(2, (Exactly(1, (0,)), Exactly(0, (1,)))), 1),
    ],
)
def test_edges_of_the_language(model: Model, count: int) -> None:
    assert len(solutions_of(model)) == count
    check(BACKEND, model)


def test_goals_over_nothing() -> None:
    for goal in (Minimize(()), Maximize(())):
        assert asked(BACKEND, Model(0, (), goal), Want.ONE) == ([frozenset()], Outcome(proven=True, bound=0))
        check(BACKEND, Model(2, (AtLeast(1, (0, 1)),), goal))


def test_queens_become_one_variable_a_row() -> None:
    program = BACKEND.compile(placement(QUEEN, Board(8), 8).model, Request())
    assert isinstance(program, Domains)
    assert program.size == {"variables": 8, "values": 64, "constraints": 28}
    assert not program.totals


def test_kings_become_one_variable_a_square_of_four() -> None:
    program = BACKEND.compile(placement(KING, Board(8)).model, Request())
    assert isinstance(program, Domains)
    assert program.size["variables"] == 16


def test_fixed_queens_leave_smaller_domains() -> None:
    program = BACKEND.compile(placement(QUEEN, Board(8), 8, fixed=[(2, 2)]).model, Request())
    assert program.size["variables"] == 7
    assert program.size["values"] < 7 * 7


def test_domination_becomes_a_covering() -> None:
    program = BACKEND.compile(domination(QUEEN, Board(6)).model.at_optimum(3), Request())
    assert isinstance(program, CoveringProgram)
    assert program.size == {"variables": 3, "values": 36, "constraints": 1}


# OEIS A000170 (n queens), A075458 (domination), A075324 (independent domination): known_values.toml.
def test_eight_queens() -> None:
    answer = solve(placement(QUEEN, Board(8), 8), BACKEND, want="all")
    assert (answer.count, answer.complete, len(set(answer.solutions))) == (92, True, 92)
    assert solve(placement(QUEEN, Board(8), 8), BACKEND, want="count").count == 92
    assert solve(placement(QUEEN, Board(8), 8), BACKEND, want="all", up_to_symmetry=True).orbits == 12
    assert solve(placement(QUEEN, Board(3), 3), BACKEND).status is Status.INFEASIBLE


def test_minimum_dominating_sets_of_queens() -> None:
    answer = solve(domination(QUEEN, Board(6)), BACKEND, want="all")
    assert (answer.objective, answer.bound, answer.count, answer.complete) == (3, 3, 4, True)
    answer = solve(domination(QUEEN, Board(6), "independent"), BACKEND)
    assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, 4, 4)


@pytest.mark.parametrize(("piece", "fewest"), [(QUEEN, 5), (BISHOP, 8), (KNIGHT, 14)], ids=str)
def test_the_inverse_queens_task_on_the_chessboard(piece: object, fewest: int) -> None:
    answer = solve(domination(piece, Board(8), "independent"), BACKEND)  # type: ignore[arg-type]
    assert (answer.status, answer.objective) == (Status.OPTIMAL, fewest)


def test_total_domination_of_one_square_is_infeasible() -> None:
    assert solve(domination(QUEEN, Board(1), "total"), BACKEND).status is Status.INFEASIBLE


def test_seeds_change_the_order_and_not_the_set() -> None:
    problem = placement(QUEEN, Board(6), 6)
    plain, other, again = (solve(problem, BACKEND, want="all", seed=seed).solutions for seed in (0, 7, 7))
    assert other == again
    assert plain != other
    assert set(plain) == set(other)


def test_a_limit_ends_the_stream() -> None:
    found, outcome = asked(BACKEND, placement(QUEEN, Board(8), 8).model, Want.ALL, limit=5)
    assert (len(found), outcome.proven, outcome.end) == (5, False, End.SOLUTIONS)


def in_time(problem: Problem, want: WantLike, seconds: float) -> Answer:
    """An answer that is late by no more than a second."""
    with within(seconds + 1):
        return solve(problem, BACKEND, want=want, seconds=seconds)


@pytest.mark.slow
def test_the_deadline_is_kept_by_a_covering() -> None:
    answer = with_time_enough(  # 24 are needed: a long refutation of 23
        lambda seconds: in_time(domination(KNIGHT, Board(12)), "one", seconds),
        lambda found: found.objective is not None and found.bound is not None,
        0.3,
    )
    assert (answer.status, answer.complete, answer.end) == (Status.SATISFIED, False, End.TIME)
    assert answer.objective is not None
    assert answer.bound is not None
    assert answer.bound <= 24 <= answer.objective


@pytest.mark.slow
def test_the_deadline_is_kept_by_finite_domains() -> None:
    answer = with_time_enough(
        lambda seconds: in_time(placement(QUEEN, Board(14), 14), "count", seconds), lambda found: found.count, 0.3
    )
    assert (answer.complete, answer.end) == (False, End.TIME)
    assert 0 < answer.count < 365_596


def test_the_deadline_is_kept_where_nothing_constrains() -> None:
    def count(seconds: float) -> tuple[list[Solution], Outcome]:
        with within(seconds + 1):
            return asked(BACKEND, Model(60, ()), Want.COUNT, deadline=Deadline(seconds))

    found, outcome = with_time_enough(count, lambda said: said[1].count, 0.3)
    assert (found, outcome.proven, outcome.end) == ([], False, End.TIME)
    assert outcome.count


def test_a_deadline_that_passes_before_the_search_is_honest() -> None:
    model = domination(QUEEN, Board(12)).model
    found, outcome = asked(BACKEND, model, Want.ONE, deadline=Deadline(1e-9))
    assert (found, outcome) == ([], Outcome(proven=False, end=End.TIME))


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(Unsupported, match="at most 3,000,000 literals; this model has"):
        BACKEND.compile(placement(QUEEN, Board(1000), 1000).model, Request())
    with pytest.raises(Unsupported, match="at most 3,000,000 conflicting pairs"):
        BACKEND.compile(Model(1800, (AtMost(1, range(1800)),), Maximize(range(1800))), Request())


@pytest.mark.parametrize(
    ("installed", "said"),
    [
        ({}, "backend python-constraint needs its library; run pip install python-constraint2"),
        (
            {"python-constraint": "1.4.0"},
            "the distribution python-constraint 1.4.0 holds the module `constraint`, which python-constraint2 needs; "
            "run pip uninstall python-constraint, then pip install --force-reinstall python-constraint2",
        ),
    ],
)
def test_a_wrong_library_is_refused(installed: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_constraint, "installed_version", installed.get)
    with pytest.raises(Unsupported) as refused:
        BACKEND.load()
    assert str(refused.value) == said


def test_more_workers_are_refused() -> None:
    with pytest.raises(Unsupported, match="2 workers"):
        solve(placement(QUEEN, Board(4), 4), BACKEND, workers=2)
