"""The backend `mip`: bounds that floating point does not lift, what it refuses, and its process."""

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from ortools.math_opt.python import mathopt
from ortools.util.python.solve_interrupter import SolveInterrupter
from rookery_tests.small_models import solutions_of

import rookery as rk
from rookery.backends import Ask, Reason, Unsupported, Want, solve
from rookery.backends.fleet.streaming import Channel
from rookery.backends.solvers.mip import MAX_SUM, Mip, MipHere
from rookery.backends.solvers.mip.search import Search
from rookery.models.model.constraints import Linear
from rookery.models.model.model import Maximize, Minimize, Model

QUEENS_6 = rk.placement("queen", 6, 6)
ROWS = (Linear((7, 5, 4, 3), (0, 1, 2, 3), 8, None), Linear((2, -3, 4), (1, ~2, 3), None, 4))


@pytest.mark.slow
def test_process_answers_as_the_backend_itself() -> None:
    questions = (rk.domination("queen", 6), Want.ONE), (QUEENS_6, Want.ALL)
    for problem, want in questions:
        far, near = (solve(problem, asked, want, up_to_symmetry=want is Want.ALL) for asked in (Mip(), MipHere()))
        assert (far.objective, far.bound, far.count, far.orbits) == (
            near.objective,
            near.bound,
            near.count,
            near.orbits,
        )
        assert (far.status, far.complete, far.note) == (near.status, True, near.note)
        assert "SCIP: " in far.note
        assert "proven by floating point" in far.note


def test_mip_prints_nothing() -> None:
    """MathOpt's SCIP writes errors of its own event handler to standard error where anybody listens to it."""
    command = [sys.executable, "-m", "rookery", "solve", "domination", "--piece", "queen", "--board", "5"]
    shown = subprocess.run([*command, "--backend", "mip"], capture_output=True, text=True, check=True)
    assert "ERROR" not in shown.stdout + shown.stderr


@pytest.mark.parametrize("sign", [1, -1])
def test_weights_of_any_sign(sign: int) -> None:
    random = Random(3)
    for _ in range(15):
        weights = tuple(random.choice((0, 1, 7, -3, 999, 33_333)) for _ in range(4))
        goal = Minimize(range(4), weights) if sign == 1 else Maximize(range(4), weights)
        model = Model(4, ROWS, goal)
        best = min(sign * model.value(each) for each in solutions_of(model))  # type: ignore[operator]
        answer = rk.solve_model(model, MipHere())
        assert (answer.objective, answer.complete) == (sign * best, True)


def test_large_weights_are_refused() -> None:
    large = Model(2, ROWS[:0], Minimize((0, 1), (MAX_SUM, 1)))
    with pytest.raises(Unsupported, match="backend mip computes in floating point: weights that sum to more than 100"):
        rk.solve_model(large, "mip")
    assert rk.solve_model(replace(large, goal=Minimize((0, 1), (MAX_SUM - 1, 1))), MipHere()).objective == 0
    with pytest.raises(Unsupported, match="too large for it; use sat"):
        rk.solve_model(Model(2, (Linear((2**62, 1), (0, 1), 1, None),)), "mip")


@pytest.mark.parametrize("dual", [4.9999990, 4.0000001, 5.0000000001])
def test_bounds_are_rounded_down(dual: float) -> None:
    program = MipHere().compile(rk.domination("queen", 5).model, ask := Ask(Want.ONE))
    search = Search(program, ask, Channel(), SolveInterrupter())
    bounds = mathopt.ObjectiveBounds(primal_bound=9.0, dual_bound=dual)
    status = mathopt.ProblemStatus(
        primal_status=mathopt.FeasibilityStatus.FEASIBLE,
        dual_status=mathopt.FeasibilityStatus.FEASIBLE,
        primal_or_dual_infeasible=False,
    )
    ended = mathopt.Termination(
        reason=mathopt.TerminationReason.FEASIBLE,
        limit=mathopt.Limit.TIME,
        problem_status=status,
        objective_bounds=bounds,
    )
    result = mathopt.SolveResult(termination=ended, solve_stats=mathopt.SolveStats())
    search._give(frozenset(range(9)))
    outcome = search.conclude(result, Reason.DONE)
    assert outcome.bound == (4 if dual < 4.5 else 5)
    assert not outcome.proven
