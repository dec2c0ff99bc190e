"""The errors that a user may meet; each message is one line that says what is wrong and what is accepted."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import BoundArguments, Signature, signature
from types import FunctionType
from typing import Any, TypeVar, cast

from rookery.core.words import legible

T = TypeVar("T")

MAX_SHOWN = 60


class RookeryError(Exception):
    """The base class of all errors of Rookery; unprintable names in its message are escaped."""

    def __str__(self) -> str:
        return legible(super().__str__())


class NoCompiler(RookeryError):
    """A kernel should be compiled, and numba is not there."""


class BadInput(RookeryError, ValueError):
    """A question that cannot be asked: an unknown piece, a square off the board, a count that does not fit."""


class NoPiece(BadInput, KeyError):
    """A square of a placement on which no piece stands, or that the board does not have."""

    __str__ = Exception.__str__  # that of a KeyError is in quotation marks


class NoName(RookeryError, AttributeError):
    """A public name that does not exist."""


class NoSolution(BadInput, IndexError):
    """A number that no solution of an answer has."""


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
    takes = f"it takes {', '.join(called.parameters) or 'no argument'}"
    for each in kwargs:
        if each not in called.parameters:
            raise BadInput(f"{name} takes no {each!r}: {nearest(each, called.parameters)}{takes}")
    try:
        bound = called.bind(*args, **kwargs)
    except TypeError as error:
        raise BadInput(f"{name}: {error}; {takes}") from None
    bound.apply_defaults()
    return bound


def check_calls(made: T, name: str) -> T:
    """Let what a public name means refuse arguments that it does not take in one sentence.

    A function comes back as another one, which is pickled under its public name; a class as itself, with its
    constructor and its public methods checked from then on; any other value as it is. A call that is right costs 0.1
    microseconds more, and the signature is read only where one is wrong.
    """
    if isinstance(made, FunctionType):
        checked = _check_function(made, name)
        checked.__module__, checked.__qualname__ = "rookery", name
        return cast("T", checked)
    for kind in made.__mro__ if isinstance(made, type) else ():
        for each, found in list(vars(kind).items()) if kind.__module__.startswith("rookery.") else ():
            if each == "__init__":
                found = getattr(kind, each)  # which a dataclass writes when it is asked for
            function = getattr(found, "__func__", found)  # of a class method
            public = not each.startswith("_") or each in ("__init__", "__new__")
            if public and isinstance(function, FunctionType) and not hasattr(function, "__wrapped__"):
                method = _check_function(function, "" if each.startswith("_") else each)
                setattr(kind, each, method if function is found else type(found)(method))
    return made


def _check_function(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A function that refuses by its name, or by that of the class that it makes."""

    @wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except TypeError:
            called = signature(function)
            if next(iter(called.parameters), "") in ("self", "cls", "_cls"):
                made, called = args[0], called.replace(parameters=tuple(called.parameters.values())[1:])
                made = made if isinstance(made, type) else type(made)
                bind_arguments(name or made.__name__, called, args[1:], kwargs)
            else:
                bind_arguments(name, called, args, kwargs)
            raise

    return checked
