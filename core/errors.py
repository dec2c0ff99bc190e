"""The errors that a user may meet; each message is one line that says what is wrong and what is accepted."""

from collections import Counter
from collections.abc import Iterable
from typing import NoReturn, TypeVar

from rookery.core.words import legible

T = TypeVar("T")

MAX_SHOWN = 60


class RookeryError(Exception):
    """The base class of all errors of Rookery; unprintable names in its message are escaped."""

    def __str__(self) -> str:
        return legible(super().__str__())


class BadInput(RookeryError, ValueError):
    """Input that is refused: an unknown piece, a square off the board, a count that does not fit."""


class NoPiece(BadInput, KeyError):
    """A square of a placement on which no piece stands, or that the board does not have."""

    __str__ = Exception.__str__  # that of a KeyError is in quotation marks


class NoSolution(BadInput, IndexError):
    """A number that no solution of an answer has."""


def show_value(value: object) -> str:
    """Return a value as a message shows it: in one line, cut if it is long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def refuse(what: str, value: object, accepted: str) -> NoReturn:
    """Raise `BadInput`, which names the parameter, its value and the accepted forms."""
    raise BadInput(f"{what} {show_value(value)}: expected {accepted}")


def unknown(what: str, name: str, known: Iterable[str]) -> BadInput:
    """Return the error for an unknown name, with the nearest known name and all known ones."""
    names = tuple(known)
    return BadInput(f"unknown {what} {show_value(name)}: {nearest(name, names)}known are {', '.join(names)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a hint at the nearest known name, `did you mean queen? `; empty if no name is near."""
    from difflib import get_close_matches

    near = get_close_matches(str(name), tuple(known), n=1)
    return f"did you mean {near[0]}? " if near else ""


def most_frequent(items: Iterable[T]) -> T:
    """Return the most frequent item, the first of several; used to name what is given twice."""
    return Counter(items).most_common(1)[0][0]
