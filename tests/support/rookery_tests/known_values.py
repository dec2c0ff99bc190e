"""The trusted numbers of `compare/known_values.toml` as installed, by series and size."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from rookery.compare.known_values import FILE


@cache
def tables() -> dict[str, Mapping[str, Any]]:
    """All series by name: `queen.gamma` and the like."""
    return {each["name"]: each for each in tomllib.loads(FILE.read_text(encoding="utf-8"))["series"]}


def series() -> set[str]:
    """The names of all series."""
    return set(tables())


def values(name: str) -> dict[int, int]:
    """A series as a mapping from the side of the board to its number."""
    return {int(n): value for n, value in tables()[name]["values"].items()}


def rows(name: str) -> dict[int, list[int]]:
    """A series whose number is a row for each side of the board."""
    return {int(n): row for n, row in tables()[name]["rows"].items()}
