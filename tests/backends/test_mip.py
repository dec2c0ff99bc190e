"""The backend `mip`: bounds that floating point does not lift, what it refuses, and its process."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from rookery_tests.small_models import solutions_of

import rookery as rk
from rookery.backends import Ask, Unsupported, Want, solve
from rookery.backends.solvers.mip import MAX_SUM, Mip, conclude
from rookery.core.runtime import EXPENDABLE
from rookery.models import BadInput
from rookery.models.model.constraints import Linear
from rookery.models.model.model import Maximize, Minimize, Model

ROWS = (Linear((7, 5, 4, 3), (0, 1, 2, 3), 8, None), Linear((2, -3, 4), (1, ~2, 3), None, 4))


@pytest.fixture
def apart() -> Iterator[None]:
    """Let `mip` search in a process of its own, as it does for users."""
    EXPENDABLE.clear()
    yield
    EXPENDABLE.set()


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("solver", ["highs", "scip"])
def test_process_prints_nothing_and_names_its_solver(solver: str, capfd: pytest.CaptureFixture[str]) -> None:
    answer = solve(rk.domination("queen", 5), "mip", options={"solver": solver}, seed=3)
    assert (answer.objective, answer.bound, answer.complete) == (3, 3, True)
    assert answer.note.lower() == f"{solver}: optimal, proven by floating point"
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("apart")
def test_deadline_ends_the_process() -> None:
    answer = solve(rk.domination("queen", 16), "mip", seconds=3)
    assert (answer.complete, answer.end) == (False, "time limit")
    assert answer.bound is None or answer.bound <= 9  # OEIS A075458


def test_log_and_parameters_reach_the_solver() -> None:
    command = [sys.executable, "-P", "-m", "rookery", "solve", "domination", "--piece", "queen", "--board", "5"]
    command += ["--backend", "mip", "--option", "log=on", "--option", "mip.presolve=off"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Running HiGHS" in shown.stderr
    assert "HiGHS" not in shown.stdout
    with pytest.raises(BadInput, match="highs: "):
        solve(rk.domination("queen", 5), "mip", options={"mip.no_such_parameter": "1"})
    with pytest.raises(BadInput, match="option solver=cbc: accepted are highs, scip"):
        solve(rk.domination("queen", 5), "mip", options={"solver": "cbc"})
    for backend in ("cpsat", "mip"):
        with pytest.raises(BadInput, match="option log=yes: accepted are off, on"):
            solve(rk.domination("queen", 5), backend, options={"log": "yes"})


def test_lists_and_counts_are_refused() -> None:
    for want in (Want.ALL, Want.COUNT):
        with pytest.raises(Unsupported, match="backend mip cannot"):
            solve(rk.placement("queen", 6, 6), "mip", want)


@pytest.mark.parametrize("solver", ["highs", "scip"])
@pytest.mark.parametrize("sign", [1, -1])
def test_weights_of_any_sign(sign: int, solver: str) -> None:
    random = Random(3)
    for _ in range(15):
        weights = tuple(random.choice((0, 1, 7, -3, 999, 33_333)) for _ in range(4))
        goal = Minimize(range(4), weights) if sign == 1 else Maximize(range(4), weights)
        model = Model(4, ROWS, goal)
        best = min(sign * model.value(each) for each in solutions_of(model))  # type: ignore[operator]
        answer = rk.solve_model(model, "mip", options={"solver": solver})
        assert (answer.objective, answer.complete) == (sign * best, True)


def test_large_weights_are_refused() -> None:
    large = Model(2, (), Minimize((0, 1), (MAX_SUM, 1)))
    with pytest.raises(Unsupported, match="backend mip computes in floating point: weights that sum to more than 100"):
        rk.solve_model(large, "mip")
    assert rk.solve_model(replace(large, goal=Minimize((0, 1), (MAX_SUM - 1, 1))), "mip").objective == 0
    with pytest.raises(Unsupported, match="too large for it; use sat"):
        rk.solve_model(Model(2, (Linear((2**62, 1), (0, 1), 1, None),)), "mip")


@pytest.mark.parametrize("dual", [4.9999990, 4.0000001, 5.0000000001])
def test_bounds_are_rounded_with_care(dual: float) -> None:
    model = rk.domination("queen", 5).model
    end = conclude(Mip().compile(model, Ask()), "FEASIBLE", 9, dual)
    assert (end.bound, end.proven) == (4 if dual < 4.5 else 5, False)
    most = replace(model, goal=Maximize(range(25)))
    end = conclude(Mip().compile(most, Ask()), "OPTIMAL", 5, 5 + (5 - dual))
    assert (end.bound, end.proven) == (5 if dual > 4.5 else 6, dual > 4.5)
