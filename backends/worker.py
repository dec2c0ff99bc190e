"""Functions in an interpreter of their own, which may print, crash or be killed without harm to the caller.

`multiprocessing` would run the user's script again unless that guards its calls by `if __name__ == "__main__"`.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, TypeVar

from rookery.core.errors import RookeryError
from rookery.core.files import Closing
from rookery.core.runtime import die_with_parent, import_path, interpreter_command

T = TypeVar("T")
HELLO = b"rookery worker\n"  # messages begin after this line; an interpreter may print something before it
MAX_READ, MAX_MESSAGE = 4096, 200  # bytes of what a process printed that are read, characters of its last line
GRACE = 1.0  # seconds for a process that has closed its output to end


class WorkerLost(RookeryError):
    """A process ended before the function that it was called for."""


class Worker(Closing):
    """A process that calls functions, one after the other; it starts with the first call. Use it in a `with` block.

    Functions, arguments and results are sent as pickles. A call raises the `RookeryError` that the function raises,
    with any other error turned into one, and `WorkerLost` if the process ends first; the next call starts another
    process. The thread of the first call has to outlive the worker: on Linux the process ends with that thread.

    Args:
        nice: What the process gives up of its priority, as `os.nice` takes it.
        shown: Whether the output of the process goes to standard error; if not, its last line is kept for `WorkerLost`.
    """

    def __init__(self, nice: int = 0, shown: bool = False) -> None:
        self._nice, self._shown = nice, shown
        self._process: _Process | None = None
        self._is_killed = False

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Return what a function returns there."""
        (result,) = self.stream(_call_once, function, *arguments)
        return result  # type: ignore[no-any-return]

    def stream(self, function: Callable[..., Iterable[T]], *arguments: Any) -> Generator[T, None, None]:
        """Yield what a function yields there; to leave the iterator early ends the process."""
        process = self._process = self._process or _Process(self._nice, self._shown)
        if self._is_killed:  # perhaps before there was a process
            self.close()
            raise WorkerLost("its process was killed")
        try:
            process.send((function, arguments))
            while (said := process.receive())[0] == "item":
                yield said[1]
        except BaseException:
            self.close()
            raise
        if said[0] == "error":
            raise said[1]

    def kill(self) -> None:
        """End the process for good; other threads may call this, so that the call that goes on raises `WorkerLost`."""
        self._is_killed = True
        if (process := self._process) is not None:
            process.popen.kill()

    def close(self) -> None:
        """End the process and wait until it is gone."""
        process, self._process = self._process, None
        if process is not None:
            process.close()


class _Process:
    """A process with its pipes."""

    def __init__(self, nice: int, shown: bool) -> None:
        from tempfile import TemporaryFile  # with bz2 and lzma it takes 2 ms, and few questions need a worker

        serve = f"from rookery.backends.worker import serve; serve({os.getpid()}, {nice})"
        self._printed = TemporaryFile()  # noqa: SIM115 - open as long as the process
        self.popen = subprocess.Popen(
            interpreter_command(f"import sys; sys.path[:] = {import_path()!r}; {serve}"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if shown else self._printed,
            process_group=0,  # Ctrl-C is for the caller; a new session would be given as much of a core, nice or not
        )
        self._input: IO[bytes] = self.popen.stdin  # type: ignore[assignment]  # they are pipes
        self._output: IO[bytes] = self.popen.stdout  # type: ignore[assignment]
        self._greeted = False

    def send(self, job: tuple[Callable[..., Any], tuple[Any, ...]]) -> None:
        pickled = pickle.dumps(job, pickle.HIGHEST_PROTOCOL)
        with suppress(BrokenPipeError):  # `receive` says how the process ended
            self._input.write(pickled)
            self._input.flush()

    def receive(self) -> tuple[str, Any]:
        """Return the next message: an item, an error or the end; raises `WorkerLost`."""
        while not self._greeted and (line := self._output.readline()):
            self._greeted = line.endswith(HELLO)
        try:
            return pickle.load(self._output)  # type: ignore[no-any-return]
        except (EOFError, pickle.UnpicklingError):
            raise WorkerLost(self._explain_end()) from None

    def close(self) -> None:
        self.popen.kill()
        self.popen.wait()
        for file in (self._input, self._output, self._printed):
            with suppress(BrokenPipeError):
                file.close()

    def _explain_end(self) -> str:
        """Say how the process ended, with the last line that it printed."""
        try:
            ended = f"its process ended with {self.popen.wait(GRACE)}"
        except subprocess.TimeoutExpired:
            ended = "its process closed its output"
        self._printed.seek(max(0, self._printed.seek(0, os.SEEK_END) - MAX_READ))
        lines = self._printed.read().decode(errors="replace").splitlines()
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{ended}: {last[:MAX_MESSAGE]}" if last else ended


def _call_once(function: Callable[..., T], *arguments: Any) -> Iterator[T]:
    yield function(*arguments)


def serve(parent: int, nice: int) -> None:
    """Read calls from standard input and write what they yield to standard output: the loop of the child process."""
    die_with_parent(parent)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is not taken for a message
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    output.write(HELLO)
    jobs = SimpleQueue[tuple[Callable[..., Iterable[Any]], tuple[Any, ...]]]()
    Thread(target=_read_jobs, args=(jobs,), daemon=True).start()

    def send(kind: str, value: Any = None) -> None:
        output.write(pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL))
        output.flush()

    while True:
        function, arguments = jobs.get()
        try:
            for item in function(*arguments):
                send("item", item)
        except RookeryError as error:
            send("error", error)
        except Exception as error:
            send("error", RookeryError(f"{type(error).__name__}: {error}"))
        else:
            send("end")


def _read_jobs(jobs: "SimpleQueue[Any]") -> None:
    """Put jobs into a queue; end this process at once when the parent closes the pipe or is gone."""
    while True:
        try:
            jobs.put(pickle.load(sys.stdin.buffer))
        except Exception as error:
            if not isinstance(error, EOFError):
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)
