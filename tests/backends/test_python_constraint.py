"""The backend `python-constraint`: edges of the language, weights of any size, deadlines, seeds."""

from itertools import islice

import pytest
from rookery_tests.streams import run_program
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends import Ask, Deadline, Reason, Unsupported, Want
from rookery.backends.contract import Bound, End
from rookery.backends.solvers.python_constraint import NONE, PythonConstraint
from rookery.models import AtMost, Exactly, Maximize, Minimize, Model

pytest.importorskip("constraint")
BACKEND = PythonConstraint()
HUGE = 10**400


def test_rows_become_variables_and_one_of_two_that_meet() -> None:
    crossing = Model(4, (Exactly(1, (0, 1)), Exactly(1, (1, 2))), Maximize((1,)))
    program = BACKEND.compile(crossing, Ask())
    assert program.domains == [[1, 0], [NONE, 2], [NONE, 3]]
    assert program.constraints == [Exactly(1, (1, 2))]
    assert len(BACKEND.compile(rk.placement("queen", 8, 8).model, Ask()).domains) == 8


def test_model_reaches_the_library_as_it_is() -> None:
    assert BACKEND.options == {}
    with pytest.raises(rk.BadInput, match="no option"):
        rk.solve(rk.domination("queen", 4), BACKEND, options={"lowering": "off"})


@pytest.mark.parametrize("want", [Want.ONE, Want.COUNT])
def test_deadline_ends_a_search_that_finds_nothing(want: Want) -> None:
    """Pigeons do not fit into holes, which takes the library hours."""
    pigeons = [Exactly(1, range(11 * p, 11 * p + 11)) for p in range(12)]
    holes = [AtMost(1, range(hole, 132, 11)) for hole in range(11)]
    ask = Ask(want, deadline=Deadline(0.3))
    with within(3):
        [*_, end] = run_program(BACKEND, BACKEND.compile(Model(132, (*pigeons, *holes)), ask), ask)
    assert isinstance(end, End)
    assert (end.proven, end.reason, end.count) == (False, Reason.TIME, 0 if want is Want.COUNT else None)


def test_goal_without_weights_ends_at_the_first_solution() -> None:
    ask = Ask(deadline=Deadline(60))
    [*_, end] = run_program(BACKEND, BACKEND.compile(Model(60, (), Minimize((0, ~1), (0, 0))), ask), ask)
    assert isinstance(end, End)
    assert (end.proven, end.bound) == (True, 0)


def test_count_is_reported_while_it_grows() -> None:
    ask = Ask(Want.COUNT)
    items = run_program(BACKEND, BACKEND.compile(rk.placement("rook", 9, 9).model, ask), ask)
    assert list(islice(items, 3)) == [Bound(), Bound(count=1), Bound(count=2)]


def test_seed_changes_the_order_only() -> None:
    problem = rk.placement("queen", 6, 6)
    plain, other, again = (rk.solve(problem, BACKEND, "all", seed=seed).solutions for seed in (0, 7, 7))
    assert other == again
    assert plain != other
    assert set(plain) == set(other)


def test_large_models_are_refused() -> None:
    with pytest.raises(Unsupported, match="at most 3,000,000 literals, this model has"):
        BACKEND.compile(rk.placement("queen", 1000, 1000).model, Ask())
