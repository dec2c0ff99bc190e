"""Whole numbers, as models and files may hold them: no fraction, no true or false, no number without end."""

import re
from collections.abc import Iterable
from operator import index
from typing import Any

from rookery.models.errors import BadInput

MOST_DIGITS = 1000  # Python itself neither reads nor writes more than 4300, and sums are longer than what they add
MOST_BITS = 3321  # 2 ** 3321 is the largest power of 2 with no more digits
WHOLE = re.compile(r"[+-]?[0-9]+")


def whole(value: Any, place: str) -> int:
    """A value as Python's own integer; raises `BadInput` with its place for anything else and for one too long."""
    if type(value) is not int:
        value = _convert(value, place)
    if value.bit_length() > MOST_BITS:
        raise BadInput(f"{place}: a number of more than {MOST_DIGITS:,} digits; expected at most so many")
    return int(value)


def wholes(values: Iterable[Any], place: str) -> tuple[int, ...]:
    """Values as integers; `place` and the position, counted from 1, say where one is refused."""
    return tuple(whole(value, f"{place} {at}") for at, value in enumerate(values, start=1))


def integers(values: Iterable[Any], place: str) -> tuple[int, ...]:
    """Many values as integers of any length, at the speed of C where they are Python's own."""
    given = tuple(values)
    return given if {int}.issuperset(map(type, given)) else wholes(given, place)


def read_whole(text: str) -> int:
    """The whole number of a text; raises `BadInput` for anything else and for one too long."""
    if len(text) > MOST_DIGITS:
        raise BadInput(f"a number of {len(text):,} digits; expected at most {MOST_DIGITS:,}")
    if not WHOLE.fullmatch(text):
        raise BadInput(f"{text[:40]!r} is not a whole number")
    return int(text)


def _convert(value: Any, place: str) -> int:
    """An integer of another type, such as numpy's; a truth value is none."""
    try:
        if not isinstance(value, bool):
            return index(value)
    except TypeError:
        pass
    raise BadInput(f"{place}: {repr(value)[:40]} is not a whole number")
