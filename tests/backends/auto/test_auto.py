"""The backend that chooses, alone and with several backends in a race."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import active_count

import pytest
from rookery_tests.yardstick import PATIENCE, comes_true, within

import rookery as rk
from rookery.backends import Ask, End, Want, start
from rookery.backends.fleet.race import Competitor, Race
from rookery.backends.registry import backend
from rookery.backends.solvers import auto
from rookery.backends.solvers.auto import AutoProgram
from rookery.models import RookeryError

QUEENS = rk.placement(rk.QUEEN, rk.Board(6), count=6)
GUARDS = rk.domination(rk.QUEEN, rk.Board(5))
HARD = rk.placement(rk.QUEEN, rk.Board(24), count=24)


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """No process and no thread is left by any test."""
    before = active_count()
    yield
    assert not list_racers(os.getpid())
    assert active_count() <= before


def list_racers(parent: int) -> list[str]:
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True
    ).stdout
    return [line for line in listed.splitlines() if "fleet.race" in line]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_auto_names_the_backend_that_answered(workers: int) -> None:
    for want in Want:
        answer = rk.solve(QUEENS, "auto", want, workers=workers)
        assert (answer.complete, answer.count) == (True, 1 if want is Want.ONE else 4)
        assert answer.note.startswith("auto: ")


@pytest.mark.slow
def test_race_answers_every_question() -> None:
    for want, count in ((Want.ONE, 1), (Want.ALL, 186), (Want.COUNT, 186)):  # OEIS A002564
        answer = rk.solve(GUARDS, "auto", want, workers=3)
        assert (answer.status, answer.objective, answer.bound, answer.count) == ("optimal", 3, 3, count)
    assert rk.solve(rk.placement(rk.QUEEN, rk.Board(3), 3), "auto", workers=3).status == "infeasible"


def test_more_workers_than_backends_are_refused() -> None:
    with pytest.raises(rk.Unsupported, match="3 backends"):
        rk.solve(QUEENS, "auto", workers=4)


@pytest.mark.parametrize("want", [Want.ONE, Want.COUNT])
def test_race_keeps_its_deadline(want: Want) -> None:
    problem = HARD if want is not Want.ONE else rk.domination(rk.QUEEN, rk.Board(20))
    with within(5):
        answer = rk.solve(problem, "auto", want, workers=2, seconds=1)
    assert (answer.complete, answer.end) == (False, "time limit")
    assert want is not Want.ONE or answer.bound is None or answer.bound <= 11  # OEIS A075458


def test_race_that_is_left_ends() -> None:
    with closing(iter(start(HARD, "auto", rk.Question(Want.ALL, workers=2)))) as stream:
        assert len({next(stream) for _ in range(3)}) == 3


def begin_race(*names: str) -> Race:
    ask = Ask(Want.COUNT)
    return Race([Competitor(name, name, ask) for name in names], QUEENS.model, ask)


def test_race_drops_failing_backends() -> None:
    (outcome,) = begin_race("no-such-backend", "backtracking").run()
    assert isinstance(outcome, End)
    assert (outcome.proven, outcome.count, outcome.note) == (True, 4, "backtracking")
    with pytest.raises(RookeryError, match=r"all of the race failed"):
        next(begin_race("nobody", "no-one").run())


def test_auto_passes_over_a_backend_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(model: rk.Model, ask: Ask) -> AutoProgram:
        raise rk.Unsupported("told to")

    monkeypatch.setattr(backend("backtracking"), "compile", refuse)
    answer = rk.solve(QUEENS, "auto", "count")
    assert answer.count == 4
    assert answer.note.startswith("auto: sat (backtracking refused: told to; ")


CODE = """
import rookery as rk
rk.solve(rk.placement(rk.QUEEN, rk.Board(24), 24), "auto", "count", workers=2)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the system's own help is Linux's")
@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGKILL])
def test_no_racer_outlives_its_race(with_signal: signal.Signals) -> None:
    process = subprocess.Popen([sys.executable, "-c", CODE], stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        assert comes_true(lambda: len(list_racers(process.pid)) >= 2), "no racers were started"
        racers = [int(line.split()[0]) for line in list_racers(process.pid)]
        process.send_signal(with_signal)
        process.wait(PATIENCE)
        assert comes_true(lambda: not any(map(is_alive, racers))), "a racer is left"
    finally:
        process.kill()
        process.wait()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_race_needs_no_names_of_variables() -> None:
    model = replace(QUEENS.model, name=lambda variable: "a name that cannot be pickled")
    assert rk.solve_model(model, "auto", "count", workers=2).count == 4


# 128 placements (OEIS A103330), 32 of them with the pawn in the fourth row.
PAWNS = rk.sighted({rk.QUEEN: 9}, 8, 1).model
FOURTH = [rk.AtMost(0, (variable,)) for variable in range(64, 128) if variable not in range(88, 96)]


@pytest.mark.parametrize("some", [1000, 31])
def test_auto_goes_on_by_backtracking_after_some_solutions(some: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "SOME", some)
    for want in (Want.ALL, Want.COUNT):
        answer = rk.solve_model(rk.Model(128, (*PAWNS.constraints, *FOURTH)), "auto", want)
        assert (answer.complete, answer.count, len(set(answer.solutions))) == (True, 32, 32 * (want is Want.ALL))
        assert answer.run.note.startswith("auto: sat (")
