"""The harness's side of isolation: fork servers, and the reports of the runs made in them."""

import select
import socket
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import IO, Any

from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.campaign import Task
from rookery.compare.runs.isolation import processes
from rookery.compare.runs.isolation.supervisor import LAST_WORDS, grace
from rookery.compare.runs.isolation.wire import Message, receive, send
from rookery.core.runtime import import_path, interpreter_command
from rookery.models import BadInput

START = "from rookery.compare.runs.isolation.forkserver import main; main()"
PRELOADING = 120.0
MAX_OF_ALL = 1 << 62  # of seconds and of bytes: what a store and a report can hold
SIGN = 10.0  # in which a supervisor says that it is there; then its fork server is stuck, or a run has stopped it
MARGIN = 15.0  # a supervisor that has not reported so long after the last limit is lost itself


@dataclass(frozen=True)
class Report:
    """The outcome of one run, measured from outside; `said` is its last message, and not to be trusted."""

    status: int | None = None
    stopped: str = ""
    wall: float | None = None
    cpu: float | None = None
    memory: int | None = None
    left: int = 0
    printed: int = 0
    log: str = ""
    rubbish: bool = False
    said: Message = field(default_factory=dict)
    preloaded: float | None = None


KINDS: dict[str, Any] = {
    "status": int | None,
    "stopped": str,
    "wall": int | float,
    "cpu": int | float,
    "memory": int,
    "left": int,
    "printed": int,
    "log": str,
    "rubbish": bool,
    "said": dict,
}
NO_FORK_SERVER = "the process that starts runs ended, and so did its replacement"
NO_SIGN = "the process that starts runs gave no sign, and neither did its replacement"
NONSENSE = "the supervisor of this run reported nonsense"


def report_of(message: Message, preloaded: float | None) -> Report:
    """The report that a supervisor sent; one that a run has forged or damaged says nothing."""
    known = message.keys() == KINDS.keys() and all(isinstance(message[name], kind) for name, kind in KINDS.items())
    amounts = [message[name] for name in ("wall", "cpu", "memory", "printed")] if known else [-1]
    if min(amounts) < 0 or max(amounts) >= MAX_OF_ALL:
        return Report(log=NONSENSE)
    return Report(**message, preloaded=preloaded)


class Cancelled(Exception):
    """A run was given up before it ended."""


class ForkServer:
    """A process that has loaded one backend, from which its runs are forked; safe to use from several threads.

    `samples` are tasks like those to come: what only some programs need, such as kernels, is made ready for them.
    """

    def __init__(self, entrant: BackendRef, samples: Iterable[Task] = ()) -> None:
        self.backend = entrant
        self._samples = [task.as_plain() for task in samples]
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._preload = True
        self._has_started = False
        self.preloaded: float | None = None

    def run(self, task: Task, stop: socket.socket | None = None) -> Report:
        """Make a run and wait for its report; raises `Cancelled` when `stop` becomes readable first.

        A supervisor that reports has left no process behind; without a report, all processes with the run's mark are
        killed here.
        """
        mark, report = processes.new_mark(), Report()
        try:
            report = self._run_marked(task, mark, stop)
        finally:
            if report.wall is None:
                processes.end_all_marked(mark)
        return report

    def _run_marked(self, task: Task, mark: int, stop: socket.socket | None) -> Report:
        for _ in range(2):
            ours, theirs = socket.socketpair()
            with ours:
                with theirs:
                    server = self._pass_link(theirs, stop)
                if server is None:
                    return Report(log=NO_FORK_SERVER)
                with suppress(OSError):
                    send(ours, task.as_plain() | {"keep": task.keep, "mark": mark})
                report = self._await_report(ours, stop, _patience(task))
            if report is not None:
                return report
            # End a fork server that has not begun a run; what runs below it goes on, and the next run starts another
            with self._lock:
                if self._process is server:  # no other thread has ended it meanwhile
                    self._stop()
        return Report(log=NO_SIGN)

    def _pass_link(self, link: socket.socket, stop: socket.socket | None) -> "subprocess.Popen[bytes] | None":
        """Give the fork server one end of a run's link; None if neither it nor a successor can take it."""
        with self._lock:
            for _ in range(2):
                if not self._there(stop):
                    return None
                try:
                    socket.send_fds(self._control, [b"r"], [link.fileno()])
                    return self._process
                except OSError:
                    self._stop()
            return None

    def _there(self, stop: socket.socket | None) -> bool:
        """Start the process if it is not there; return whether it is. One that started before may be lost to a run."""
        if self._process is not None and self._process.poll() is None:
            return True
        self._stop()
        try:
            self._start(stop)
        except BadInput:
            if self._has_started:
                return False
            raise
        self._has_started = True
        return True

    def _start(self, stop: socket.socket | None) -> None:
        """Start the process; one whose library ends or hangs it on loading is started again without."""
        for preload in (True, False) if self._preload else (False,):
            self._preload = preload
            if self._errors:
                self._errors.close()
            self._control, theirs = socket.socketpair()
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (it lives as long as the process)
            with theirs:
                self._process = subprocess.Popen(
                    interpreter_command(START, str(theirs.fileno())),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self._errors,
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,
                )
            backend = {"backend": self.backend.name, "use": self.backend.use}
            hello = backend | {"path": import_path(), "preload": self._preload, "samples": self._samples}
            with suppress(OSError):  # one that has ended already is noticed by its silence
                send(self._control, hello)
            readable = _wait_readable(self._control, stop, PRELOADING)
            ready = _receive(self._control) if self._control in readable else None
            if ready is not None:
                preloaded = ready.get("preloaded")
                self.preloaded = preloaded if isinstance(preloaded, float) else None
                return
            self._stop()
            if stop in readable:
                raise Cancelled
        raise BadInput(f"the process for backend {self.backend.name} does not start: {self._complaint()}")

    def _complaint(self) -> str:
        """The last line that the process wrote before it ended."""
        lines: list[str] = []
        with suppress(OSError, ValueError):
            if self._errors:
                self._errors.seek(0)
                lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "no word"

    def _await_report(self, link: socket.socket, stop: socket.socket | None, patience: float) -> Report | None:
        """The report of a run; None if the run never began."""
        begun, pid, deadline = False, None, monotonic() + patience
        sign_due = min(deadline, monotonic() + SIGN)
        while True:
            readable = _wait_readable(link, stop, max(0.0, (deadline if begun else sign_due) - monotonic()))
            if stop in readable:
                raise Cancelled
            message = _receive(link) if readable else None
            if message is None and not begun:
                return None
            if not readable:  # the supervisor is stuck or stopped; its run goes with it
                if isinstance(pid, int) and pid > 1:  # 0, 1 and negative numbers would mean others than one process
                    for each in [*processes.descendants(pid), pid]:
                        processes.end(each, 9)
                return Report(log="the supervisor of this run did not report in time")
            if message is None:
                return Report(log="the supervisor of this run is gone")
            if "wall" in message:
                return report_of(message, self.preloaded)
            begun, pid = True, message.get("pid")

    def _stop(self) -> None:
        if self._process is not None:
            self._control.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LAST_WORDS)
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """End the process; runs that still go on end with their links."""
        with self._lock:
            self._stop()
            if self._errors:
                self._errors.close()


def _wait_readable(link: socket.socket, stop: socket.socket | None, seconds: float) -> list[socket.socket]:
    """Wait until a link or a signal to stop can be read, and list the readable ones."""
    return select.select([link, stop] if stop else [link], [], [], seconds)[0]


def _receive(link: socket.socket) -> Message | None:
    """The next message; None if the sender is gone, or no message came in time."""
    try:
        return receive(link)
    except OSError:
        return None


def _patience(task: Task) -> float:
    seconds = task.limits.seconds
    return 1e9 if seconds is None else seconds + grace(seconds) + LAST_WORDS + MARGIN
