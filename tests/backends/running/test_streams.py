"""Backends whose libraries search in a thread: ended by deadlines and by leaving."""

from threading import active_count

import pytest
from rookery_tests.small_models import asked
from rookery_tests.streams import run_program
from rookery_tests.yardstick import with_time_enough, within

import rookery as rk
from rookery.backends import Answer, Ask, Backend, Deadline, Reason, Want
from rookery.backends.contract import Bound
from rookery.backends.solvers.cpsat import CpSat
from rookery.backends.solvers.sat import Sat

MANY = rk.placement("queen", 14, 14)
HARD = rk.domination("queen", 16)

each_backend = pytest.mark.parametrize("backend", [CpSat(), Sat()], ids=lambda each: each.name)
list_or_count = pytest.mark.parametrize("want", [Want.ALL, Want.COUNT])


@each_backend
@list_or_count
def test_deadline_keeps_what_was_found(backend: Backend, want: Want) -> None:
    found, outcome = with_time_enough(
        lambda seconds: asked(backend, MANY.model, want, deadline=Deadline(seconds)),
        lambda met: met[1].count or met[0],
        0.3,
    )
    assert (outcome.proven, outcome.reason) == (False, Reason.TIME)
    assert (outcome.count or 0) > 0 if want is Want.COUNT else len(set(found)) == len(found) > 0


# Problems that none proves in time, with their optima (OEIS A006075 and A075458), or None where it is not known.
HARD_FOR = {
    "backtracking": (rk.domination("knight", 16), 40),
    "cpsat": (rk.domination("queen", 16), 9),
    "sat": (rk.domination("queen", 16), 9),
    "python-constraint": (rk.domination("knight", 12), 24),
    "auto": (rk.placement("nightrider", 24), None),
}


@pytest.mark.parametrize("name", HARD_FOR)
def test_deadline_keeps_the_best_solution_and_a_bound(name: str) -> None:
    problem, best = HARD_FOR[name]

    def search(seconds: float) -> Answer:
        with within(seconds + 4):
            return rk.solve(problem, name, seconds=seconds)

    answer = with_time_enough(search, lambda found: found.objective is not None and found.bound is not None, 0.5)
    assert (answer.status, answer.complete, answer.end) == ("satisfied", False, Reason.TIME)
    assert answer.objective is not None
    assert answer.bound is not None
    least, most = sorted((answer.objective, answer.bound))
    assert (least == answer.bound) == isinstance(problem.model.goal, rk.Minimize)
    assert best is None or least <= best <= most


@each_backend
@pytest.mark.parametrize(("problem", "want"), [(MANY, Want.ALL), (HARD, Want.ONE)], ids=["list", "optimum"])
def test_closing_the_stream_ends_its_thread(backend: Backend, problem: rk.Problem, want: Want) -> None:
    before, ask = active_count(), Ask(want)
    with within(5):
        stream = run_program(backend, backend.compile(problem.model, ask), ask)
        first = next(item for item in stream if not isinstance(item, Bound))
        assert isinstance(first, frozenset)
        assert problem.model.accepts(first)
        assert active_count() == before + 1
        stream.close()
        assert active_count() == before
