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
from rookery.backends.processes.competitor import competitor_command

COMPETITOR = competitor_command.__module__
GRACE = 0.4
KEPT, WIDEST = (
    4096,
    200,
)  # bytes of what a competitor printed that are read again, characters of its last line that are told


@dataclass
class CompetitorProcess:
    """A process, the line to it, what it prints, and the thread that talks with it.

    The line is a socket of its own: whatever may print in a new interpreter, before any code of ours is reached, has
    standard output and error for itself.
    """

    process: "subprocess.Popen[bytes]"
    line: socket.socket
    printed: BinaryIO
    thread: Thread | None = None


def launch(module: str = COMPETITOR) -> CompetitorProcess:
    """A process that runs a module's `main`, with a line to it; all else that it says goes to a file without a name."""
    ours, theirs = socket.socketpair()
    printed = tempfile.TemporaryFile()  # noqa: SIM115 - the competitor has it as long as it lives
    try:
        with theirs:
            at = theirs.fileno()
            process = subprocess.Popen(
                competitor_command(os.getpid(), at, module),
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
    return CompetitorProcess(process, ours, printed)


def hang_up(competitors: Sequence[CompetitorProcess]) -> None:
    """End the line to who has died, of whose end nothing is heard; what was said before is read all the same."""
    for competitor in competitors:
        if _has_ended(competitor):
            with suppress(OSError):
                competitor.line.shutdown(socket.SHUT_RD)


def _has_ended(competitor: CompetitorProcess) -> bool:
    """Whether a process is gone; what it leaves behind in its group goes at once, while the number is its own."""
    if competitor.process.returncode is not None:
        return True
    if competitor.process.poll() is None:
        return False
    _kill_group(competitor)
    return True


def _kill_group(competitor: CompetitorProcess) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(competitor.process.pid, signal.SIGKILL)


def explain_silence(competitor: CompetitorProcess, error: Exception) -> str:
    """Why a competitor says no more, in one line: how its process ended with what it printed last, or what it said."""
    patience = Deadline(GRACE)
    while not _has_ended(competitor) and not patience.passed():
        sleep(GRACE / 20)
    if not _has_ended(competitor):
        _kill(competitor)
        return f"what it says cannot be read: {type(error).__name__}: {' '.join(str(error).split())}"[:WIDEST]
    return ": ".join(
        filter(None, (f"its process ended with {competitor.process.returncode}", _last_line(competitor.printed)))
    )


def _last_line(printed: BinaryIO) -> str:
    printed.seek(max(0, printed.seek(0, os.SEEK_END) - KEPT))
    lines = printed.read().decode(errors="replace").splitlines()
    return next((line[:WIDEST] for line in map(str.strip, reversed(lines)) if line), "")


def _kill(competitor: CompetitorProcess) -> None:
    """Kill a competitor with whatever it has started, and wait until its process is gone."""
    if not _has_ended(competitor):
        _kill_group(competitor)
        competitor.process.kill()
        competitor.process.wait()


def stop(competitor: CompetitorProcess) -> None:
    """End a competitor, and wait until process and thread are gone."""
    _kill(competitor)
    with suppress(OSError):
        competitor.line.shutdown(socket.SHUT_RDWR)  # wakes the thread
    if competitor.thread is not None and competitor.thread.ident is not None:
        competitor.thread.join()
    competitor.line.close()
    competitor.printed.close()
