"""Files of others, read within bounds: one that has no end, or is no text, is refused in one line."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

from rookery.models.errors import BadInput

MOST_BYTES = 16 << 20  # a drawing of the largest board with blanks between its signs is half as long
MOST_MODEL_BYTES = 32 << 20  # a model takes 20 to 40 times the memory of its file


def read_text(path: str | Path, expected: str, most: int = MOST_BYTES, shown: str | None = None) -> str:
    """The text of a file in UTF-8; raises `BadInput` where it cannot be read, is longer than `most` bytes, or no text.

    `expected` says what is accepted; messages call the file `shown`.
    """
    name = str(path) if shown is None else shown
    with _told(name, expected):
        return read_bytes(path, expected, most, name).decode("utf-8-sig")


def read_bytes(path: str | Path, expected: str, most: int = MOST_BYTES, shown: str | None = None) -> bytes:
    """The content of a file; raises `BadInput` where it cannot be read or is longer than `most` bytes."""
    name = str(path) if shown is None else shown
    with _told(name, expected), Path(path).open("rb") as file:
        return read_stream(file, name, most)


def read_stream(file: BinaryIO, shown: str, most: int = MOST_BYTES) -> bytes:
    """What is left of an open file or a pipe; raises `BadInput` where that is longer than `most` bytes."""
    content = file.read(most + 1)
    if len(content) > most:
        raise BadInput(f"{shown} is too large: at most {most >> 20} MiB are read")
    return content


def check_regular(path: Path, expected: str) -> None:
    """Raise `BadInput` for what is no file of some length, such as a device or a pipe."""
    with _told(str(path), expected):
        if not S_ISREG(path.stat().st_mode):
            raise BadInput(f"cannot read {path}: it is no regular file; expected {expected}")


@contextmanager
def _told(name: str, expected: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot read {name}: {error.strerror}; expected {expected}") from None
    except UnicodeDecodeError as error:
        at = f"the byte at {error.start:,} is no UTF-8"
        raise BadInput(f"cannot read {name}: {at}; expected {expected}") from None


@contextmanager
def replace_file(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of another once all is written: a killed process leaves a whole one behind."""
    aside = path.with_name(f"{path.name}.part")
    with aside.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
