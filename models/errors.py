"""The errors that a user may meet; each message is one line that says what is wrong and what is accepted."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST_SHOWN = 60


class RookeryError(Exception):
    """Anything that Rookery itself refuses or reports."""


class BadInput(RookeryError, ValueError):
    """A question that cannot be asked: an unknown piece, a square off the board, a count that does not fit."""


def show_value(value: object) -> str:
    """A value as a message shows it: in one line, cut where it is long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."


def unknown(what: str, name: str, known: Iterable[str]) -> BadInput:
    """The error for a name that nothing has: what it should name, the nearest known name, and all that are known."""
    names = tuple(known)
    return BadInput(f"unknown {what} {show_value(name)}: {nearest(name, names)}known are {', '.join(names)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint at the known name that is nearest, `did you mean queen? `; empty where none is near."""
    near = get_close_matches(str(name), tuple(known), n=1)
    return f"did you mean {near[0]}? " if near else ""
