"""A process of its own for one backend: what goes over, what is raised, and what becomes of one that dies."""

import os
from time import sleep

import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.apart_calls import add, die, fail, give_what_cannot_go_over, refuse

from rookery.backends.fleet.processes import BackendProcess
from rookery.models import BadInput, RookeryError


def test_calls_share_one_process(capfd: pytest.CaptureFixture[str]) -> None:
    with BackendProcess() as process:
        assert process.call(add, 2, 3) == 5
        own = process.call(os.getpid)
        assert own == process.call(os.getpid) != os.getpid()
    assert capfd.readouterr() == ("", "")
    with pytest.raises(ProcessLookupError):
        os.kill(own, 0)


def test_process_raises_what_the_call_raises() -> None:
    with BackendProcess() as process:
        with pytest.raises(BadInput, match="so be it"):
            process.call(refuse)
        with pytest.raises(RookeryError, match="ZeroDivisionError: by nothing"):
            process.call(fail)
        with pytest.raises(RookeryError, match="Error: "):
            process.call(give_what_cannot_go_over)
        assert process.call(add, 1, 1) == 2


def test_dead_process_is_replaced() -> None:
    with BackendProcess() as process:
        with pytest.raises(RookeryError, match="its process ended with 3: last words"):
            process.call(die)
        assert process.call(add, 1, 1) == 2


def test_ctrl_c_ends_the_process() -> None:
    with BackendProcess() as process:
        own = process.call(os.getpid)
        with ctrl_c_after(0.3), pytest.raises(KeyboardInterrupt):
            process.call(sleep, 60)
        with pytest.raises(ProcessLookupError):
            os.kill(own, 0)
