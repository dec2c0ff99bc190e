"""The backend `auto`: who leads, and races of several backends with slow, failing, dying and lying ones."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from threading import active_count
from time import sleep

import pytest
from rookery_tests.brute_force import Scripted
from rookery_tests.failing_backends import Dying, Missing, Slow
from rookery_tests.yardstick import PATIENCE, comes_true, within

import rookery as rk
from rookery.backends import Backend, End, Unsupported, Want, race
from rookery.backends.registry import backend
from rookery.backends.solvers.auto import Auto
from rookery.core.deadline import Deadline, OutOfTime, check_deadline

QUEENS = rk.placement("queen", 6, 6)
GUARDS = rk.domination("queen", 5)
HARD = rk.placement("queen", 24, 24)
FAILING = Scripted((ZeroDivisionError,))
LIAR = Scripted((frozenset(range(36)), End(True)))


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """No process and no thread is left by any test; on a busy machine a killed process takes a while to go."""
    before = active_count()
    yield
    assert comes_true(lambda: not list_racers(os.getpid()) and active_count() <= before)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The followers start with the leader."""
    monkeypatch.setattr(race, "ALONE", 0)


def list_racers(parent: int) -> list[int]:
    command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent)]
    listed = subprocess.run(command, capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if "backends.worker" in line]


def make_auto(leader: Backend, *others: str | Backend) -> Auto:
    """An `auto` whose first backend leads."""
    rest = [backend(each) if isinstance(each, str) else each for each in (*others, "sat", "cpsat")]
    return Auto(leader, rest[0], rest[1])


def test_answer_names_the_backend() -> None:
    answer = rk.solve(QUEENS, "auto", "count")
    assert (answer.complete, answer.count, answer.note) == (True, 4, "backtracking")


def test_sat_leads_without_structure() -> None:
    model = rk.Model(40, tuple(rk.AtLeast(1, (v, ~((v + 7) % 40), (v + 13) % 40)) for v in range(40)))
    assert rk.solve_model(model, "auto").run.note == "sat"


@pytest.mark.usefixtures("at_once")
def test_race_answers_every_question() -> None:
    for want, count in ((Want.ONE, 1), (Want.ALL, 186), (Want.COUNT, 186)):  # OEIS A002564
        for leader in (backend("backtracking"), Slow()):
            answer = rk.solve(GUARDS, make_auto(leader), want)
            assert (answer.status, answer.objective, answer.bound, answer.count) == ("optimal", 3, 3, count)
    assert rk.solve(rk.placement("queen", 3, 3), make_auto(Slow())).status == "infeasible"
    for limit, end in ((None, "done"), (2, "solution limit")):  # a follower has found enough
        answer = rk.solve(QUEENS, make_auto(Slow()), limit=limit, seconds=PATIENCE)
        assert (answer.count, answer.end) == (limit or 1, end)
        assert answer.times.total < PATIENCE


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("bad", [FAILING, Dying(), Missing()])
def test_race_goes_on_without_a_bad_backend(bad: Backend) -> None:
    for racers in (make_auto(bad), make_auto(Slow(), bad)):
        answer = rk.solve(QUEENS, racers, "count")
        assert (answer.complete, answer.count) == (True, 4)


@pytest.mark.usefixtures("at_once")
def test_leader_answers_when_others_die() -> None:
    answer = rk.solve(GUARDS, make_auto(backend("backtracking"), Dying(), FAILING), "count")
    assert (answer.count, answer.note) == (186, "backtracking")


def test_error_is_raised_if_all_fail() -> None:
    with pytest.raises(ZeroDivisionError):
        rk.solve(QUEENS, make_auto(FAILING, FAILING, FAILING))
    with pytest.raises(Unsupported, match="no-such-library"):
        rk.solve(QUEENS, make_auto(Missing(), Missing(), Missing()))


def test_leader_hears_of_an_answer_whichever_deadline_it_looks_at() -> None:
    for _ in range(100):
        with Deadline(PATIENCE).held():
            finish = race.Finish(PATIENCE)
            soon = finish.within(PATIENCE / 2)
            with finish.held():
                check_deadline()
                finish.answered.set()
                assert (finish.passed(), soon.passed()) == (True, True)
                with pytest.raises(OutOfTime):
                    check_deadline()


@pytest.mark.usefixtures("at_once")
def test_lying_follower_is_refused() -> None:
    with pytest.raises(rk.WrongAnswer):
        rk.solve(QUEENS, make_auto(Slow(), LIAR, LIAR))


@pytest.mark.parametrize("want", [Want.ONE, Want.COUNT])
def test_race_keeps_its_deadline(want: Want) -> None:
    problem = rk.domination("queen", 26) if want is Want.ONE else HARD
    with within(5):
        answer = rk.solve(problem, "auto", want, seconds=1.5)
    assert (answer.complete, answer.end) == (False, "time limit")
    assert want is Want.COUNT or answer.bound is None or answer.bound <= 14  # benchmarks/records/queens


def test_one_worker_starts_no_process() -> None:
    stream = rk.solutions(HARD, "auto", workers=1)
    for _ in islice(stream, 3):
        sleep(2 * race.ALONE)
        assert not list_racers(os.getpid())


def test_race_that_is_left_ends() -> None:
    assert len(set(islice(rk.solutions(HARD, "auto"), 3))) == 3


CODE = "import rookery as rk; rk.solve(rk.placement('queen', 24, 24), 'auto', 'count')"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the system's own help is Linux's")
@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGKILL])
def test_no_racer_outlives_its_race(with_signal: signal.Signals) -> None:
    process = subprocess.Popen([sys.executable, "-c", CODE], stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        assert comes_true(lambda: len(list_racers(process.pid)) == 2), "no racers were started"
        racers = list_racers(process.pid)
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


def test_no_cliffs_between_backends() -> None:
    armies = rk.armies(["knight", "knight", "king", "king"], 4)
    assert rk.solve(armies, "auto", "count", seconds=PATIENCE).count == 1288
