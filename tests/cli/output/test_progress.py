"""How far a search is: what a backend tells, that it never falls, and what a terminal shows of it."""

import os
import pty
import re
import subprocess
import sys

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Question, Run, Want, backend
from rookery.backends.contract.progress import Progress, SearchProgress, duration, scale
from rookery.backends.engine.tree import runner
from rookery.models.pieces.piece import NIGHTRIDER, QUEEN

pytestmark = pytest.mark.slow

QUEENS = rk.placement(QUEEN, rk.Board(14), 14)
SEARCHES = {
    "counting rows": (QUEENS, Want.COUNT, 1),
    "counting rows by two": (QUEENS, Want.COUNT, 2),
    "the fewest": (rk.domination(QUEEN, rk.Board(13)), Want.COUNT, 1),
    "the fewest by two": (rk.domination(QUEEN, rk.Board(13)), Want.COUNT, 2),
    "the most": (rk.placement(NIGHTRIDER, rk.Board(10)), Want.ONE, 2),
    "general": (rk.upper_domination(rk.QUEEN, rk.Board(6)), Want.ONE, 2),
    "armies": (rk.peaceable_queens(10), Want.ONE, 2),
}


@pytest.mark.parametrize(("problem", "want", "workers"), SEARCHES.values(), ids=SEARCHES)
@pytest.mark.part(2)
def test_the_share_that_is_done_never_falls(
    problem: rk.Problem, want: Want, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "TELL_SECONDS", 0.0)

    def list_told(seconds: float) -> list[Progress]:
        told: list[Progress] = []
        run = Run(problem, backend("backtracking"), Question(want, workers=workers, seconds=seconds))
        run.observed = told.append
        for _ in run:
            pass
        return told

    message = with_time_enough(list_told, bool, 5)
    assert message
    by_task: dict[str, list[float]] = {}
    for progress in message:
        assert progress.share is not None
        by_task.setdefault(progress.task, []).append(progress.share)
    for shares in by_task.values():
        assert shares == sorted(shares)
        assert 0.0 <= shares[0] <= shares[-1] <= 1.0
    assert [progress.nodes for progress in message][-1] > 0


def test_tells_which_number_is_being_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "TELL_SECONDS", 0.0)
    tasks: list[str] = []
    run = Run(rk.domination(QUEEN, rk.Board(10)), backend("backtracking"), Question(options={"optimum": "search"}))
    run.observed = lambda progress: tasks.append(progress.task)
    assert [len(placement) for placement in run][-1] == 5
    assert [task for task in dict.fromkeys(tasks) if "suffice" in task][-1] in (
        "whether 4 suffice",
        "whether 5 suffice",
    )


def test_a_line_tells_task_share_speed_and_rest() -> None:
    lines: list[str] = []
    now = [0.0]
    watched = SearchProgress(lines.append, lambda: now[0])
    watched.news("9 pieces so far")
    watched(Progress("whether 8 suffice", 0.0, 1_000))
    now[0] = 10.0
    watched(Progress("whether 8 suffice", 0.25, 25_001_000))
    now[0] = 11.0
    watched(Progress("counting", None, 25_001_000))
    assert lines == [
        "9 pieces so far",
        "9 pieces so far; whether 8 suffice, 0.0 % done",
        "9 pieces so far; whether 8 suffice, 25.0 % done, 2.5 M nodes/s, about 30 s left",
        "9 pieces so far; counting",
    ]


def test_numbers_and_times_are_readable() -> None:
    assert [scale(number) for number in (7, 1_200, 34_500_000, 2e9)] == ["7", "1.2 k", "34.5 M", "2.0 G"]
    assert [duration(s) for s in (40, 720, 12_600, 1_728_000)] == ["40 s", "12 min", "3.5 h", "20 days"]


COUNTING = ("solve", "placement", "--piece", "queen", "--board", "22", "--count", "22", "--count-solutions")


def on_a_terminal(seconds: float) -> bytes:
    """What a terminal shows of a count that is cut."""
    main, terminal = pty.openpty()
    command = [sys.executable, "-m", "rookery", *COUNTING, "--seconds", str(seconds)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=terminal, env=os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    ) as process:
        os.close(terminal)
        shown = b""
        while True:
            try:
                shown += os.read(main, 4096)
            except OSError:  # nobody writes to the terminal any more
                break
        assert process.wait() == 3
    os.close(main)
    return shown


def test_a_terminal_shows_it_and_a_file_does_not() -> None:
    line = re.compile(rb"counting, \d+\.\d % done, [\d.]+ [kMG] nodes/s")
    shown = with_time_enough(on_a_terminal, line.search, 1.2)
    assert line.search(shown), shown
    assert rookery(*COUNTING, "--seconds", "0.3").err == ""
