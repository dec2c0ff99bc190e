"""python-constraint: both lowerings against known values, edges of the language, deadlines, missing libraries."""

import pytest
from rookery_tests.small_models import check, solutions_of

from rookery.backends import Ask, Unsupported, solve
from rookery.backends.solvers.python_constraint import PythonConstraint
from rookery.models import Board
from rookery.models.model.constraints import AtLeast, AtMost, Exactly, Linear
from rookery.models.model.model import Maximize, Model
from rookery.models.pieces.piece import QUEEN
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


def test_seed_changes_the_order_only() -> None:
    problem = placement(QUEEN, Board(6), 6)
    plain, other, again = (solve(problem, BACKEND, want="all", seed=seed).solutions for seed in (0, 7, 7))
    assert other == again
    assert plain != other
    assert set(plain) == set(other)


def test_large_models_are_refused() -> None:
    with pytest.raises(Unsupported, match="at most 3,000,000 literals; this model has"):
        BACKEND.compile(placement(QUEEN, Board(1000), 1000).model, Ask())
    with pytest.raises(Unsupported, match="at most 3,000,000 conflicting pairs"):
        BACKEND.compile(Model(1800, (AtMost(1, range(1800)),), Maximize(range(1800))), Ask())
