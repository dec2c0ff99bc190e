"""The errors that a user may meet; each message is one line that says what is wrong and what is accepted."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import BoundArguments, Signature, signature
from typing import Any, ParamSpec, TypeVar

from rookery.core.words import legible

P = ParamSpec("P")
T = TypeVar("T")

MAX_SHOWN = 60


class RookeryError(Exception):
    """Any error that Rookery itself refuses or reports; its message is legible, even if the names in it are not."""

    def __str__(self) -> str:
        return legible(super().__str__())


class BadInput(RookeryError, ValueError):
    """A question that cannot be asked: an unknown piece, a square off the board, a count that does not fit."""


class NoPiece(BadInput, KeyError):
    """A square of a placement on which no piece stands, or that the board does not have."""

    __str__ = Exception.__str__  # that of a KeyError is in quotation marks


def show_value(value: object) -> str:
    """A value as a message shows it: in one line, cut if it is long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def unknown(what: str, name: str, known: Iterable[str]) -> BadInput:
    """The error for a name that nothing has: what it should name, the nearest known name, and all that are known."""
    names = tuple(known)
    return BadInput(f"unknown {what} {show_value(name)}: {nearest(name, names)}known are {', '.join(names)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint at the nearest known name, `did you mean queen? `; empty if no name is near."""
    from difflib import get_close_matches

    near = get_close_matches(str(name), tuple(known), n=1)
    return f"did you mean {near[0]}? " if near else ""


def most_frequent(things: Iterable[T]) -> T:
    """The thing that stands most often among some, the first of those that do: to name what is given twice."""
    return Counter(things).most_common(1)[0][0]


def bind_arguments(name: str, called: Signature, args: Sequence[Any], kwargs: Mapping[str, Any]) -> BoundArguments:
    """The arguments of a call by name, with defaults; raises `BadInput` for those that a function does not take."""
    takes = f"it takes {', '.join(called.parameters)}"
    for each in kwargs:
        if each not in called.parameters:
            raise BadInput(f"{name} takes no {each!r}: {nearest(each, called.parameters)}{takes}")
    try:
        bound = called.bind(*args, **kwargs)
    except TypeError as error:
        raise BadInput(f"{name}: {error}; {takes}") from None
    bound.apply_defaults()
    return bound


def check_call(name: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a public function refuse arguments that it does not take in one sentence, under the name that users know."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return function(*args, **kwargs)
            except TypeError:
                bind_arguments(name, signature(function), args, kwargs)
                raise

        return checked

    return decorate
