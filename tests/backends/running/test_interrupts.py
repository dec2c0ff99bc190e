"""Ctrl-C keeps what was found, a second one ends the program; progress is reported or drawn if one asks for it."""

from collections.abc import Iterator
from itertools import count

import pytest
from rookery_tests.alarm import ctrl_c_after

import rookery as rk
from rookery.backends import Reason, Status
from rookery.backends.progress import Progress
from rookery.backends.running import solve as solving
from rookery.backends.running.run import Run

LONG = rk.placement("queen", 22, 22)
EIGHT = rk.placement("queen", 8, 8)


@pytest.fixture(autouse=True)
def no_recent_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget a Ctrl-C of another test that came just before."""
    monkeypatch.setattr(solving, "_pressed", [float("-inf")])


def interrupt_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise KeyboardInterrupt before the solution of a number, counted from 1 over all runs."""
    given, iterate = count(1), Run.stream

    def stream(run: Run) -> Iterator[frozenset[int]]:
        for chosen in iterate(run):
            if next(given) == number:
                raise KeyboardInterrupt
            yield chosen

    monkeypatch.setattr(Run, "stream", stream)


def test_ctrl_c_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(4, monkeypatch)
    answer = rk.solve(EIGHT, "python-constraint", want="all")
    assert (answer.interrupted, answer.complete, answer.end) == (True, False, Reason.INTERRUPTED)
    assert (len(answer), answer.status) == (4, Status.SATISFIED)  # the fourth was refereed, and then Ctrl-C came
    assert "interrupted" in str(answer)


def test_second_ctrl_c_ends_the_program() -> None:
    with ctrl_c_after(0.5):
        answer = rk.solve(LONG, want="count")
    assert (answer.interrupted, answer.complete) == (True, False)
    with ctrl_c_after(0.5), pytest.raises(KeyboardInterrupt):
        rk.solve(LONG, want="count")


def test_ctrl_c_some_seconds_later_keeps_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([100.0, 103.0])
    monkeypatch.setattr(solving, "monotonic", lambda: next(now))
    for _ in range(2):
        with ctrl_c_after(0.3):
            assert rk.solve(LONG, want="count").interrupted


def test_ctrl_c_in_first_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(3, monkeypatch)
    answer = rk.first(EIGHT, "sat")
    assert (answer.interrupted, answer.complete, len(answer)) == (True, False, 1)


def test_progress_is_reported_to_a_function() -> None:
    seen: list[Progress] = []
    rk.solve(rk.placement("queen", 14, 14), want="count", progress=seen.append)
    assert seen
    assert all(each.share is None or 0 <= each.share <= 1 for each in seen)
    assert {each.task for each in seen} != {""}
    six = rk.placement("queen", 6, 6)
    assert len(list(rk.solutions(six, progress=seen.append))) == 4
    assert rk.first(six, progress=seen.append).complete
    with pytest.raises(rk.BadInput, match="progress"):
        rk.solve(six, progress="yes")  # type: ignore[arg-type]
