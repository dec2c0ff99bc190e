"""Several workers of the backend `sat`: solvers, searches and encodings race, and none is left over."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from threading import active_count

import pytest
from rookery_tests.small_models import asked, best_of, random_models, solutions_of
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends import Request, start
from rookery.backends.contract.question import WantLike
from rookery.backends.solvers.sat import Sat, _variants
from rookery.backends.solvers.sat.portfolio import COUNTED, PortfolioProgram, choose_members

BACKEND = Sat()
GUARDS = rk.domination(rk.QUEEN, rk.Board(6))
QUEENS = rk.placement(rk.QUEEN, rk.Board(8), 8)


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """No process and no thread is left by any test."""
    before = active_count()
    yield
    listed = subprocess.run(["ps", "-ww", "-o", "args=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    assert "fleet.race" not in listed.stdout
    assert active_count() <= before


@pytest.mark.full
def test_the_first_proven_optimum_wins_and_is_named() -> None:
    answer = rk.solve(GUARDS, "sat", workers=2)
    assert (answer.status, answer.objective, answer.bound, answer.workers) == ("optimal", 3, 3, 2)
    assert (
        "first of 2 (search=cores, seed=0; search=ascending, seed=0); OPTIMUM FOUND by cadical195" in answer.raw_status
    )


def test_the_first_solution_wins() -> None:
    answer = rk.solve(QUEENS, "sat", workers=3)
    assert (answer.status, answer.count, answer.complete) == ("satisfied", 1, True)
    assert "first of 3 (seed=0; solver=minicard, seed=0; solver=glucose42, seed=0)" in answer.raw_status


@pytest.mark.full
def test_is_right_on_random_models() -> None:
    for model in random_models(6, 41):
        found, outcome = asked(BACKEND, model, workers=2)
        best = best_of(model)
        assert bool(found) == bool(solutions_of(model))
        assert model.accepts(found[-1]) if found else outcome.proven
        if best is not None:
            assert (model.value(found[-1]), outcome.bound, outcome.proven) == (best, best, True)


def test_an_option_holds_for_all_and_nobody_runs_twice() -> None:
    request = Request(workers=4, seed=7, options={"solver": "cadical153", "search": "cores"})
    members = choose_members(GUARDS.model, request, COUNTED).members
    assert [dict(member.request.options)["search"] for member in members] == ["cores"] * 4
    assert [dict(member.request.options)["solver"] for member in members] == ["cadical153"] * 4
    shown = [(dict(member.request.options).get("card"), member.request.seed) for member in members]
    assert shown == [(None, 7), ("seqcounter", 7), (None, 8), (None, 9)]


def test_who_takes_part_depends_on_the_goal() -> None:
    weighed = rk.Model(3, (rk.AtLeast(1, range(3)),), rk.Minimize(range(3), (1, 2, 4)))
    assert not any("search" in variant for variant in _variants(weighed))
    assert any("search" in variant for variant in _variants(GUARDS.model))
    assert rk.solve_model(weighed, "sat", workers=2).objective == 1


def test_explains_itself() -> None:
    program = BACKEND.compile(GUARDS.model, Request(workers=2))
    assert isinstance(program, PortfolioProgram)
    lines = BACKEND.explain(program)
    assert lines == [
        "race: search=cores, seed=0; search=ascending, seed=0",
        "variables: 36, constraints: 36, processes: 2",
    ]


@pytest.mark.parametrize("want", ["all", "count"])
def test_refuses_to_list_or_count_with_several(want: WantLike) -> None:
    with pytest.raises(
        rk.Unsupported, match="backend sat does not use 2 workers here; it takes more than one only for"
    ):
        rk.solve(QUEENS, "sat", want, workers=2)


@pytest.mark.full
def test_keeps_a_deadline() -> None:
    with within(6):
        answer = rk.solve(rk.domination(rk.QUEEN, rk.Board(20)), "sat", workers=2, seconds=1)
    assert (answer.complete, answer.end) == (False, "time limit")
    assert answer.bound is None or answer.bound <= 11  # OEIS A075458


@pytest.mark.full
def test_ends_when_it_is_left() -> None:
    with closing(iter(start(rk.domination(rk.QUEEN, rk.Board(20)), "sat", rk.Question(workers=2)))) as stream:
        assert len(list(islice(stream, 1))) == 1


@pytest.mark.full
def test_takes_a_hint() -> None:
    hint = rk.solve(QUEENS, "sat").solutions[0]
    assert rk.solve(QUEENS, "sat", workers=2, hint=hint, options={"solver": "cadical195"}).solutions == (hint,)
