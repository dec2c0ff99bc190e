"""Pairs of whole numbers, as people give squares and steps: a tuple, a list, an array."""

import operator
from collections.abc import Iterable, Mapping, Sized
from typing import Any, NamedTuple, SupportsIndex, cast

from rookery.models.errors import BadInput, show_value

SIDES = "whole numbers, such as Board(8) or Board(8, 11); rk.board('8x11') reads a text"
PAIRS = "a list of squares, each a pair (ROW, COLUMN) of whole numbers counted from 0, such as [(0, 4)]"


class Step(NamedTuple):
    """A difference between two squares: rows downwards, columns to the right."""

    rows: int
    columns: int


def is_pair(value: object) -> bool:
    """Whether a value is a row and a column: two whole numbers, as a tuple, a list, or an array."""
    if not isinstance(value, Sized) or isinstance(value, str | bytes | Mapping) or not hasattr(value, "__getitem__"):
        return False
    return len(value) == 2 and all(map(is_whole, cast("Iterable[object]", value)))


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, of Python or of another library; a truth value is none."""
    try:
        return not isinstance(value, bool) and operator.index(cast("SupportsIndex", value)) is not None
    except TypeError:
        return False


def take_side(value: Any) -> int:
    """The side of a board."""
    if not is_whole(value):
        raise BadInput(f"a board of {show_value(value)}: expected {SIDES}")
    return operator.index(value)


def list_holes(holes: Any) -> Iterable[Any]:
    """The holes of a board, each as it is given."""
    if isinstance(holes, str) or not isinstance(holes, Iterable) or is_pair(holes):
        raise BadInput(f"holes {show_value(holes)}: expected {PAIRS}")
    return holes


def take_hole(hole: Any) -> tuple[int, int]:
    """One hole of a board."""
    if not is_pair(hole):
        raise BadInput(f"hole {show_value(hole)}: expected {PAIRS}")
    return operator.index(hole[0]), operator.index(hole[1])
