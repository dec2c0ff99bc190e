"""The harness's side of isolation: starts the server of a backend, and asks it for runs."""

import os
import select
import socket
import subprocess
import tempfile
from collections.abc import Collection
from contextlib import suppress
from time import monotonic
from typing import Annotated

import msgspec

from rookery.compare.backends import BackendRef
from rookery.compare.environment import now
from rookery.compare.record import Amount, Size, Task
from rookery.core.files import Closing
from rookery.core.runtime import import_path, interpreter_command

START = "from rookery.compare.server import main; main()"
PRELOADING = 120.0  # seconds in which a library is loaded
LAST_WORDS = 0.5  # seconds from SIGTERM to SIGKILL
MARGIN = 15.0  # a server that has not reported so long after the last limit of a run is stuck or stopped
MAX_REPORT = 256 << 20


class Hello(msgspec.Struct):
    """The first line that a server reads: where it imports from, and tasks like those to come."""

    path: list[str]
    samples: list[Task]


class Report(msgspec.Struct, frozen=True):
    """The outcome of one run, measured from outside; `said` is its last message, and not to be trusted.

    The first report of a server has only the seconds in which it was `preloaded`.
    """

    status: int | None = None
    stopped: str = ""
    wall: Amount | None = None
    cpu: Amount | None = None
    memory: Size | None = None
    printed: Size = 0
    log: Annotated[str, msgspec.Meta(max_length=1 << 16)] = ""
    said: str = ""
    preloaded: Amount | None = None
    started: str = ""  # ISO 8601, UTC


def grace(seconds: float) -> float:
    """Return the seconds between a backend's own limit and its end by force: it may be decoding its result."""
    return min(2.0, 0.25 + 0.05 * seconds)


class Cancelled(Exception):
    """A run was given up before it ended."""


class Client(Closing):
    """The server of one backend, which makes one run at a time; `samples` are tasks like those to come.

    A server that ends or is stuck loses its present run, and the next run starts another one.
    """

    def __init__(self, backend: BackendRef, samples: Collection[Task] = (), stop: socket.socket | None = None) -> None:
        self.backend, self._samples, self._stop = backend, list(samples), stop
        self._preloaded: float | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, task: Task) -> Report:
        """Make a run and wait for its report; raises `Cancelled` when `stop` becomes readable first."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            if complaint := self._start():
                return Report(log=complaint, started=now())
        seconds, started = task.limits.seconds, now()
        line = self._ask(task, 1e9 if seconds is None else seconds + grace(seconds) + LAST_WORDS + MARGIN)
        if not line:
            self.close()
            why = "is gone" if line == b"" else "did not report in time"
            return Report(log=f"the server of this run {why}", started=started)
        try:
            report = msgspec.json.decode(line, type=Report)
        except msgspec.MsgspecError:
            self.close()
            return Report(log="the server of this run reported nonsense", started=started)
        return msgspec.structs.replace(report, preloaded=self._preloaded, started=started)

    def _start(self) -> str:
        """Start the server, and let it make the samples; return why it does not start."""
        with tempfile.TemporaryFile() as errors:
            self._process = subprocess.Popen(
                interpreter_command(START),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
                start_new_session=True,
            )
            line = self._ask(Hello(import_path(), self._samples), PRELOADING)
            if line:
                self._preloaded = msgspec.json.decode(line, type=Report).preloaded
                return ""
            self.close()
            errors.seek(0)
            lines = errors.read().decode(errors="replace").strip().splitlines()
        return f"the server of backend {self.backend.name} does not start: {lines[-1] if lines else 'no word'}"

    def _ask(self, message: msgspec.Struct, seconds: float) -> bytes | None:
        """Send a line, and return the line that comes back: empty if the server is gone, None if none comes in time."""
        process, line, deadline = self._process, bytearray(), monotonic() + seconds
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):  # a server that is gone is noticed by its silence
            left = memoryview(msgspec.json.encode(message) + b"\n")
            while left:
                left = left[process.stdin.write(left) :]
        links = [process.stdout.fileno()] + ([self._stop.fileno()] if self._stop else [])
        while not line.endswith(b"\n") and len(line) <= MAX_REPORT:
            readable = select.select(links, [], [], max(0.0, deadline - monotonic()))[0]
            if self._stop and self._stop.fileno() in readable:
                raise Cancelled
            if not readable:
                return None
            chunk = os.read(process.stdout.fileno(), 1 << 16)
            line += chunk
            if not chunk:
                return b""
        return bytes(line)

    def close(self) -> None:
        """End the server and its present run."""
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                pipe.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LAST_WORDS)
            self._process.kill()
            self._process.wait()
            self._process = None


def make_run(task: Task) -> Report:
    """Make a run in a server of its own; a pure function, for an executor on any machine."""
    with Client(BackendRef(task.backend, task.use), [task]) as client:
        return client.run(task)
