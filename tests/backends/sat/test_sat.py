"""The backend `sat`: right on small models by both solvers and every encoding, and honest when it is cut."""

import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
from rookery_tests.forced import force
from rookery_tests.small_models import asked, check, random_models
from rookery_tests.yardstick import within

from rookery import armies, domination, first, guards, placement
from rookery.backends import Ask, Deadline, Reason, Want, solve
from rookery.backends.solvers.sat import SOLVERS, Sat, search
from rookery.backends.solvers.sat.encode import CARDS
from rookery.models import AtMost, BadInput, Board, Exactly, Linear, Model
from rookery.models.pieces.piece import QUEEN

BACKEND = Sat()
QUEENS = placement(QUEEN, Board(8), count=8)
HARD = domination(QUEEN, Board(16))


@pytest.mark.parametrize("solver", SOLVERS)
def test_solvers_answer_random_models_as_brute_force(solver: str) -> None:
    for model in random_models(60, 5):
        check(BACKEND, model, options={"solver": solver}, seed=3)


@pytest.mark.parametrize("card", CARDS)
def test_encodings_of_counts_answer_as_brute_force(card: str) -> None:
    for model in random_models(30, 9):
        check(BACKEND, model, options={"card": card})


@pytest.mark.parametrize("path", ["sat sums", "sat leader"])
def test_forced_encodings_and_leaders_answer_as_brute_force(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, path)
    for model in random_models(80, 6):
        check(BACKEND, model)


def test_count_ignores_auxiliary_variables() -> None:
    model = Model(30, (AtMost(1, range(30)), AtMost(2, range(0, 30, 3)), Linear((2, 3, 4), (0, 6, 9), upper=4)))
    assert asked(BACKEND, model, Want.COUNT)[1].count == 31


def test_large_counts_take_few_clauses() -> None:
    """A totalizer of 10,000 literals has 3 million clauses, and no limit of time can stop PySAT in the middle."""
    program = BACKEND.compile(placement(QUEEN, 100, 99).model, Ask())
    assert len(program.clauses) < 400_000
    found, end = asked(BACKEND, Model(3_000, (Exactly(2_999, range(3_000)),)))
    assert ([len(each) for each in found], end.reason) == ([2_999], Reason.DONE)


def test_symmetries_are_broken_where_that_refutes() -> None:
    """Symmetries of the placement suffice where a model has auxiliary variables."""
    model = armies(["queen", "queen"], 5).model
    assert model.moves
    ends = [asked(BACKEND, each)[1] for each in (model, replace(model, moves=()))]
    assert [end.bound for end in ends] == [4, 4]
    assert ends[0].statistics["conflicts"] < ends[1].statistics["conflicts"] / 2


@pytest.mark.parametrize("pieces", [["queen", "queen"], ["rook", "bishop"]], ids=str)
def test_first_of_symmetric_solutions_is_not_lost(pieces: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The lexicographically first solution is asked for by constraints that are not symmetric."""
    monkeypatch.setattr(search, "SOON", 0)
    problem = armies(pieces, 4)
    assert first(problem, "sat").solutions == first(problem, "cpsat").solutions


def test_symmetries_are_broken_once_a_solution_is_hardly_to_be_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    model = guards({"queen": 2, "knight": 2}, 7).model
    late = asked(BACKEND, model)
    monkeypatch.setattr(search, "SOON", 0)
    soon = asked(BACKEND, model)
    for found, end in (late, soon):
        assert (found, end.proven) == ([], True)
    assert soon[1].statistics["conflicts"] < late[1].statistics["conflicts"]


def test_seed_repeats_its_order() -> None:
    first, again, other = (asked(BACKEND, QUEENS.model, Want.ALL, seed=seed)[0] for seed in (7, 7, 8))
    assert first == again
    assert first != other
    assert set(first) == set(other)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"solver": "glucos42"}, "did you mean glucose42"),
        ({"solver": "minicard"}, "accepted are cadical195, glucose42"),
        ({"solver": ""}, "accepted are"),
        ({"card": "totaliser"}, "did you mean"),
        ({"amo": "pairwise"}, "no option 'amo'"),
    ],
)
def test_unknown_options_and_values_are_refused(option: dict[str, str], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        solve(QUEENS, "sat", options=option)


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
