"""Progress of a search: it never falls, and a terminal shows it."""

import os
import re
import subprocess
import sys

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Question, Run, Want, backend
from rookery.backends.engine.tree import runner
from rookery.backends.progress import Progress, SearchProgress, duration, scale

SEARCHES = {
    "counting rows by two": (rk.placement("queen", 14, 14), Want.COUNT, 2),
    "the fewest": (rk.domination("queen", 13), Want.COUNT, 1),
    "the most by two": (rk.placement("nightrider", 10), Want.ONE, 2),
    "armies by two": (rk.armies(["queen", "queen"], 10), Want.ONE, 2),
}


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES)
def test_share_that_is_done_never_falls(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, want, workers = SEARCHES[search]
    monkeypatch.setattr(runner, "TELL_SECONDS", 0.0)

    def list_progress(seconds: float) -> list[Progress]:
        seen: list[Progress] = []
        run = Run(problem, backend("backtracking"), Question(want, workers=workers, seconds=seconds))
        run.progress = seen.append
        for _ in run:
            pass
        return seen

    seen = with_time_enough(list_progress, bool, 2)
    assert seen[-1].nodes > 0
    by_task: dict[str, list[float]] = {}
    for progress in seen:
        assert progress.share is not None
        by_task.setdefault(progress.task, []).append(progress.share)
    for shares in by_task.values():
        assert shares == sorted(shares)
        assert 0.0 <= shares[0] <= shares[-1] <= 1.0


def test_progress_names_the_number_that_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "TELL_SECONDS", 0.0)
    tasks: list[str] = []
    run = Run(rk.domination("queen", 10), backend("backtracking"), Question(options={"optimum": "search"}))
    run.progress = lambda progress: tasks.append(progress.task)
    assert [len(placement) for placement in run][-1] == 5
    assert [task for task in tasks if "suffice" in task][-1] in ("whether 4 suffice", "whether 5 suffice")


def test_line_has_the_task_the_share_the_speed_and_the_rest() -> None:
    lines: list[str] = []
    now = [0.0]
    watched = SearchProgress(lines.append, lambda: now[0])
    watched.news("9 pieces so far")
    watched(Progress("whether 8 suffice", 0.0, 1_000))
    now[0] = 10.0
    watched(Progress("whether 8 suffice", 0.25, 25_001_000))
    assert lines[-1] == "9 pieces so far; whether 8 suffice, 25.0 % done, 2.5 M nodes/s, about 30 s left"
    assert [scale(number) for number in (7, 1_200, 34_500_000, 2e9)] == ["7", "1.2 k", "34.5 M", "2.0 G"]
    assert [duration(s) for s in (40, 720, 12_600, 1_728_000)] == ["40 s", "12 min", "3.5 h", "20 days"]


COUNTING = ("solve", "placement", "--piece", "queen", "--board", "22", "--count", "22", "--count-solutions")


def read_terminal(seconds: float) -> bytes:
    """Return the output of a count that is cut, on a terminal."""
    pty = pytest.importorskip("pty")
    main, terminal = pty.openpty()
    command = [sys.executable, "-m", "rookery", *COUNTING, "--seconds", str(seconds)]
    wide = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, env=wide) as process:
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


@pytest.mark.slow
def test_terminal_shows_progress_and_a_file_does_not() -> None:
    line = re.compile(rb"counting, \d+\.\d % done, [\d.]+ [kMG] nodes/s")
    shown = with_time_enough(read_terminal, line.search, 1.2)
    assert line.search(shown), shown
    assert rookery(*COUNTING, "--seconds", "0.3").err == ""
