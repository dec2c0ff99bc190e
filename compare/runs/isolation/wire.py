"""Messages between processes: plain data as JSON, a line each; what cannot be read is no message."""

import json
import socket
from math import isfinite
from typing import Any

MAX_LINE = 64 << 20
MAX_DEPTH = 16  # tables and lists within each other; our own messages have half of it
Message = dict[str, Any]


def send(link: socket.socket, message: Message) -> None:
    """Send a message."""
    link.sendall(encode_line(message))


def encode_line(message: Message) -> bytes:
    """A message as a line of bytes."""
    return json.dumps(message).encode() + b"\n"


def receive(link: socket.socket) -> Message | None:
    """The next message, None at the end of the link or for rubbish; nothing is read beyond it."""
    line = bytearray()
    while not line.endswith(b"\n"):
        chunk = link.recv(1 << 16, socket.MSG_PEEK)
        taken = chunk.find(b"\n") + 1 or len(chunk)
        line += link.recv(taken) if taken else b""
        if not chunk or len(line) > MAX_LINE:
            return None
    return decode_line(line)


def decode_line(line: bytes | bytearray) -> Message | None:
    """The message of a line, None for rubbish: no JSON, numbers without end, or deeper than any message is."""
    try:
        message = json.loads(line, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) and _shallow(message) else None


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:40]} is not a finite number")
    return number


def _shallow(message: Message) -> bool:
    """Return whether a message can be taken apart without recursion growing with it."""
    level: list[Any] = [message]
    for _ in range(MAX_DEPTH):
        within = (each.values() if isinstance(each, dict) else each for each in level)
        level = [value for values in within for value in values if isinstance(value, dict | list)]
        if not level:
            return True
    return False


class Lines:
    """Messages from a process that is not to be trusted: the last one that could be read, and whether rubbish came."""

    def __init__(self, longest: int = MAX_LINE) -> None:
        self.latest: Message = {}
        self.rubbish = False
        self._longest = longest
        self._open = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes."""
        first, *more = chunk.split(b"\n")
        self._grow(first)
        for part in more:
            message = decode_line(self._open) if len(self._open) <= self._longest else None
            self.rubbish = self.rubbish or message is None
            self.latest = message or self.latest
            self._open.clear()
            self._grow(part)

    def _grow(self, part: bytes) -> None:
        if len(self._open) <= self._longest:  # what is longer is no message, and need not be kept
            self._open += part


class Tail:
    """The end of what was printed, and how much it was."""

    def __init__(self, kept: int = 4096) -> None:
        self.printed = 0
        self._kept = kept
        self._end = b""

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes."""
        self.printed += len(chunk)
        self._end = (self._end + chunk)[-self._kept :]

    def __str__(self) -> str:
        return self._end.decode(errors="replace")
