"""Ctrl-C in a call of a user: what was found is kept, the answer says so, and a program can still be ended."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count

import pytest
from rookery_tests.alarm import ctrl_c_after

import rookery as rk
from rookery.backends import End, Status
from rookery.backends.contract.progress import Progress
from rookery.backends.running import solve
from rookery.backends.running import solve as interrupts
from rookery.backends.running.run import Run

LONG = rk.placement(rk.QUEEN, rk.Board(22), 22)
GOAL = rk.placement(rk.KNIGHT, rk.Board(30))


@pytest.fixture(autouse=True)
def long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Ctrl-C of another test came just before."""
    monkeypatch.setattr(interrupts, "_pressed", [float("-inf")])


def interrupt_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes before the solution of a number, counted from 1 over all runs."""
    given, iterate = count(1), Run.stream

    def stream(run: Run) -> Iterator[frozenset[int]]:
        for chosen in iterate(run):
            if next(given) == number:
                raise KeyboardInterrupt
            yield chosen

    monkeypatch.setattr(Run, "stream", stream)


def test_what_was_found_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(4, monkeypatch)
    answer = rk.solve(rk.placement(rk.QUEEN, rk.Board(8), 8), "python-constraint", want="all")
    assert (answer.interrupted, answer.complete, answer.end) == (True, False, End.INTERRUPTED)
    assert (len(answer), answer.status) == (4, Status.SATISFIED)  # the fourth was refereed, and then Ctrl-C came
    assert str(answer) == "8 queens on an 8x8 board: 4 solutions found, interrupted"


@pytest.mark.full
def test_a_search_in_the_middle_is_interrupted() -> None:
    with ctrl_c_after(1.0):
        answer = rk.solve(LONG, want="count")
    assert (answer.interrupted, answer.complete) == (True, False)
    assert answer.status in (Status.UNKNOWN, Status.SATISFIED)


def test_an_optimum_that_is_not_proven_is_not_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(2, monkeypatch)
    answer = rk.solve(rk.domination(rk.QUEEN, rk.Board(6)), "cpsat")
    assert (answer.status, answer.interrupted) == (Status.SATISFIED, True)
    assert answer.best is not None


def test_ctrl_c_between_the_optimum_and_its_solutions_leaves_the_list_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(run: Run) -> Iterator[rk.Placement]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(Run, "_list_optima", interrupt)
    answer = rk.solve(rk.domination(rk.QUEEN, rk.Board(5)), want="count")
    assert (answer.objective, answer.complete, answer.interrupted) == (3, False, True)


def test_ctrl_c_again_ends_the_program() -> None:
    with ctrl_c_after(0.5):
        assert rk.solve(LONG, want="count").interrupted
    with ctrl_c_after(0.5), pytest.raises(KeyboardInterrupt):
        rk.solve(LONG, want="count")


@pytest.mark.full
def test_ctrl_c_later_keeps_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([100.0, 103.0])
    monkeypatch.setattr(interrupts, "monotonic", lambda: next(now))
    for _ in range(2):
        with ctrl_c_after(0.3):
            assert rk.solve(LONG, want="count").interrupted


def test_what_calls_the_bare_function_ends_by_ctrl_c() -> None:
    with ctrl_c_after(0.5), pytest.raises(KeyboardInterrupt):
        solve.solve(LONG, want="count")


def test_the_first_solution_keeps_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(3, monkeypatch)
    answer = rk.first(rk.placement(rk.QUEEN, rk.Board(8), 8), "sat")
    assert (answer.interrupted, answer.complete, len(answer)) == (True, False, 1)
    assert str(answer) == "8 queens on an 8x8 board: a solution found (interrupted)"


def test_a_model_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(3, monkeypatch)
    answer = rk.solve_model(rk.Model(3, [rk.AtLeast(1, (0, 1, 2))]), "python-constraint", "all")
    assert (answer.complete, len(answer.solutions), answer.run.interrupted) == (False, 3, True)


def test_a_question_that_is_answered_is_not_called_interrupted() -> None:
    answer = rk.solve(rk.placement(rk.QUEEN, rk.Board(4), 4))
    assert interrupts.mark_interrupted(answer) == answer
    assert not answer.interrupted
    every = rk.solve(rk.placement(rk.QUEEN, rk.Board(4), 4), want="all")
    assert interrupts.mark_interrupted(every).interrupted


def test_a_function_hears_how_far_a_search_is() -> None:
    text: list[Progress] = []
    rk.solve(rk.placement(rk.QUEEN, rk.Board(14), 14), want="count", progress=text.append)
    assert text
    assert all(progress.share is None or 0 <= progress.share <= 1 for progress in text)
    assert {progress.task for progress in text} != {""}
    assert len(list(rk.solutions(rk.placement(rk.QUEEN, rk.Board(6), 6), progress=text.append))) == 4
    assert rk.first(rk.placement(rk.QUEEN, rk.Board(6), 6), progress=text.append).complete


@pytest.mark.parametrize("wrong", ["yes", 1, None, 0.5])
def test_progress_is_a_truth_value_or_a_function(wrong: object) -> None:
    with pytest.raises(rk.BadInput, match=r"progress .*: expected True, False, or a function that takes a Progress"):
        rk.solve(rk.placement(rk.QUEEN, rk.Board(4), 4), progress=wrong)  # type: ignore[arg-type]


def test_nothing_is_printed_where_nobody_watches(capfd: pytest.CaptureFixture[str]) -> None:
    rk.solve(rk.placement(rk.QUEEN, rk.Board(6), 6), "python-constraint", progress=True)
    rk.solve(rk.placement(rk.QUEEN, rk.Board(6), 6), "python-constraint")
    assert capfd.readouterr() == ("", "")


SCRIPT = """
import rookery as rk
from rookery.backends.engine.tree import runner
runner.TELL_SECONDS = 0.0
print(rk.solve(rk.placement(rk.QUEEN, rk.Board(13), 13), want="count", progress={}).count)
"""


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.part(2)
def test_a_bar_is_drawn_on_a_terminal_if_one_asks(shown: bool) -> None:
    import os
    import pty

    outer, inner = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-P", "-c", SCRIPT.format(shown)],
        stdout=subprocess.PIPE, stderr=inner, env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    )  # fmt: skip
    os.close(inner)
    drawn = b""
    while True:
        try:
            more = os.read(outer, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        drawn += more
    assert run.communicate()[0] == b"73712\n"  # OEIS A000170
    assert (b"% done" in drawn, "━".encode() in drawn) == (shown, shown)
