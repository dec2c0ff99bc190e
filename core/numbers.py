"""Whole numbers of bounded length, pairs of them, and sets of them as bit masks."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sized
from operator import index
from typing import Any, NamedTuple, SupportsIndex, cast

from rookery.core.errors import BadInput

MAX_DIGITS = 1000  # Python reads and writes at most 4300, and a sum has more digits than its terms
MAX_BITS = 3321  # 2 ** 3321 is the largest power of 2 with no more digits
WHOLE = re.compile(r"[+-]?[0-9]+")


def whole(value: Any, place: str) -> int:
    """Return a value as Python's own integer; raises `BadInput` with its place for other values and long numbers."""
    if type(value) is not int:
        if not is_whole(value):
            raise BadInput(f"{place}: {repr(value)[:40]} is not a whole number")
        value = index(value)  # of another type, such as numpy's
    if value.bit_length() > MAX_BITS:
        raise BadInput(f"{place}: a number of more than {MAX_DIGITS:,} digits; expected at most so many")
    return int(value)


def wholes(values: Iterable[Any], place: str) -> tuple[int, ...]:
    """Return values as integers; `place` and the position, counted from 1, say where one is refused."""
    if not isinstance(values, Iterable):
        raise BadInput(f"{place}: {repr(values)[:40]}; expected a list of whole numbers, such as (0, 3)")
    return tuple(whole(value, f"{place} {at}") for at, value in enumerate(values, start=1))


def integers(values: Iterable[Any], place: str) -> tuple[int, ...]:
    """Return values as integers of any length; quick if they are Python's own."""
    if isinstance(values, Iterable):
        values = tuple(values)
        if {int}.issuperset(map(type, values)):
            return values
    return wholes(values, place)


def read_whole(text: str) -> int:
    """Return the whole number of a text; raises `BadInput` for anything else and for one too long."""
    if len(text) > MAX_DIGITS:
        raise BadInput(f"a number of {len(text):,} digits; expected at most {MAX_DIGITS:,}")
    if not WHOLE.fullmatch(text):
        raise BadInput(f"{text[:40]!r} is not a whole number")
    return int(text)


class Step(NamedTuple):
    """A difference between two squares: rows downwards, columns to the right."""

    rows: int
    columns: int


def is_pair(value: object) -> bool:
    """Return whether a value is a row and a column: two whole numbers, as a tuple, a list, or an array."""
    if not isinstance(value, Sized) or isinstance(value, str | bytes | Mapping) or not hasattr(value, "__getitem__"):
        return False
    return len(value) == 2 and all(map(is_whole, cast("Iterable[object]", value)))


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number, of Python or of another library; a truth value is not."""
    try:
        return not isinstance(value, bool) and index(cast("SupportsIndex", value)) is not None
    except TypeError:
        return False


def mask(numbers: Iterable[int]) -> int:
    """Return the mask of some numbers."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def bits(those: int) -> Iterator[int]:
    """Yield the numbers in a mask, ascending."""
    while those:
        lowest = those & -those
        yield lowest.bit_length() - 1
        those ^= lowest
