"""Each fault that a backend can have ends as the right row, within its limits, with no process left running."""

import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL, SIGRTMIN
from time import monotonic

import pytest
from rookery_tests.isolated import MIB, alive, faulty, made, task
from rookery_tests.yardstick import comes_true, with_time_enough, within

from rookery import placement
from rookery.compare.records.record import Ended, Limits, Said
from rookery.compare.runs.isolation import host
from rookery.compare.runs.isolation.host import ForkServer
from rookery.compare.runs.isolation.processes import descendants
from rookery.models import BadInput, Board
from rookery.models.pieces.piece import QUEEN

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="limits from outside need /proc")


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    found = ForkServer(faulty(), [task("none"), task("none", "all")])
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
    "rubbish": (Ended.LOST, "without an answer"),
    "unsupported": (Ended.UNSUPPORTED, "told to refuse"),
    "give-up": (Ended.OK, ""),
    "undecodable": (Ended.EXCEPTION, "No such file"),
    "forge": (Ended.LOST, "cannot be read"),
    "signal": (Ended.CRASH, f"signal {SIGRTMIN + 3}"),
    "kill-supervisor": (Ended.LOST, "supervisor"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_ends_as_its_row(server: ForkServer, fault: str, tmp_path: Path) -> None:
    ended, message = FAULTS[fault]
    record = made(server, task(fault, pids=str(tmp_path / "pids")))
    assert record.ended is ended, record.message
    assert message in record.message
    assert (record.said, record.count) == ((Said.COUNT, 4) if fault == "none" else (Said.UNKNOWN, record.count))
    assert fault != "segfault" or "faulty_backend.py" in record.log  # where it crashed
    assert made(server, task("none")).count == 4, "the next run is not disturbed"


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["allocate", "slowly-allocate", "memfd", "many-memfds"])
def test_memory_limit_is_kept_to_a_tenth(server: ForkServer, fault: str) -> None:
    record = made(server, task(fault, limits=Limits(30.0, None, 500 * MIB)))
    assert record.ended is Ended.MEMORY
    assert record.memory is not None
    assert 0.9 * 500 * MIB < record.memory < 1.1 * 500 * MIB


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["sleep", "oversleep", "deaf", "spin", "daemon"])
def test_time_limit_is_kept_to_a_second(server: ForkServer, fault: str, tmp_path: Path) -> None:
    started = monotonic()
    with within(2.0):
        record = made(server, task(fault, limits=Limits(seconds=1.0), pids=str(tmp_path / "pids")))
        assert monotonic() - started > 1.0
    assert (record.ended, record.said) == (Ended.KILLED, Said.UNKNOWN)


def test_backend_that_keeps_its_limit_is_not_killed(server: ForkServer) -> None:
    big = placement(QUEEN, Board(20), count=20)
    record = with_time_enough(
        lambda seconds: made(server, task("none", problem=big, limits=Limits(seconds=seconds))),
        lambda found: found.ended is not Ended.KILLED,  # on a busy machine it is late by more than it is granted
        1.0,
    )
    assert record.ended is Ended.TIME
    assert record.said in (Said.PARTIAL_COUNT, Said.UNKNOWN)
    assert not record.complete


def test_processor_time_is_limited(server: ForkServer) -> None:
    record = made(server, task("spin", limits=Limits(cpu_seconds=0.5)))
    assert (record.ended, record.message) == (Ended.KILLED, "the limit of processor time")
    assert record.cpu is not None
    assert 0.4 < record.cpu < 1.5


def test_solutions_found_before_a_kill_are_kept(server: ForkServer) -> None:
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
@pytest.mark.parametrize("fault", ["grandchild", "daemon", "kill-supervisor"])
def test_no_grandchild_outlives_its_run(server: ForkServer, fault: str, tmp_path: Path) -> None:
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
def test_no_process_outlives_a_run_that_kills_its_watchers(server: ForkServer, tmp_path: Path) -> None:
    """Neither what it started, in an empty environment, nor what it forked, nor the run: they wear its mark."""
    notes = tmp_path / "pids"
    record = made(server, task("kill-all", limits=Limits(seconds=20.0), pids=str(notes)))
    assert (record.ended, record.message) == (Ended.LOST, "the supervisor of this run is gone")
    left = list(map(int, notes.read_text().split()))
    assert len(left) == 3
    assert not any(map(alive, left)), "at once, not only at the campaign's end"
    assert made(server, task("none")).count == 4, "the next run gets a fork server of its own"


@pytest.mark.slow
def test_fork_server_that_does_not_start_loses_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    own = ForkServer(faulty())
    assert made(own, task("none")).ended is Ended.OK
    with monkeypatch.context() as changed:
        changed.setattr(host, "START", "raise SystemExit('not today')")
        assert own._process is not None
        own._process.kill()
        own._process.wait()
        record = made(own, task("none"))
        assert (record.ended, record.message) == (Ended.LOST, host.NO_FORK_SERVER)
        first = ForkServer(faulty())
        with pytest.raises(BadInput, match="the process for backend faulty does not start: not today"):
            made(first, task("none"))
        first.close()
    assert made(own, task("none")).ended is Ended.OK
    own.close()


def _is_stopped(process: "subprocess.Popen[bytes] | None") -> bool:
    assert process is not None
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


@pytest.mark.slow
def test_stopped_fork_server_loses_no_other_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The patience with a fork server is at its end as soon as it is stopped, and never before: no clock decides."""
    own, wait = ForkServer(faulty()), host._wait_readable

    def wait_for_sign(link: socket.socket, stop: socket.socket | None, seconds: float) -> list[socket.socket]:
        while not (readable := wait(link, stop, 0.01)) and not (seconds <= host.SIGN and _is_stopped(own._process)):
            pass
        return readable

    monkeypatch.setattr(host, "_wait_readable", wait_for_sign)
    assert made(own, task("stop-server")).ended is Ended.OK
    stopped = own._process
    assert _is_stopped(stopped)
    assert made(own, task("none")).count == 4
    assert stopped is not None
    assert stopped is not own._process
    assert stopped.poll() == -SIGKILL
    monkeypatch.setattr(host, "_wait_readable", lambda link, *_: [link] if link is own._control else [])
    record = made(own, task("none"))
    assert (record.ended, record.message) == (Ended.LOST, host.NO_SIGN)
    own.close()


def test_long_output_is_cut(server: ForkServer) -> None:
    record = made(server, task("print"))
    assert (record.ended, record.count) == (Ended.OK, 4)
    assert record.log.startswith("[100,000,013 bytes printed]\n")
    assert record.log.endswith("the last line")
    assert len(record.log) < 5000


@pytest.mark.slow
def test_closed_fork_server_leaves_no_process(server: ForkServer) -> None:
    own = ForkServer(faulty())
    made(own, task("none"))
    process = own._process
    assert process is not None
    own.close()
    assert not alive(process.pid)
    assert not descendants(process.pid)
