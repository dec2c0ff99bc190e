"""The supervisor of one run: starts it, watches it from outside, ends it, and says what became of it."""

import os
import selectors
import signal
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from rookery.compare.records.record import Limits
from rookery.compare.runs.isolation import processes
from rookery.compare.runs.isolation.wire import Lines, Tail, receive, send

WATCH = 0.05  # seconds between two looks
FASTEST = 4e9  # bytes a second that a process may touch: near its limit it is looked at more often
SOONEST = 0.002
LAST_WORDS = 0.5  # seconds from SIGTERM to SIGKILL
CHUNK = 1 << 16


def grace(seconds: float) -> float:
    """The time between a backend's own limit and its end by force: it may be decoding its result."""
    return min(2.0, 0.25 + 0.05 * seconds)


def supervise(host: socket.socket) -> None:
    """Make the run that the host asks for, and report."""
    os.setsid()
    processes.adopt_orphans()
    task = receive(host)
    if task is None:
        return
    send(host, {"pid": os.getpid()})
    watch = WatchedRun(host, Limits(**task["limits"]))
    watch.start(task)
    if watch.watch_to_end():
        with suppress(OSError):
            send(host, watch.report())


@dataclass
class WatchedRun:
    """One run under watch."""

    host: socket.socket
    limits: Limits
    said: Lines = field(default_factory=Lines)
    log: Tail = field(default_factory=Tail)
    stopped: str = ""
    peak: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    status: int | None = None
    left: int = 0
    asked: float | None = None

    def start(self, task: dict[str, Any]) -> None:
        """Fork the run, with pipes for its answers and its output."""
        (self._answers, answers), (self._prints, prints) = os.pipe(), os.pipe()
        self.started, parent = monotonic(), os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            from rookery.compare.runs.isolation.child import run_child

            run_child(task, parent, answers, prints)  # never returns
        os.close(answers)
        os.close(prints)
        self._selector = selectors.DefaultSelector()
        for handle in (self._answers, self._prints, self.host.fileno()):
            self._selector.register(handle, selectors.EVENT_READ)
        self._exit = self._exit_handle()

    def _exit_handle(self) -> int | None:
        """A handle that becomes readable when the run ends, if the system has one; else its pipes show it."""
        with suppress(AttributeError, OSError):
            handle = os.pidfd_open(self._pid)
            self._selector.register(handle, selectors.EVENT_READ)
            return handle
        return None

    def watch_to_end(self) -> bool:
        """Watch until the run has ended and no process is left; False if the host has cancelled it."""
        wanted, pause = True, WATCH
        while wanted and self.status is None:
            for key, _ in self._selector.select(pause):
                wanted = wanted and self._read_handle(key.fd)
            pause = self._look()
        self.wall = monotonic() - self.started
        if not wanted:
            processes.end(self._pid, signal.SIGKILL)
        self.left = processes.end_all_below(os.getpid())
        # Read the rest of the pipes; no process that matters writes to them any more
        for handle, taker in ((self._answers, self.said), (self._prints, self.log)):
            os.set_blocking(handle, False)
            with suppress(BlockingIOError):
                while chunk := os.read(handle, CHUNK):
                    taker.feed(chunk)
        return wanted

    def _read_handle(self, handle: int) -> bool:
        """Take what is readable; false when the host is gone."""
        if handle == self.host.fileno():
            return False
        if handle != self._exit:
            chunk = os.read(handle, CHUNK)
            (self.said if handle == self._answers else self.log).feed(chunk)
            if not chunk:
                self._selector.unregister(handle)
        return True

    def _look(self) -> float:
        """Look at the run, enforce its limits, and say how soon to look again."""
        for pid, status in processes.reap():
            if pid == self._pid:
                self.status = status
        if self.status is not None:
            return 0.0
        now = processes.usage([self._pid, *processes.descendants(self._pid)])
        self.peak, self.cpu = max(self.peak, now.memory), max(self.cpu, now.cpu)
        limits, elapsed = self.limits, monotonic() - self.started
        if limits.memory is not None and now.memory > limits.memory:
            self.stopped = "memory"
            self._end_now()
        elif limits.seconds is not None and elapsed > limits.seconds + grace(limits.seconds):
            self._ask("time", elapsed)
        elif limits.cpu_seconds is not None and now.cpu > limits.cpu_seconds:
            self._ask("processor", elapsed)
        room = float("inf") if self.limits.memory is None else self.limits.memory - now.memory
        return max(SOONEST, min(WATCH, room / FASTEST, self._until_next()))

    def _ask(self, why: str, elapsed: float) -> None:
        """SIGTERM first, SIGKILL when that had its time."""
        self.stopped = self.stopped or why
        if self.asked is None:
            self.asked = elapsed
            processes.end(self._pid, signal.SIGTERM)
        elif elapsed - self.asked > LAST_WORDS:
            self._end_now()

    def _end_now(self) -> None:
        for pid in (self._pid, *processes.descendants(self._pid)):
            processes.end(pid, signal.SIGKILL)

    def _until_next(self) -> float:
        """Seconds until the clock alone gives something to do."""
        elapsed = monotonic() - self.started
        if self.asked is not None:
            return self.asked + LAST_WORDS - elapsed
        return (
            float("inf") if self.limits.seconds is None else self.limits.seconds + grace(self.limits.seconds) - elapsed
        )

    def report(self) -> dict[str, Any]:
        """The outcome of the run."""
        import resource

        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        unit = 1024 if processes.LINUX else 1
        return {
            "status": self.status,
            "stopped": self.stopped,
            "wall": self.wall,
            "cpu": spent.ru_utime + spent.ru_stime,
            "memory": max(self.peak, spent.ru_maxrss * unit),
            "left": self.left,
            "printed": self.log.printed,
            "log": str(self.log),
            "rubbish": self.said.rubbish,
            "said": self.said.latest,
        }
