"""Each fault that a backend can have ends as the right row, within its limits, with nobody left running."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from rookery_tests.isolated import MIB, alive, faulty, made, task

from rookery.compare.records.record import Ended, Limits, Said
from rookery.compare.runs.isolation.host import ForkServer
from rookery.compare.runs.isolation.processes import descendants
from rookery.models import Board, domination, placement
from rookery.models.pieces.standard import QUEEN, ROOK

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="limits from outside need /proc")


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    found = ForkServer(faulty(), [task("none"), task("none", "all")])
    yield found
    found.close()


FAULTS = {
    "none": (Ended.OK, ""),
    "wrong-solution": (Ended.INVALID, "the referee of chess refuses a placement: 2 of queen on the board, 6 wanted"),
    "duplicate": (Ended.INVALID, "a placement was given twice"),
    "raise": (Ended.EXCEPTION, "RuntimeError: told to raise"),
    "segfault": (Ended.CRASH, "killed by SIGSEGV"),
    "abort": (Ended.CRASH, "killed by SIGABRT"),
    "exit": (Ended.CRASH, "the process ended itself with exit code 7"),
    "exit0": (Ended.LOST, "the process ended without an answer"),
    "memory-error": (Ended.MEMORY, "MemoryError told to"),
    "allocate": (Ended.MEMORY, "more resident memory than the limit"),
    "slowly-allocate": (Ended.MEMORY, "more resident memory than the limit"),
    "rubbish": (Ended.LOST, "the process ended without an answer"),
    "forge": (Ended.LOST, "its answer cannot be read: solution \"['queen', inf, 0]\""),
    "nameless-signal": (Ended.CRASH, "killed by signal 40"),
    "half-character": (Ended.EXCEPTION, "ValueError: half ?"),
    "unsupported": (Ended.UNSUPPORTED, "told to refuse"),
    "give-up": (Ended.OK, ""),
    "kill-supervisor": (Ended.LOST, "the supervisor of this run is gone"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_ends_as_its_row(server: ForkServer, fault: str, tmp_path: Path) -> None:
    ended, message = FAULTS[fault]
    record = made(server, task(fault, pids=str(tmp_path / "pids")))
    assert (record.ended, record.message) == (ended, message)
    assert (record.said, record.count) == ((Said.COUNT, 4) if fault == "none" else (Said.UNKNOWN, record.count))
    assert made(server, task("none")).count == 4, "the next run is not disturbed"


def test_an_objective_that_a_process_forges_is_refused_outside_it(server: ForkServer) -> None:
    guards = domination(ROOK, Board(3))
    assert made(server, task("none", "one", guards)).objective == 3
    record = made(server, task("brag", "one", guards))
    assert (record.ended, record.objective) == (Ended.INVALID, 2)
    assert record.message == "the referee of chess counts an objective of 3, the answer says 2"


@pytest.mark.parametrize("fault", ["allocate", "slowly-allocate"])
def test_a_memory_limit_is_held_to_a_tenth(server: ForkServer, fault: str) -> None:
    record = made(server, task(fault, limits=Limits(30.0, None, 500 * MIB)))
    assert record.ended is Ended.MEMORY
    assert record.memory is not None
    assert 0.9 * 500 * MIB < record.memory < 1.1 * 500 * MIB


@pytest.mark.parametrize("fault", ["sleep", "oversleep", "deaf", "spin", "daemon"])
def test_a_time_limit_is_held_to_a_second(server: ForkServer, fault: str, tmp_path: Path) -> None:
    started = monotonic()
    record = made(server, task(fault, limits=Limits(seconds=2.0), pids=str(tmp_path / "pids")))
    assert 2.0 < monotonic() - started < 3.0
    assert (record.ended, record.said) == (Ended.KILLED, Said.UNKNOWN)
    assert record.message == "still running after its time limit"


def test_a_backend_that_keeps_its_limit_is_not_killed(server: ForkServer) -> None:
    big = placement(QUEEN, Board(20), count=20)
    record = made(server, task("none", problem=big, limits=Limits(seconds=1.0)))
    assert record.ended is Ended.TIME
    assert record.said in (Said.PARTIAL_COUNT, Said.UNKNOWN)
    assert not record.complete


def test_processor_time_is_limited(server: ForkServer) -> None:
    record = made(server, task("spin", limits=Limits(cpu_seconds=0.5)))
    assert (record.ended, record.message) == (Ended.KILLED, "the limit of processor time")
    assert record.cpu is not None
    assert 0.4 < record.cpu < 1.5


def test_what_was_found_before_the_kill_is_kept(server: ForkServer) -> None:
    record = made(server, task("sleep", "all", limits=Limits(seconds=1.0), after="2"))
    assert (record.ended, record.said) == (Ended.KILLED, Said.PARTIAL_COUNT)
    assert record.count is not None
    assert record.count >= 1
    assert len(record.solutions) == record.count
    assert record.first is not None


def test_a_partial_optimum_is_feasible_and_no_more(server: ForkServer) -> None:
    guards = domination(QUEEN, Board(5))
    record = made(server, task("sleep", "one", guards, Limits(seconds=1.5), after="1"))
    assert (record.ended, record.said, record.bound) == (Ended.KILLED, Said.FEASIBLE, None)
    assert record.objective == len(record.solutions[0]) >= 3


@pytest.mark.parametrize("fault", ["grandchild", "daemon", "kill-supervisor"])
def test_no_grandchild_outlives_its_run(server: ForkServer, fault: str, tmp_path: Path) -> None:
    notes = tmp_path / "pids"
    made(server, task(fault, limits=Limits(seconds=2.0), pids=str(notes)))
    (pid,) = map(int, notes.read_text().split())
    deadline = monotonic() + 3  # the orphan of a supervisor that was killed is swept up after a second
    while alive(pid) and monotonic() < deadline:
        sleep(0.05)
    assert not alive(pid)


def test_a_hundred_megabytes_of_print_are_cut(server: ForkServer) -> None:
    record = made(server, task("print"))
    assert (record.ended, record.count) == (Ended.OK, 4)
    assert record.log.startswith("[100,000,013 bytes printed]\n")
    assert record.log.endswith("the last line")
    assert len(record.log) < 5000


def test_a_crash_shows_where_in_its_log(server: ForkServer) -> None:
    assert "faulty_backend.py" in made(server, task("segfault")).log
    assert "told to raise" in made(server, task("raise")).log


def test_loading_is_done_beforehand_and_said(server: ForkServer) -> None:
    record = made(server, task("none"))
    assert record.preloaded is not None
    assert record.preloaded > record.times["load"]


def test_closing_a_fork_server_leaves_nobody(server: ForkServer) -> None:
    own = ForkServer(faulty())
    made(own, task("none"))
    process = own._process
    assert process is not None
    own.close()
    assert not alive(process.pid)
    assert not descendants(process.pid)
