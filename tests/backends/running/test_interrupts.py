"""Ctrl-C in `solve` keeps what was found; progress is reported or drawn if one asks for it."""

from collections.abc import Iterator
from itertools import count
from threading import active_count

import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.yardstick import comes_true, with_time_enough

import rookery as rk
from rookery.backends import Reason, Status
from rookery.backends.progress import Progress
from rookery.backends.run import Run

LONG = rk.placement("queen", 22, 22)
EIGHT = rk.placement("queen", 8, 8)


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


@pytest.mark.parametrize(
    ("backend", "n", "workers"),
    [("backtracking", 20, 1), ("cpsat", 12, 1), ("sat", 12, 1), ("auto", 20, 1), ("auto", 20, 2)],
    ids=["backtracking", "cpsat", "sat", "auto", "race"],
)
def test_ctrl_c_keeps_the_count(backend: str, n: int, workers: int) -> None:
    assert rk.solve(rk.placement("queen", 4, 4), backend, want="count").count == 2  # what is imported once is imported
    before = active_count()

    def count_for(seconds: float) -> rk.Answer:
        with ctrl_c_after(seconds):
            return rk.solve(rk.placement("queen", n, n), backend, want="count", workers=workers)

    answer = with_time_enough(count_for, lambda found: found.count, 0.5)
    assert (answer.interrupted, answer.complete) == (True, False)
    assert 0 < answer.count < {12: 14_200, 20: 39_029_188_884}[n]  # OEIS A000170
    assert comes_true(lambda: active_count() <= before)


def test_ctrl_c_passes_through_a_loop_over_solutions() -> None:
    with ctrl_c_after(0.3), pytest.raises(KeyboardInterrupt):
        for _ in rk.solutions(LONG):
            pass


def test_ctrl_c_in_first_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, iterate = count(1), Run.stream

    def stream(run: Run) -> Iterator[frozenset[int]]:
        if next(runs) == 3:
            raise KeyboardInterrupt
        yield from iterate(run)

    monkeypatch.setattr(Run, "stream", stream)
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
