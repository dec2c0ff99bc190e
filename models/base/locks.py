"""Locks of files: held by one process at a time, and let go when it ends in any way."""

import os
from pathlib import Path

from rookery.models.base.closing import Closing


class LockHeld(Exception):
    """Another process has the lock; `who` is its number, as far as it is known."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = f" (process {who})" if who.isdigit() else ""


class FileLock(Closing):
    """The lock that a file is, which tells the process that holds it; held until it is closed.

    Raises `LockHeld` where another process has it, and `OSError` where the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+", encoding="utf-8")
        if not try_lock(self._file.fileno()):
            self._file.seek(0)
            who = self._file.read(20).strip()
            self._file.close()
            raise LockHeld(who)
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def close(self) -> None:
        """Let it go, if it is held."""
        self._file.close()


def try_lock(descriptor: int) -> bool:
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
