"""Locks of files: held by one process at a time, and let go when it ends in any way."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from rookery.models.base.files import refusing_unwritable
from rookery.models.errors import BadInput


class FileLock:
    """The lock of a file, in a file of its own beside it, which tells the process that holds it.

    Raises `BadInput` where another process has it, or the folder cannot be written.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(f"{path.name}.lock")
        with refusing_unwritable(path):
            self._file = beside.open("a+", encoding="utf-8")
        if not _try_lock(self._file.fileno()):
            self._file.seek(0)
            who = self._file.read(20).strip()
            self._file.close()
            raise BadInput(f"{path} is in use by another search{f' (process {who})' if who.isdigit() else ''}")
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        """Let it go, if it is held."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _try_lock(descriptor: int) -> bool:
    """Whether nobody else has locked an open file; on systems without such locks nobody ever has."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return True
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except OSError:
        return False
    return True
