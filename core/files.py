"""Files: read within bounds, written whole or not at all, locked; refused in one line if that cannot be done."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Self

from rookery.core.errors import BadInput, refuse

MAX_BYTES = 16 << 20  # a drawing of the largest board with blanks between its signs is half as long
MAX_MODEL_BYTES = 32 << 20  # a model takes 20 to 40 times the memory of its file
BESIDE = 50  # characters of a name in that of the temporary file which replaces it


def take_path(given: object) -> Path:
    """Return a path, of a path or its text; raises `BadInput` for anything else."""
    if not isinstance(given, str | os.PathLike):
        refuse("file", given, "the name of a file, as text or as a Path")
    return Path(given)


def read_text(path: str | Path, expected: str, most: int = MAX_BYTES) -> str:
    """Return the text of a file in UTF-8; raises `BadInput` if it is unreadable, longer than `most` bytes, or no text.

    `expected` says what is accepted.
    """
    with refusing_unreadable(path, expected):
        return read_bytes(path, expected, most).decode("utf-8-sig")


def read_bytes(path: str | Path, expected: str, most: int = MAX_BYTES) -> bytes:
    """Return the content of a file; raises `BadInput` if it cannot be read or is longer than `most` bytes."""
    with refusing_unreadable(path, expected), open(take_path(path), "rb") as file:
        return read_stream(file, str(path), most)


def read_stream(file: BinaryIO, shown: str, most: int = MAX_BYTES) -> bytes:
    """Return the rest of an open file; raises `BadInput`, which calls it `shown`, if it is longer than `most` bytes."""
    content = file.read(most + 1)
    if len(content) > most:
        raise BadInput(f"{shown} is too large: at most {most >> 20} MiB are read")
    return content


@contextmanager
def refusing_unreadable(shown: str | Path, expected: str = "") -> Iterator[None]:
    """Raise `BadInput` for a file that cannot be read, or is no text; `expected` says what is accepted."""
    accepted = f"; expected {expected}" if expected else ""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot read {shown}: {error.strerror or error}{accepted}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"cannot read {shown}: the byte at {error.start:,} is not UTF-8{accepted}") from None


def naming_file(shown: str | Path, error: BadInput) -> BadInput:
    """Return a refusal of the text of a file with its name: `a.cnf, line 3: ...` or `a.cnf: ...`."""
    said = str(error)
    return BadInput(f"{shown}{',' if said.startswith('line ') else ':'} {said}")


@contextmanager
def refusing_unwritable(shown: str | Path) -> Iterator[None]:
    """Raise `BadInput` for a file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot write {shown}: {error.strerror or error}") from None


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` when the block ends; if the block raises, nothing changes.

    The new content is on the disk before it replaces the old one, so that a crash leaves one of the two.
    Raises `BadInput` if the file cannot be written.
    """
    with refusing_unwritable(path):
        beside = path.with_name(f".{path.name[:BESIDE]}.{os.urandom(8).hex()}.new")
        try:
            with open(beside, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; raises `BadInput` if that cannot be done."""
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file that a user names: whole or not at all, but in place if it is a device or a pipe."""
    if path.is_file() or not path.exists():
        replace_file(path.resolve(), content)
        return
    with refusing_unwritable(path), open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


class Closing:
    """A resource that is closed at the end of a `with` statement."""

    def close(self) -> None:
        """Release the resource; a second call does nothing."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LockHeld(Exception):
    """Another process has the lock; `who` is its number, as far as it is known."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = f" (process {who})" if who.isdigit() else ""


class FileLock(Closing):
    """A lock by a file, which holds the number of its owner's process; held until it is closed.

    Raises `LockHeld` if another process has it, and `OSError` if the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        from fcntl import LOCK_EX, LOCK_NB, flock  # not in a page

        self._file = open(path, "a+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed by `close`
        try:
            try:
                flock(self._file, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                self._file.seek(0)
                raise LockHeld(self._file.read(20).strip()) from None
            self._file.truncate(0)
            print(os.getpid(), file=self._file, flush=True)
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Release the lock."""
        self._file.close()
