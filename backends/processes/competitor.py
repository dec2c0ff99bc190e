"""One backend of a race, in a process of its own: a model comes in, solutions and the outcome go out as pickles."""

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
from rookery.backends.contract.backend import Backend, Outcome, Request, Solution, Stream, Unsupported
from rookery.backends.contract.streams import Split, run_program
from rookery.backends.processes.parent import die_with_parent
from rookery.models import Model, RookeryError
from rookery.models.base.deadline import OutOfTime


@dataclass(frozen=True)
class RaceStart:
    """What a competitor is told: its backend, and what is asked; the deadline's clock is that of the machine."""

    backend: str | Backend[Any]
    model: Model
    request: Request


@dataclass(frozen=True)
class Failure:
    """Why a competitor is out; `refused` says that its backend cannot do what is asked."""

    message: str
    refused: bool = False


def main(parent: int, at: int) -> None:
    """Race on the line with file descriptor `at`, and end without waiting for any thread of a library."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    line = socket.socket(fileno=at).makefile("rwb")
    os.set_inheritable(at, False)  # what is started here is no competitor
    start: RaceStart = pickle.load(line)
    Thread(target=_leave_at_end_of, args=(line,), daemon=True).start()
    with suppress(ConnectionError):
        end = _search(start, line)
        _send(line, start.request.effort.statistics)
        _send(line, end)
    os._exit(0)


def _leave_at_end_of(line: BufferedIOBase) -> None:
    """Elsewhere the end of the line says that the parent has gone."""
    line.read()
    os._exit(1)


def _search(start: RaceStart, out: BufferedIOBase) -> Outcome | Failure:
    """Let the backend answer; solutions go out as they come, unless they are only counted."""
    from rookery.backends.registry import take_backend

    try:
        runner = take_backend(start.backend)
        runner.load()
        with start.request.deadline.held():
            program = runner.compile(start.model, start.request)
            runner.ready(program, start.request)
            stream = run_program(runner, program, start.request)
            counts = start.request.want is Want.COUNT
            return count_stream(stream, start.model) if counts else _send_stream(stream, out)
    except OutOfTime:
        return Outcome(proven=False, end=End.TIME)
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}", isinstance(error, Unsupported))


def _send_stream(stream: Stream, out: BufferedIOBase) -> Outcome:
    """Send the solutions of a stream; returns its outcome."""
    solutions = Split(stream)
    for solution in solutions:
        _send(out, solution)
    return solutions.outcome


def count_stream(stream: Stream, model: Model) -> Outcome:
    """An outcome with its count; solutions that were listed for it are refereed here and go no further."""
    solutions, seen = Split(stream), set[Solution]()
    try:
        for chosen in solutions:
            if chosen in seen or not model.accepts(chosen):
                raise RookeryError(f"a solution that is none, or comes twice: {sorted(chosen)}")
            seen.add(chosen)
    except KeyboardInterrupt:
        return Outcome(proven=False, end=End.INTERRUPTED, count=len(seen))
    outcome = solutions.outcome
    return outcome if outcome.count is not None else replace(outcome, count=len(seen))


def _send(out: BufferedIOBase, message: Any) -> None:
    pickle.dump(message, out, pickle.HIGHEST_PROTOCOL)
    out.flush()


def competitor_command(parent: int, at: int, module: str = __name__) -> list[str]:
    """The command that runs a module's `main`: our interpreter with our import path, whatever script is running."""
    imported = f"from {module} import main"
    code = f"import sys; sys.path[:] = {sys.path!r}; {imported}; main({parent}, {at})"
    return [sys.executable, "-c", code]
