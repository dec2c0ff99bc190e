"""The processes of a race: started with a line to each, their ends told in a line, killed with what they started."""

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

from rookery.backends.contract.backend import Deadline
from rookery.backends.processes.competitor import command

GRACE = 0.4
KEPT, WIDEST = 4096, 200  # bytes of what a racer printed that are read again, characters of its last line that are told


@dataclass
class Racer:
    """A process, the line to it, what it prints, and the thread that talks with it.

    The line is a socket of its own: whatever may print in a new interpreter, before any code of ours is reached, has
    standard output and error for itself.
    """

    process: "subprocess.Popen[bytes]"
    line: socket.socket
    printed: BinaryIO
    thread: Thread | None = None


def launched() -> Racer:
    """A racer's process with a line to it; all else that it says goes to a file without a name."""
    ours, theirs = socket.socketpair()
    printed = tempfile.TemporaryFile()  # noqa: SIM115 - the racer has it as long as it lives
    try:
        with theirs:
            at = theirs.fileno()
            process = subprocess.Popen(
                command(os.getpid(), at),
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
    return Racer(process, ours, printed)


def hang_up(racers: Sequence[Racer]) -> None:
    """End the line to who has died, of whose end nothing is heard; what was said before is read all the same."""
    for racer in racers:
        if _ended(racer):
            with suppress(OSError):
                racer.line.shutdown(socket.SHUT_RD)


def _ended(racer: Racer) -> bool:
    """Whether a process is gone; what it leaves behind in its group goes at once, while the number is its own."""
    if racer.process.returncode is not None:
        return True
    if racer.process.poll() is None:
        return False
    _kill_group(racer)
    return True


def _kill_group(racer: Racer) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(racer.process.pid, signal.SIGKILL)


def why_silent(racer: Racer, error: Exception) -> str:
    """Why a racer says no more, in one line: how its process ended with what it printed last, or what it said."""
    patience = Deadline(GRACE)
    while not _ended(racer) and not patience.passed():
        sleep(GRACE / 20)
    if not _ended(racer):
        _kill(racer)
        return f"what it says cannot be read: {type(error).__name__}: {' '.join(str(error).split())}"[:WIDEST]
    return ": ".join(filter(None, (f"its process ended with {racer.process.returncode}", _last_line(racer.printed))))


def _last_line(printed: BinaryIO) -> str:
    printed.seek(max(0, printed.seek(0, os.SEEK_END) - KEPT))
    lines = printed.read().decode(errors="replace").splitlines()
    return next((line[:WIDEST] for line in map(str.strip, reversed(lines)) if line), "")


def _kill(racer: Racer) -> None:
    """Kill a racer with whatever it has started, and wait until its process is gone."""
    if not _ended(racer):
        _kill_group(racer)
        racer.process.kill()
        racer.process.wait()


def stop(racer: Racer) -> None:
    """End a racer, and wait until process and thread are gone."""
    _kill(racer)
    with suppress(OSError):
        racer.line.shutdown(socket.SHUT_RDWR)  # wakes the thread
    if racer.thread is not None and racer.thread.ident is not None:
        racer.thread.join()
    racer.line.close()
    racer.printed.close()
