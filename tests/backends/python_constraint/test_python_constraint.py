"""python-constraint: both lowerings against known values, edges of the language, deadlines, missing libraries."""

from random import Random

import pytest
from rookery_tests.models import SHAPES, random_model
from rookery_tests.small_models import asked, check, solutions_of
from rookery_tests.yardstick import with_time_enough, within

from rookery.backends import Answer, End, Outcome, Request, Status, Unsupported, Want, solve
from rookery.backends.contract.question import WantLike
from rookery.backends.solvers.python_constraint import PythonConstraint
from rookery.models import Board, Problem
from rookery.models.model.model import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model
from rookery.models.pieces.piece import KNIGHT, QUEEN
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


def test_empty_goals() -> None:
    for goal in (Minimize(()), Maximize(())):
        assert asked(BACKEND, Model(0, (), goal), Want.ONE) == ([frozenset()], Outcome(proven=True, bound=0))
        check(BACKEND, Model(2, (AtLeast(1, (0, 1)),), goal))


@pytest.mark.parametrize("shape", SHAPES)
def test_random_models_as_brute_force(shape: str) -> None:
    for seed in range(12):
        check(BACKEND, random_model(Random(f"{shape} {seed}"), shape, most=6), seed=seed % 2 and seed)


def test_seed_changes_the_order_only() -> None:
    problem = placement(QUEEN, Board(6), 6)
    plain, other, again = (solve(problem, BACKEND, want="all", seed=seed).solutions for seed in (0, 7, 7))
    assert other == again
    assert plain != other
    assert set(plain) == set(other)


def in_time(problem: Problem, want: WantLike, seconds: float) -> Answer:
    """An answer that is late by no more than a second."""
    with within(seconds + 1):
        return solve(problem, BACKEND, want=want, seconds=seconds)


def test_covering_keeps_its_deadline() -> None:
    answer = with_time_enough(  # 24 are needed: a long refutation of 23
        lambda seconds: in_time(domination(KNIGHT, Board(12)), "one", seconds),
        lambda found: found.objective is not None and found.bound is not None,
        0.3,
    )
    assert (answer.status, answer.complete, answer.end) == (Status.SATISFIED, False, End.TIME)
    assert answer.objective is not None
    assert answer.bound is not None
    assert answer.bound <= 24 <= answer.objective


def test_finite_domains_keep_their_deadline() -> None:
    answer = with_time_enough(
        lambda seconds: in_time(placement(QUEEN, Board(14), 14), "count", seconds), lambda found: found.count, 0.3
    )
    assert (answer.complete, answer.end) == (False, End.TIME)
    assert 0 < answer.count < 365_596


def test_large_models_are_refused() -> None:
    with pytest.raises(Unsupported, match="at most 3,000,000 literals; this model has"):
        BACKEND.compile(placement(QUEEN, Board(1000), 1000).model, Request())
    with pytest.raises(Unsupported, match="at most 3,000,000 conflicting pairs"):
        BACKEND.compile(Model(1800, (AtMost(1, range(1800)),), Maximize(range(1800))), Request())
