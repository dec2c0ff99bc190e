"""The backend `sat`: right on small models by every solver, by every encoding, and honest when it is cut."""

import os
import signal
import subprocess
import sys

import pytest
from rookery_tests.forced import force
from rookery_tests.small_models import asked, check, random_models
from rookery_tests.yardstick import within

from rookery import domination, placement
from rookery.backends import Ask, Deadline, Reason, Want, solve
from rookery.backends.solvers.sat import SOLVERS, Sat
from rookery.backends.solvers.sat.encode import SatProgram
from rookery.models import AtMost, BadInput, Board, Linear, Model
from rookery.models.pieces.piece import QUEEN

BACKEND = Sat()
QUEENS = placement(QUEEN, Board(8), count=8)
HARD = domination(QUEEN, Board(16))


@pytest.mark.slow
def test_every_solver_answers_random_models_as_brute_force() -> None:
    for solver in SOLVERS:
        for model in random_models(20, 5):
            check(BACKEND, model, options={"solver": solver}, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["sat sums", "sat turns"])
def test_forced_encodings_and_turns_answer_as_brute_force(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, path)
    for model in random_models(80, 6):
        check(BACKEND, model)


def test_count_ignores_auxiliary_variables() -> None:
    model = Model(30, (AtMost(1, range(30)), AtMost(2, range(0, 30, 3)), Linear((2, 3, 4), (0, 6, 9), upper=4)))
    assert asked(BACKEND, model, Want.COUNT)[1].count == 31


def test_seed_repeats_its_order() -> None:
    first, again, other = (asked(BACKEND, QUEENS.model, Want.ALL, seed=seed)[0] for seed in (7, 7, 8))
    assert first == again
    assert first != other
    assert set(first) == set(other)


@pytest.mark.parametrize(
    ("solver", "hint"), [("glucos4", "did you mean glucose4"), ("kissat404", "accepted are"), ("", "minicard")]
)
def test_unknown_solvers_are_refused(solver: str, hint: str) -> None:
    with pytest.raises(BadInput, match=hint):
        solve(QUEENS, "sat", options={"solver": solver})


def test_large_counts_go_to_minicard() -> None:
    pairs, free = Model(40_000, (AtMost(1, range(40_000)),)), Model(40_000, ())
    programs = [BACKEND.compile(pairs, Ask()), BACKEND.compile(free, Ask(Want.ALL))]
    assert [isinstance(program, SatProgram) and program.solver for program in programs] == ["minicard", "cadical195"]


def test_deadline_before_the_search() -> None:
    found, outcome = asked(BACKEND, HARD.model, deadline=Deadline(1e-9))
    assert (found, outcome.proven, outcome.reason, outcome.bound) == ([], False, Reason.TIME, 8)


# A first answer imports what a search needs: Python itself loses a Ctrl-C that comes between two imports, now and then.
INTERRUPTED = """
import rookery as rk, time
rk.solve(rk.domination(rk.QUEEN, rk.Board(7)), "sat")
print("ready", flush=True)
if rk.solve(rk.domination(rk.QUEEN, rk.Board(16)), "sat").interrupted:
    print("interrupted", flush=True)
try:
    time.sleep(3600)
except KeyboardInterrupt:
    print("again", flush=True)
"""


@pytest.mark.slow
def test_ctrl_c_interrupts_the_search_and_goes_back_to_python() -> None:
    """In the main thread PySAT takes SIGINT over for a search, and does not give it back when it comes."""
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for said in ("interrupted\n", "again\n"):
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            with within(2):
                os.kill(process.pid, signal.SIGINT)
                assert process.stdout.readline() == said
    assert process.returncode == 0
