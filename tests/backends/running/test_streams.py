"""The backends whose libraries search in a thread: cut by deadlines, by limits, by leaving, and by Ctrl-C."""

import os
import signal
from threading import Timer, active_count
from typing import Any

import pytest
from rookery_tests.small_models import asked
from rookery_tests.yardstick import with_time_enough, within

from rookery.backends import Answer, Backend, Deadline, End, Request, Run, Want
from rookery.backends.contract.backend import Interim, run_program
from rookery.backends.contract.question import Question
from rookery.backends.solvers.auto import Auto
from rookery.backends.solvers.cpsat import CpSat
from rookery.backends.solvers.sat import Sat
from rookery.models import AtMost, Board, Model, domination, placement
from rookery.models.pieces.piece import QUEEN

pytestmark = pytest.mark.slow

BACKENDS: tuple[Backend[Any], ...] = (CpSat(), Sat())
NAMES = [backend.name for backend in BACKENDS]
MANY = placement(QUEEN, Board(14), count=14)
HARD = domination(QUEEN, Board(16))
OPEN = Model(6, (AtMost(3, range(6)),))


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
@pytest.mark.parametrize("want", [Want.ALL, Want.COUNT])
@pytest.mark.full
def test_keeps_what_it_found_by_the_deadline(backend: Backend[Any], want: Want) -> None:
    backend.load()
    found, outcome = with_time_enough(
        lambda seconds: asked(backend, MANY.model, want, deadline=Deadline(seconds)),
        lambda met: met[1].count or met[0],
        0.3,
    )
    assert (outcome.proven, outcome.end) == (False, End.TIME)
    assert (outcome.count or 0) > 0 if want is Want.COUNT else len(set(found)) == len(found) > 0


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
@pytest.mark.parametrize("want", [Want.ALL, Want.COUNT])
def test_stops_at_a_limit(backend: Backend[Any], want: Want) -> None:
    found, outcome = asked(backend, OPEN, want, limit=5)
    assert (outcome.proven, outcome.end) == (False, End.SOLUTIONS)
    assert (outcome.count if want is Want.COUNT else len(found)) == 5


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
@pytest.mark.parametrize(
    ("model", "want"), [(MANY.model, Want.ALL), (HARD.model, Want.ONE)], ids=["listing", "optimising"]
)
def test_ends_its_thread_when_the_stream_is_closed(backend: Backend[Any], model: Model, want: Want) -> None:
    before, request = active_count(), Request(want)
    with within(5):
        stream = run_program(backend, backend.compile(model, request), request)
        first = next(item for item in stream if not isinstance(item, Interim))
        assert isinstance(first, frozenset)
        assert model.accepts(first)
        assert active_count() == before + 1
        stream.close()
        assert active_count() == before


def interrupted(run: Run, after: float) -> None:
    """Iterate a run while this process sends itself SIGINT, some seconds after the search has begun."""
    timer = Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    run.explained = lambda lines: timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            list(run)
    finally:
        timer.cancel()
        timer.join()


@pytest.mark.parametrize(
    ("backend", "workers", "after"),
    [(CpSat(), 1, 0.5), (Sat(), 1, 0.5), (Auto(), 1, 0.5), (Auto(), 2, 1)],
    ids=["cpsat", "sat", "auto", "a race"],
)
def test_ctrl_c_keeps_what_was_counted(backend: Backend[Any], workers: int, after: float) -> None:
    before = active_count()

    def count(seconds: float) -> Answer:
        run = Run(placement(QUEEN, Board(20), count=20), backend, Question(Want.COUNT, workers=workers))
        interrupted(run, seconds)
        return run.answer()

    answer = with_time_enough(count, lambda found: found.count, after)
    assert (answer.complete, answer.end) == (False, End.INTERRUPTED)
    assert 0 < answer.count < 39_029_188_884  # OEIS A000170
    assert active_count() == before


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
@pytest.mark.full
def test_ctrl_c_ends_what_does_not_count(backend: Backend[Any]) -> None:
    def search(seconds: float) -> Answer:
        run = Run(HARD, backend, Question())
        interrupted(run, seconds)
        return run.answer()

    assert with_time_enough(search, lambda found: found.objective is not None, 0.5).objective is not None
