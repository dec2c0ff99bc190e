"""A process of its own for one backend, which does what it is asked, one call after the other.

Two libraries with the same symbols, such as highspy and OR-Tools, cannot be loaded into one process; and what a library
prints, or how it dies, is no concern of who asks.
"""

import os
import pickle
import socket
from collections.abc import Callable
from io import BufferedRWPair
from typing import Any, TypeVar

from rookery.backends.processes.parent import die_with_parent
from rookery.backends.processes.race_processes import CompetitorProcess, explain_silence, launch, stop
from rookery.models import RookeryError
from rookery.models.base.closing import Closing

T = TypeVar("T")


class BackendProcess(Closing):
    """Calls functions in a process that is begun for the first of them; use it in a `with` statement.

    A function is told by its name, and what it is given and gives goes over as pickles.
    """

    def __init__(self) -> None:
        self._process: CompetitorProcess | None = None
        self._line: BufferedRWPair | None = None

    def call(self, function: Callable[..., T], *given: Any) -> T:
        """What a function gives there; what it raises is raised here.

        Raises `RookeryError` where the process ends without an answer; the next call begins another one.
        """
        if self._process is None:
            self._process = launch(__name__)
            self._line = self._process.line.makefile("rwb")
        try:
            pickle.dump((function, given), self._line)  # type: ignore[arg-type]  # there is a line
            self._line.flush()  # type: ignore[union-attr]
            done, result = pickle.load(self._line)  # type: ignore[arg-type]
        except (EOFError, ConnectionError) as error:
            why = explain_silence(self._process, error)
            self.close()
            raise RookeryError(why) from None
        except BaseException:
            self.close()
            raise
        if not done:
            raise result
        return result  # type: ignore[no-any-return]

    def kill(self) -> None:
        """End the process from another thread: the call that goes on raises, the next one begins another process."""
        process = self._process
        if process is not None:
            process.process.kill()

    def close(self) -> None:
        """End the process with whatever it has started."""
        if self._process is not None:
            stop(self._process)
        self._process = self._line = None


def main(parent: int, at: int) -> None:
    """Answer on the line with file descriptor `at` until it ends."""
    die_with_parent(parent)
    line = socket.socket(fileno=at).makefile("rwb")
    os.set_inheritable(at, False)
    while True:
        try:
            function, given = pickle.load(line)
        except EOFError:
            os._exit(0)
        line.write(_dump(*_do(function, given)))
        line.flush()


def _do(function: Callable[..., Any], given: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, function(*given)
    except Exception as error:
        return False, error if isinstance(error, RookeryError) else RookeryError(f"{type(error).__name__}: {error}")


def _dump(done: bool, result: Any) -> bytes:
    """What a function gave, or why that cannot go over."""
    try:
        return pickle.dumps((done, result))
    except Exception as error:
        return pickle.dumps((False, RookeryError(f"{type(error).__name__}: {error}")))
