"""The process that makes the runs of one backend, one at a time: it forks each run, enforces its limits, and reports.

It loads the library of the backend once. The harness writes a task as a line of JSON to standard input, and reads the
report as a line of JSON from standard output. When standard input ends, the present run is killed and the process ends.
"""

import gc
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from math import inf
from pathlib import Path
from time import monotonic, sleep
from typing import Any, BinaryIO

import msgspec

from rookery.compare.child import run_child
from rookery.compare.client import LAST_WORDS, Hello, Report, grace
from rookery.compare.record import Limits, Task
from rookery.core.runtime import set_process_option

LINUX = sys.platform == "linux"
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
LOOK = 0.05  # seconds between two looks at a run
SOONEST, FASTEST = 0.002, 4e9  # near its memory limit a run is looked at sooner: it may touch so many bytes a second
MAX_ANSWER, MAX_LOG, CHUNK = 64 << 20, 4096, 1 << 16
WARM_UP = 5.0  # seconds for the samples together


def main() -> None:
    """Serve standard input until it ends."""
    lines, reports = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what libraries print is no report
    hello = msgspec.json.decode(lines.readline(), type=Hello)
    sys.path[:] = hello.path
    set_process_option(SUBREAPER, 1)  # orphans of a run become children of this process, which kills them
    _write(reports, Report(preloaded=_warm_up(hello, lines, reports)))
    while line := lines.readline():
        report = WatchedRun(line, lines, reports).watch()
        if report is None:
            break
        _write(reports, report)
    os._exit(0)


def _write(handle: int, report: Report) -> None:
    with suppress(BrokenPipeError), os.fdopen(os.dup(handle), "wb") as file:
        file.write(msgspec.json.encode(report) + b"\n")


def _warm_up(hello: Hello, lines: BinaryIO, reports: int) -> float:
    """Make runs of the samples, unmeasured, and import here what they have imported; return the seconds.

    Nothing is solved in this process: one with threads does not fork well. A library that crashes ends its run alone.
    """
    started = monotonic()
    for sample in hello.samples:
        if monotonic() - started < WARM_UP:
            seconds = min(sample.limits.seconds or WARM_UP, WARM_UP)
            limited = msgspec.structs.replace(sample, limits=Limits(seconds, None, sample.limits.memory))
            report = WatchedRun(msgspec.json.encode(limited), lines, reports).watch()
            with suppress(msgspec.MsgspecError):
                for module in msgspec.json.decode(report.said if report else "{}", type=Imported).modules:
                    with suppress(Exception):
                        import_module(module)
    gc.collect()
    gc.freeze()  # what the runs inherit is not touched by their collections, and so not copied
    return monotonic() - started


class Imported(msgspec.Struct):
    """The modules that a run has imported, as its last message says."""

    modules: list[str] = []


class WatchedRun:
    """One run, from its fork to its report."""

    def __init__(self, line: bytes, lines: BinaryIO, reports: int) -> None:
        self.limits = msgspec.json.decode(line, type=Task).limits
        self.lines = lines
        self.stopped, self.asked = "", 0.0  # why it was ended from outside, and when it was asked to end
        self.peak, self.cpu, self.printed = 0, 0.0, 0
        self.log, self.said, self.open = b"", b"", b""  # of `said` the last whole line is kept
        (self.answers, answers), (self.prints, prints) = os.pipe(), os.pipe()
        self.started, self.before = monotonic(), os.times()
        parent = os.getpid()
        self.pid = os.fork()
        if not self.pid:
            os.close(reports)
            run_child(line, parent, answers, prints)
        os.close(answers)
        os.close(prints)

    def watch(self) -> Report | None:
        """Watch the run to its end, and return the report; None if standard input ends first."""
        exited = os.pidfd_open(self.pid) if hasattr(os, "pidfd_open") else -1
        watched = {self.answers, self.prints, self.lines.fileno(), exited} - {-1}
        pause, status, most, wanted = LOOK, None, 0, True
        while wanted and status is None:
            for handle in select.select(watched, [], [], pause)[0]:
                if handle == self.lines.fileno():
                    wanted = False
                elif handle != exited and not self._read(handle):
                    watched.remove(handle)
            for pid, ended, spent in _reap():
                if pid == self.pid:
                    status, most = ended, spent.ru_maxrss * (1024 if LINUX else 1)
            pause = self._enforce_limits() if status is None else LOOK
        wall = monotonic() - self.started
        if not wanted:
            _kill(self.pid, signal.SIGKILL)
        _kill_all_below(os.getpid())
        for handle in (self.answers, self.prints):
            os.set_blocking(handle, False)
            with suppress(BlockingIOError):
                while self._read(handle):
                    pass
        for handle in {self.answers, self.prints, exited} - {-1}:
            os.close(handle)
        if not wanted:
            return None
        after = os.times()
        cpu = after.children_user + after.children_system - self.before.children_user - self.before.children_system
        return Report(
            status=status,
            stopped=self.stopped,
            wall=wall,
            cpu=max(cpu, self.cpu),
            memory=max(self.peak, most),
            printed=self.printed,
            log=self.log.decode(errors="replace"),
            said=self.said.decode(errors="replace"),
        )

    def _read(self, handle: int) -> bool:
        """Take what a pipe of the run holds; return False at its end."""
        chunk = os.read(handle, CHUNK)
        if handle == self.prints:
            self.printed, self.log = self.printed + len(chunk), (self.log + chunk)[-MAX_LOG:]
        else:
            *whole, self.open = (self.open + chunk).split(b"\n")
            self.said = whole[-1] if whole else self.said
            if len(self.open) > MAX_ANSWER:  # no answer is so long
                self.open = b""
        return bool(chunk)

    def _enforce_limits(self) -> float:
        """Look at the run, end it if a limit is passed, and return the seconds until the next look.

        A run is asked to end by SIGTERM and then has time for last words; one that takes too much memory has none.
        """
        memory, self.cpu = _measure([self.pid, *descendants(self.pid)])
        self.peak = max(self.peak, memory)
        limits, elapsed = self.limits, monotonic() - self.started
        room = LOOK if limits.memory is None else (limits.memory - memory) / FASTEST
        end = inf if limits.seconds is None else limits.seconds + grace(limits.seconds)
        if self.asked:
            end = self.asked + LAST_WORDS
        if room < 0 or (self.asked and elapsed > end):
            self.stopped = "memory" if room < 0 else self.stopped
            for pid in (self.pid, *descendants(self.pid)):
                _kill(pid, signal.SIGKILL)
        elif elapsed > end or (not self.asked and limits.cpu_seconds is not None and self.cpu > limits.cpu_seconds):
            self.stopped, self.asked = "time" if elapsed > end else "processor", elapsed
            _kill(self.pid, signal.SIGTERM)
            end = elapsed + LAST_WORDS
        return max(SOONEST, min(LOOK, room, end - elapsed))


def descendants(root: int) -> list[int]:
    """Return all processes below one, as far as they can be seen."""
    found, todo = list[int](), [root]
    while todo:
        pid = todo.pop()
        with suppress(OSError, ValueError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                below = list(map(int, Path(f"/proc/{pid}/task/{thread}/children").read_text().split()))
                found += below
                todo += below
    return found


def _measure(pids: list[int]) -> tuple[int, float]:
    """Return resident bytes and processor seconds; bytes that several processes share are counted once."""
    memory, cpu, page, tick = 0, 0.0, os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            if len(pids) > 1:  # exact, but slow
                memory += int(Path(f"/proc/{pid}/smaps_rollup").read_text().split("\nPss:")[1].split()[0]) * 1024
            else:
                memory += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page
            cpu += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15])) / tick
    return memory, cpu


def _kill(pid: int, number: int) -> None:
    """Send a signal to a process and its group; one that is gone is no error."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _kill_all_below(root: int) -> None:
    """Kill and reap all descendants of this process, until there are none."""
    deadline = monotonic() + 2.0
    while (left := descendants(root)) and monotonic() < deadline:
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        list(_reap())
        sleep(0.001)


def _reap() -> Iterator[tuple[int, int, Any]]:
    """Yield the children that have ended, each with its wait status and what it used."""
    with suppress(ChildProcessError):
        while (ended := os.wait4(-1, os.WNOHANG))[0]:
            yield ended
