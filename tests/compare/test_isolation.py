"""Each fault that a backend can have ends as the right row, within its limits, with no process left running."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGRTMIN
from time import monotonic

import pytest
from rookery_tests.isolated import MIB, alive, faulty, made, make_small_campaign, task
from rookery_tests.yardstick import comes_true, with_time_enough, within

from rookery import placement
from rookery.compare import client
from rookery.compare.backends import BackendRef
from rookery.compare.client import Client
from rookery.compare.record import Ended, Limits, Said
from rookery.compare.server import descendants
from rookery.models import Board
from rookery.models.pieces.piece import QUEEN

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="limits from outside need /proc")


@pytest.fixture(scope="module")
def server() -> Iterator[Client]:
    found = Client(faulty(), [task("none"), task("none", "all")])
    yield found
    found.close()


FAULTS = {
    "none": (Ended.OK, ""),
    "wrong-solution": (Ended.INVALID, "referee"),
    "duplicate": (Ended.INVALID, "twice"),
    "raise": (Ended.EXCEPTION, "told to raise"),
    "segfault": (Ended.CRASH, "SIGSEGV"),
    "abort": (Ended.CRASH, "SIGABRT"),
    "exit": (Ended.CRASH, "exit code 7"),
    "exit0": (Ended.LOST, "without an answer"),
    "memory-error": (Ended.MEMORY, "told to"),
    "rubbish": (Ended.LOST, "cannot be read"),
    "unsupported": (Ended.UNSUPPORTED, "told to refuse"),
    "give-up": (Ended.OK, ""),
    "undecodable": (Ended.EXCEPTION, "No such file"),
    "forge": (Ended.LOST, "cannot be read"),
    "signal": (Ended.CRASH, f"signal {SIGRTMIN + 3}"),
    "kill-server": (Ended.LOST, "the server of this run is gone"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_ends_as_its_row(server: Client, fault: str, tmp_path: Path) -> None:
    ended, message = FAULTS[fault]
    record = made(server, task(fault, pids=str(tmp_path / "pids")))
    assert record.ended is ended, record.message
    assert message in record.message
    assert (record.said, record.count) == ((Said.COUNT, 4) if fault == "none" else (Said.UNKNOWN, record.count))
    assert fault != "segfault" or "faulty_backend.py" in record.log  # where it crashed
    assert made(server, task("none")).count == 4, "the next run is not disturbed"


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["allocate", "slowly-allocate"])
def test_memory_limit_is_kept_to_a_tenth(server: Client, fault: str) -> None:
    record = made(server, task(fault, limits=Limits(30.0, None, 500 * MIB)))
    assert record.ended is Ended.MEMORY
    assert record.memory is not None
    assert 0.9 * 500 * MIB < record.memory < 1.1 * 500 * MIB


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["sleep", "oversleep", "deaf", "spin", "daemon"])
def test_time_limit_is_kept_to_a_second(server: Client, fault: str, tmp_path: Path) -> None:
    started = monotonic()
    with within(2.0):
        record = made(server, task(fault, limits=Limits(seconds=1.0), pids=str(tmp_path / "pids")))
        assert monotonic() - started > 1.0
    assert (record.ended, record.said) == (Ended.KILLED, Said.UNKNOWN)


def test_backend_that_keeps_its_limit_is_not_killed(server: Client) -> None:
    big = placement(QUEEN, Board(20), count=20)
    record = with_time_enough(
        lambda seconds: made(server, task("none", problem=big, limits=Limits(seconds=seconds))),
        lambda found: found.ended is not Ended.KILLED,  # on a busy machine it is late by more than it is granted
        1.0,
    )
    assert record.ended is Ended.TIME
    assert record.said in (Said.PARTIAL_COUNT, Said.UNKNOWN)
    assert not record.complete


def test_processor_time_is_limited(server: Client) -> None:
    record = made(server, task("spin", limits=Limits(cpu_seconds=0.5)))
    assert (record.ended, record.message) == (Ended.KILLED, "more processor time than the limit")
    assert record.cpu is not None
    assert 0.4 < record.cpu < 1.5


def test_solutions_found_before_a_kill_are_kept(server: Client) -> None:
    record = with_time_enough(
        lambda seconds: made(server, task("sleep", "all", limits=Limits(seconds=seconds), after="2")),
        lambda found: found.count,
        1.0,
    )
    assert (record.ended, record.said) == (Ended.KILLED, Said.PARTIAL_COUNT)
    assert record.count is not None
    assert record.count >= 1
    assert len(record.solutions) == record.count
    assert record.first is not None


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["grandchild", "daemon"])
def test_no_grandchild_outlives_its_run(server: Client, fault: str, tmp_path: Path) -> None:
    notes = tmp_path / "pids"
    with_time_enough(
        lambda seconds: made(server, task(fault, limits=Limits(seconds=seconds), pids=str(notes))),
        lambda _: notes.exists(),
        1.0,
    )
    (pid,) = map(int, notes.read_text().split())
    with within(3.0):  # the orphan of a supervisor that was killed is swept up after a second
        assert comes_true(lambda: not alive(pid))


@pytest.mark.slow
def test_server_that_does_not_start_loses_its_runs_and_no_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    with Client(faulty()) as own:
        with monkeypatch.context() as changed:
            changed.setattr(client, "START", "raise SystemExit('not today')")
            record = made(own, task("none"))
        assert (record.ended, record.message) == (Ended.LOST, "the server of backend faulty does not start: not today")
        assert made(own, task("none")).ended is Ended.OK


@pytest.mark.slow
def test_stopped_server_loses_its_run_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MARGIN", 0.5)
    with Client(faulty()) as own:
        record = made(own, task("stop-server", limits=Limits(seconds=2.0)))
        assert (record.ended, record.message) == (Ended.LOST, "the server of this run did not report in time")
        assert made(own, task("none")).count == 4


def test_long_output_is_cut(server: Client) -> None:
    record = made(server, task("print"))
    assert (record.ended, record.count) == (Ended.OK, 4)
    assert record.log.startswith("[100,000,013 bytes printed]\n")
    assert record.log.endswith("the last line")
    assert len(record.log) < 5000


@pytest.mark.slow
def test_closed_server_leaves_no_process(server: Client) -> None:
    own = Client(faulty())
    made(own, task("none"))
    process = own._process
    assert process is not None
    own.close()
    assert not alive(process.pid)
    assert not descendants(process.pid)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint", "mip"])
def test_run_imports_nothing_that_its_server_has_loaded(backend: str) -> None:
    for want in ("one", "count")[: 1 if backend == "mip" else 2]:
        task = make_small_campaign(backends=[backend], want=want).tasks[0]
        with Client(BackendRef(backend), [task]) as client:
            said = json.loads(client.run(task).said)
        assert (said["count"], said["modules"]) == (1 if want == "one" else 2, [])


WAITS = """
import signal
from rookery.compare import harness

class Waiting(harness.Harness):
    looks = 0
    def _is_working(self):
        self.looks += 1
        return self.looks < 200

harness.LOOK_SECONDS = 0.004
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.000503)
Waiting([], 1, harness.RunsObserver())._listen(print)
signal.setitimer(signal.ITIMER_REAL, 0)
"""


def test_signal_at_the_end_of_a_wait_does_not_make_it_endless() -> None:
    """Ctrl-C that came in the last microsecond of a wait for news hung the harness until the next one."""
    subprocess.run([sys.executable, "-P", "-c", WAITS], check=True, timeout=600)
