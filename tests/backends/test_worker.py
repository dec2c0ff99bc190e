"""A process of its own for one backend: what goes over, what is raised, and what becomes of one that dies."""

import os
from threading import Timer
from time import sleep

import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.apart_calls import add, count_up_slowly, die, fail, give_what_cannot_go_over, refuse

from rookery.backends.worker import Worker, WorkerLost
from rookery.models import BadInput, RookeryError


def test_calls_share_one_process(capfd: pytest.CaptureFixture[str]) -> None:
    with Worker() as process:
        assert process.call(add, 2, 3) == 5
        own = process.call(os.getpid)
        assert own == process.call(os.getpid) != os.getpid()
    assert capfd.readouterr() == ("", "")
    with pytest.raises(ProcessLookupError):
        os.kill(own, 0)


def test_process_raises_what_the_call_raises() -> None:
    with Worker() as process:
        with pytest.raises(BadInput, match="so be it"):
            process.call(refuse)
        with pytest.raises(RookeryError, match="ZeroDivisionError: by nothing"):
            process.call(fail)
        with pytest.raises(RookeryError, match="Error: "):
            process.call(give_what_cannot_go_over)
        assert process.call(add, 1, 1) == 2


def test_dead_process_is_replaced() -> None:
    with Worker() as process:
        with pytest.raises(WorkerLost, match="its process ended with 3: last words"):
            process.call(die)
        assert process.call(add, 1, 1) == 2


def test_ctrl_c_ends_the_process() -> None:
    with Worker() as process:
        own = process.call(os.getpid)
        with ctrl_c_after(0.3), pytest.raises(KeyboardInterrupt):
            process.call(sleep, 60)
        with pytest.raises(ProcessLookupError):
            os.kill(own, 0)


def test_stream_comes_as_it_is_made() -> None:
    with Worker(nice=1) as process:
        assert list(process.stream(range, 3)) == [0, 1, 2]
        stream = process.stream(count_up_slowly)
        assert [next(stream), next(stream)] == [0, 1]
        stream.close()
        assert process.call(add, 1, 1) == 2


def test_worker_is_killed_from_another_thread() -> None:
    with Worker() as process:
        process.call(add, 1, 1)
        timer = Timer(0.2, process.kill)
        timer.start()
        with pytest.raises(WorkerLost, match="its process ended with -9"):
            process.call(sleep, 60)
        timer.join()
    with Worker() as process:
        process.kill()
        with pytest.raises(WorkerLost, match="its process was killed"):
            process.call(add, 1, 1)
