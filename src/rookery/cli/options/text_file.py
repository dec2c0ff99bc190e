"""Text of files on the command line, where `-` is standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rookery.core.files import read_bytes, read_stream, refusing_unreadable
from rookery.models import BadInput
from rookery.models.reading.drawn import Misdrawn


def shown_as(name: str) -> str:
    """The name of a file as messages have it."""
    return "standard input" if name == "-" else name


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`; raises `BadInput` where it cannot be read or is too large."""
    if name == "-":
        with refusing_unreadable(shown_as(name)):
            raw = read_stream(sys.stdin.buffer, shown_as(name))
    else:
        raw = read_bytes(name, "a readable file, or - for standard input")
    return raw.decode("utf-8-sig", errors="replace")


@contextmanager
def naming_file(name: str) -> Iterator[None]:
    """Name the file of a drawing in what is refused about it."""
    try:
        yield
    except Misdrawn as error:
        raise BadInput(f"{shown_as(name)}, {error}") from None
