"""The backend `cpsat`: right on small models, one worker where more are wrong, honest when it is cut."""

import builtins
import sys
from typing import Any

import pytest
from rookery_tests.small_models import asked, check, random_models, solutions_of
from rookery_tests.yardstick import PATIENCE, with_time_enough, within

from rookery.backends import Answer, Deadline, End, Request, Status, Unsupported, Want, solve
from rookery.backends.contract.question import WantLike
from rookery.backends.solvers.cpsat import CpSat
from rookery.models import AtLeast, AtMost, Board, Exactly, Linear, Maximize, Minimize, Model, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN

BACKEND = CpSat()
QUEENS = placement(QUEEN, Board(8), count=8)
HARD = domination(QUEEN, Board(16))
OPEN = Model(6, (AtMost(3, range(6)),))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.full
def test_is_right_on_random_models(seed: int) -> None:
    for model in random_models(100, seed):
        check(BACKEND, model)


def test_is_right_on_random_models_with_another_seed() -> None:
    for model in random_models(60, 99):
        check(BACKEND, model, seed=2**40 + 7)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_counts_variables_that_stand_in_no_constraint(n: int) -> None:
    listed, outcome = asked(BACKEND, Model(n, ()), Want.ALL)
    assert (len(set(listed)), len(listed), outcome.proven) == (2**n, 2**n, True)


def test_enumerates_with_one_worker_whatever_is_asked_for() -> None:
    """OR-Tools 9.15: enumerating the 92 with two workers or more gave 58 to 92 of them, some twice, as OPTIMAL."""
    found, outcome = asked(BACKEND, QUEENS.model, Want.ALL, workers=4)
    alone, _ = asked(BACKEND, QUEENS.model, Want.ALL)
    assert (len(found), len(set(found)), outcome.proven) == (92, 92, True)
    assert set(found) == set(alone)
    assert asked(BACKEND, QUEENS.model, Want.COUNT, workers=4)[1].count == 92


@pytest.mark.parametrize("want", ["all", "count"])
def test_refuses_several_workers_for_an_enumeration(want: WantLike) -> None:
    with pytest.raises(Unsupported, match="workers"):
        solve(QUEENS, "cpsat", want, workers=2)


def test_uses_several_workers_for_one_solution_and_for_the_best() -> None:
    assert solve(QUEENS, "cpsat", workers=2).status is Status.SATISFIED
    best = solve(domination(KNIGHT, Board(6)), "cpsat", workers=2, seconds=PATIENCE)
    assert (best.status, best.objective, best.bound, best.workers) == (Status.OPTIMAL, 8, 8, 2)


@pytest.mark.slow
def test_keeps_a_deadline_with_the_best_solution_and_an_honest_bound() -> None:
    def search(seconds: float) -> Answer:
        with within(seconds + 1.5):
            return solve(HARD, "cpsat", seconds=seconds)

    # what greedy search found before is an answer as well, of which CP-SAT says nothing
    answer = with_time_enough(search, lambda found: found.raw_status == "FEASIBLE", 0.5)
    assert (answer.status, answer.complete, answer.end) == (Status.SATISFIED, False, End.TIME)
    assert answer.raw_status == "FEASIBLE"
    assert answer.objective is not None
    assert answer.bound is not None
    assert 1 <= answer.bound <= 9 <= answer.objective  # gamma of the queens on 16x16 is 9


def test_says_nothing_of_a_bound_that_there_was_no_time_for() -> None:
    model = Model(40, tuple(AtLeast(1, range(at, at + 5)) for at in range(36)), Minimize(range(40), (-3,) * 40))
    found, outcome = asked(BACKEND, model, deadline=Deadline(1e-9))
    assert (found, outcome.proven, outcome.end, outcome.raw_status) == ([], False, End.TIME, "UNKNOWN")
    assert outcome.bound == -120


@pytest.mark.parametrize(
    "model",
    [
        Model(3, (Linear((2**61, 2**61, 1), (0, 1, 2), upper=2**61),)),
        Model(3, (), Maximize(range(3), (2**61, 2**61, 1))),
        Model(2, (Linear((2**70, 1), (0, 1), upper=2**69),)),
    ],
    ids=["in a constraint", "in the goal", "beyond 64 bits"],
)
def test_refuses_sums_that_are_too_large_for_it(model: Model) -> None:
    with pytest.raises(Unsupported, match=r"too large for CP-SAT|CP-SAT refuses"):
        asked(BACKEND, model)


def test_lists_large_weights_exactly() -> None:
    model = Model(4, (Linear((10**12, 10**12 + 1, 3, -(10**9)), (0, ~1, 2, 3), 10**12, 2 * 10**12),))
    assert set(asked(BACKEND, model, Want.ALL)[0]) == solutions_of(model)


def test_leaves_out_a_count_that_choices_imply() -> None:
    rows = tuple(Exactly(1, range(3 * row, 3 * row + 3), choice=f"row {row}") for row in range(3))
    request = Request()
    assert BACKEND.compile(Model(9, (Exactly(3, range(9)), *rows)), request).size["constraints"] == 3
    assert BACKEND.compile(Model(9, (Exactly(4, range(9)), *rows)), request).size["literals"] == 9
    check(BACKEND, Model(9, (Exactly(4, range(9)), *rows)))
    assert BACKEND.compile(QUEENS.model, request).has_choices


def test_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("ortools"):
            raise ImportError("No module named 'ortools'")
        return real(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "ortools.sat.python.cp_model", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(Unsupported, match="pip install ortools"):
        CpSat().load()


def test_names_the_version_that_answers() -> None:
    assert BACKEND.versions()["ortools"][0].isdigit()
