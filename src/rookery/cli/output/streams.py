"""Standard streams that fail in one way only: closed ones, full disks, and readers that leave."""

import errno
import io
import os
import sys
from typing import TextIO

from rookery.models import BadInput

Data = bytes | bytearray | memoryview


class ReaderLeft(Exception):
    """Raised when the reader of standard output has left; it is not an `OSError`, which rich would treat as its own."""


class Output(io.FileIO):
    """Standard output: the first write that fails raises `BadInput` or `ReaderLeft`, and later ones go nowhere.

    So the interpreter's last flush is silent even if text was left in a buffer.
    """

    def __init__(self, at: int) -> None:
        super().__init__(at, "wb", closefd=False)
        self._lost = False

    def write(self, data: Data, /) -> int | None:  # type: ignore[override]
        """Write, or say once why that cannot be done."""
        if self._lost:
            return len(data)
        try:
            return super().write(data)
        except BrokenPipeError:
            self._lost = True
            raise ReaderLeft from None
        except OSError as error:
            self._lost = True
            why = "it is closed" if error.errno == errno.EBADF else error.strerror
            raise BadInput(f"cannot write standard output: {why}") from None


class Messages(io.FileIO):
    """Standard error: if it cannot be written, messages are dropped."""

    def __init__(self, at: int) -> None:
        super().__init__(at, "wb", closefd=False)

    def write(self, data: Data, /) -> int | None:  # type: ignore[override]
        """Write, or let it go."""
        try:
            return super().write(data)
        except OSError:
            return len(data)


def settle() -> None:
    """Let each standard stream be there and fail in the way of this module.

    A number that is free would be that of the next file that is opened, and what is printed would end in it. What
    takes the place of a closed stream cannot be read or written, but for messages.
    """
    given = _fill_descriptor(sys.stdin, 0, os.O_WRONLY)
    sys.stdin = sys.stdin or open(given, closefd=False)  # noqa: SIM115 - as long as the process
    sys.stdout = _through(Output(_fill_descriptor(sys.stdout, 1, os.O_RDONLY)), sys.stdout)
    sys.stderr = _through(Messages(_fill_descriptor(sys.stderr, 2, os.O_WRONLY)), sys.stderr)


def _fill_descriptor(stream: TextIO | None, number: int, flags: int) -> int:
    """The file descriptor of a stream; if it is closed, one on the null device, of the same number if it is free."""
    if stream is not None:
        return stream.fileno()
    at = os.open(os.devnull, flags)
    os.set_inheritable(at, at == number)
    return at


def _through(raw: io.FileIO, stream: TextIO | None) -> TextIO:
    """A stream that writes through `raw` in the encoding of another; what it cannot say becomes `?` or an escape."""
    errors = "backslashreplace" if isinstance(raw, Messages) else "replace"
    encoding = stream.encoding if stream is not None else None
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=True)
