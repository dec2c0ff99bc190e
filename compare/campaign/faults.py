"""Faults of a campaign: a value that makes no sense, with the path of its keys, and the place that a user is shown."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from rookery.models import BadInput
from rookery.models.pieces.files import KeyPath
from rookery.models.reading.typed import quote

Kind = TypeVar("Kind")
STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]")
# The types that `msgspec` names, in the words of a message and in their order there.
WORDS = {
    "int": "a whole number",
    "float": "a number",
    "array": "a list",
    "str": "text in quotes",
    "object": "a table",
    "bool": "true or false",
}


class Wrong(BadInput):
    """A value that makes no sense, with the path of its keys."""

    def __init__(self, message: str, *keys: str | int) -> None:
        super().__init__(message)
        self.keys: KeyPath = keys


class Untrusted(Wrong):
    """A campaign names code that the user did not agree to run."""

    def __init__(self, use: str) -> None:
        super().__init__(f"{use} is code that this campaign brings along; --trust-peers runs it")


@contextmanager
def at(*keys: str | int) -> Iterator[None]:
    """Add keys in front of the path of what is refused in the block."""
    try:
        yield
    except Wrong as error:
        error.keys = (*keys, *error.keys)
        raise
    except BadInput as error:
        raise Wrong(str(error), *keys) from None


@contextmanager
def name_place(place: Callable[[KeyPath], str] | None, named: bool = True) -> Iterator[None]:
    """Put the place of its path before what is refused in the block, and the key where it is `named`.

    What stands in no file has no place: its message says all.
    """
    try:
        yield
    except Wrong as error:
        if place is None:
            raise BadInput(str(error)) from None
        key = error.keys[-1] if error.keys and isinstance(error.keys[-1], str) else "problems"
        told = isinstance(error, Untrusted) or not named or str(error).startswith(f"{key}: ")
        error.args = (f"{place(error.keys)}: {'' if told else f'{key}: '}{error}",)
        raise error from None


def convert(data: Any, kind: type[Kind]) -> Kind:
    """Check plain data by its types; raises `Wrong` with the path of what has another type."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        fault = read_fault(error)
        for key in fault.keys:
            data = data[key]
        raise Wrong(f"{quote(str(data))}: {fault}", *fault.keys) from None


def read_fault(error: msgspec.ValidationError) -> Wrong:
    """The fault that `msgspec` reports as `Expected `int | array`, got `str` - at `$.seeds``, in a user's words."""
    text, _, path = str(error).partition(" - at `$")
    keys = [name or int(number) for name, number in STEP.findall(path)]
    if found := re.match(r"Expected `([^`]+)`, got", text):
        kinds = found[1].split(" | ")
        text = f"expected {' or '.join(WORDS[each] for each in WORDS if each in kinds)}"
    return Wrong(text, *keys)
