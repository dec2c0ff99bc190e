"""Processes that end with this one: started with a line to each, their ends explained, killed with what they started.

A `BackendProcess` does what it is asked, one call after the other: two libraries with the same symbols, such as highspy
and OR-Tools, cannot be loaded into one process; and what a library prints, or how it dies, does not reach the caller.
"""

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from time import sleep
from typing import BinaryIO

from rookery.core.deadline import Deadline
from rookery.core.runtime import import_path, interpreter_command

PDEATHSIG = 1


def process_command(parent: int, at: int, module: str) -> list[str]:
    """Command that runs a module's `main`: our interpreter with our import path, independent of the running script."""
    imported = f"from {module} import main"
    return interpreter_command(f"import sys; sys.path[:] = {import_path()!r}; {imported}; main({parent}, {at})")


GRACE = 0.4
MAX_READ = 4096  # bytes of what a process printed that are read again
MAX_MESSAGE = 200  # characters of its last line that are shown


@dataclass
class WorkerProcess:
    """A process, the line to it, its output, and the thread that talks with it.

    The line is a separate socket: code that prints in a new interpreter, before any code of ours is reached, has
    standard output and error for itself.
    """

    process: "subprocess.Popen[bytes]"
    line: socket.socket
    printed: BinaryIO
    thread: Thread | None = None


def launch(module: str) -> WorkerProcess:
    """A process that runs a module's `main`, with a line to it; all else that it says goes to a file without a name."""
    ours, theirs = socket.socketpair()
    printed = tempfile.TemporaryFile()  # noqa: SIM115 - the process has it as long as it lives
    try:
        with theirs:
            at = theirs.fileno()
            process = subprocess.Popen(
                process_command(os.getpid(), at, module),
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=printed,
                pass_fds=[at],
                start_new_session=True,
            )
    except BaseException:
        ours.close()
        printed.close()
        raise
    return WorkerProcess(process, ours, printed)


def hang_up(processes: Sequence[WorkerProcess]) -> None:
    """End the line to each process that has died: its end is not heard otherwise. What it said before is still read."""
    for each in processes:
        if _has_ended(each):
            with suppress(OSError):
                each.line.shutdown(socket.SHUT_RD)


def _has_ended(worker: WorkerProcess) -> bool:
    """Return whether a process is gone; the rest of its group ends at once, while the number is still its own."""
    if worker.process.returncode is not None:
        return True
    if worker.process.poll() is None:
        return False
    _kill_group(worker)
    return True


def _kill_group(worker: WorkerProcess) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(worker.process.pid, signal.SIGKILL)


def explain_silence(worker: WorkerProcess, error: Exception) -> str:
    """Explain in one line why a process is silent: how it ended with its last output, or its own message."""
    patience = Deadline(GRACE)
    while not _has_ended(worker) and not patience.passed():
        sleep(GRACE / 20)
    if not _has_ended(worker):
        _kill(worker)
        return f"what it says cannot be read: {type(error).__name__}: {' '.join(str(error).split())}"[:MAX_MESSAGE]
    return ": ".join(filter(None, (f"its process ended with {worker.process.returncode}", _last_line(worker.printed))))


def _last_line(printed: BinaryIO) -> str:
    printed.seek(max(0, printed.seek(0, os.SEEK_END) - MAX_READ))
    lines = printed.read().decode(errors="replace").splitlines()
    return next((line[:MAX_MESSAGE] for line in map(str.strip, reversed(lines)) if line), "")


def _kill(worker: WorkerProcess) -> None:
    """Kill a process with its children, and wait until it is gone."""
    if not _has_ended(worker):
        _kill_group(worker)
        worker.process.kill()
        worker.process.wait()


def stop(worker: WorkerProcess) -> None:
    """End a process, and wait until process and thread are gone."""
    _kill(worker)
    with suppress(OSError):
        worker.line.shutdown(socket.SHUT_RDWR)  # wakes the thread
    if worker.thread is not None and worker.thread.ident is not None:
        worker.thread.join()
    worker.line.close()
    worker.printed.close()
