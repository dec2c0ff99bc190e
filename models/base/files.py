"""Files: read within bounds, written whole or not at all, and refused in one line where that cannot be done."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO

from rookery.models.errors import BadInput, show_value

MOST_BYTES = 16 << 20  # a drawing of the largest board with blanks between its signs is half as long
MOST_MODEL_BYTES = 32 << 20  # a model takes 20 to 40 times the memory of its file


def read_text(path: str | Path, expected: str, most: int = MOST_BYTES, shown: str | None = None) -> str:
    """The text of a file in UTF-8; raises `BadInput` where it cannot be read, is longer than `most` bytes, or no text.

    `expected` says what is accepted; messages call the file `shown`.
    """
    name = str(path) if shown is None else shown
    with refusing_unreadable(name, expected):
        return read_bytes(path, expected, most, name).decode("utf-8-sig")


def take_path(given: Any) -> Path:
    """A path, of a path or its text; raises `BadInput` for anything else."""
    if not isinstance(given, str | os.PathLike):
        raise BadInput(f"file {show_value(given)}: expected the name of a file, as text or as a Path")
    return Path(given)


def read_bytes(path: str | Path, expected: str, most: int = MOST_BYTES, shown: str | None = None) -> bytes:
    """The content of a file; raises `BadInput` where it cannot be read or is longer than `most` bytes."""
    name = str(path) if shown is None else shown
    with refusing_unreadable(name, expected), Path(path).open("rb") as file:
        return read_stream(file, name, most)


def read_stream(file: BinaryIO, shown: str, most: int = MOST_BYTES) -> bytes:
    """What is left of an open file or a pipe; raises `BadInput` where that is longer than `most` bytes."""
    content = file.read(most + 1)
    if len(content) > most:
        raise BadInput(f"{shown} is too large: at most {most >> 20} MiB are read")
    return content


def check_regular(path: Path, expected: str) -> None:
    """Raise `BadInput` for what is no file of some length, such as a device or a pipe."""
    with refusing_unreadable(path, expected):
        if not S_ISREG(path.stat().st_mode):
            raise BadInput(f"cannot read {path}: it is not a regular file; expected {expected}")


@contextmanager
def refusing_unreadable(shown: str | Path, expected: str = "") -> Iterator[None]:
    """Raise `BadInput` for a file that cannot be read, or is no text; `expected` says what is accepted."""
    accepted = f"; expected {expected}" if expected else ""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot read {shown}: {error.strerror or error}{accepted}") from None
    except UnicodeDecodeError as error:
        at = f"the byte at {error.start:,} is not UTF-8"
        raise BadInput(f"cannot read {shown}: {at}{accepted}") from None


@contextmanager
def refusing_unwritable(shown: str | Path) -> Iterator[None]:
    """Raise `BadInput` for a file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot write {shown}: {error.strerror or error}") from None


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """An open file that takes the place of `path` when the block ends; a block that raises leaves all as it was.

    The new content is on the disk before it takes the place of the old one, so that a crash leaves one of the two.
    Raises `BadInput` where the file cannot be written.
    """
    beside = path.with_name(f"{path.name}.new")
    with refusing_unwritable(path):
        try:
            with beside.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; raises `BadInput` where that cannot be done."""
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file in place, which may be a device or a pipe; raises `BadInput` where that cannot be done."""
    with refusing_unwritable(path):
        path.write_bytes(content.encode() if isinstance(content, str) else content)
