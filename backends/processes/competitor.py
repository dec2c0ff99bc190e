"""One backend of a race, in a process of its own: a model comes in, solutions and the outcome go out as pickles."""

import ctypes
import os
import pickle
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BufferedIOBase
from threading import Thread
from typing import Any

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Solution, Solutions, Unsupported
from rookery.models import Model, RookeryError
from rookery.models.base.deadline import OutOfTime

PDEATHSIG = 1


@dataclass(frozen=True)
class Start:
    """What a racer is told: who it is, and what is asked; the deadline's clock is that of the machine."""

    name: str
    model: Model
    request: Request


@dataclass(frozen=True)
class Failure:
    """Why a racer is out; `refused` says that its backend cannot do what is asked."""

    message: str
    refused: bool = False


def main(parent: int, at: int) -> None:
    """Race on the line with file descriptor `at`, and end without waiting for any thread of a library."""
    _die_with(parent)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    line = socket.socket(fileno=at).makefile("rwb")
    os.set_inheritable(at, False)  # what is started here is no racer
    start: Start = pickle.load(line)
    Thread(target=_leave_with, args=(line,), daemon=True).start()
    with suppress(ConnectionError):
        _tell(line, _raced(start, line))
    os._exit(0)


def _die_with(parent: int) -> None:
    """Ask the system for SIGKILL when the parent goes: a solver may hold the interpreter for long."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _leave_with(line: BufferedIOBase) -> None:
    """Elsewhere the end of the line says that the parent has gone."""
    line.read()
    os._exit(1)


def _raced(start: Start, out: BufferedIOBase) -> Outcome | Failure:
    from rookery.backends.registry import backend

    try:
        runner = backend(start.name)
        runner.load()
        with start.request.deadline.held():
            program = runner.compile(start.model, start.request)
            runner.ready(program, start.request)
            stream = runner.run(program, start.request)
            return counted(stream, start.model) if start.request.want is Want.COUNT else _streamed(stream, out)
    except OutOfTime:
        return Outcome(proven=False, end=End.TIME)
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}", isinstance(error, Unsupported))


def _streamed(stream: Solutions, out: BufferedIOBase) -> Outcome:
    while True:
        try:
            _tell(out, next(stream))
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return outcome


def counted(stream: Solutions, model: Model) -> Outcome:
    """An outcome with its count; solutions that were listed for it are refereed here and go no further."""
    seen: set[Solution] = set()
    while True:
        try:
            chosen = next(stream)
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return outcome if outcome.count is not None else replace(outcome, count=len(seen))
        except KeyboardInterrupt:
            return Outcome(proven=False, end=End.INTERRUPTED, count=len(seen))
        if chosen in seen or not model.accepts(chosen):
            raise RookeryError(f"a solution that is none, or comes twice: {sorted(chosen)}")
        seen.add(chosen)


def _tell(out: BufferedIOBase, message: Any) -> None:
    pickle.dump(message, out, pickle.HIGHEST_PROTOCOL)
    out.flush()


def command(parent: int, at: int) -> list[str]:
    """The command that starts a racer: our interpreter with our import path, whatever script is running."""
    imported = "from rookery.backends.processes.competitor import main"
    code = f"import sys; sys.path[:] = {sys.path!r}; {imported}; main({parent}, {at})"
    return [sys.executable, "-c", code]
