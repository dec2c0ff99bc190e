"""The trusted numbers of `known_values.toml`, by series and size."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "known_values.toml"


@cache
def tables() -> dict[str, dict[str, dict[str, Any]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def series() -> set[str]:
    """The names of all series: `queen.gamma` and the like."""
    return {f"{family}.{name}" for family, entries in tables().items() for name in entries}


def values(name: str) -> dict[int, int]:
    """A series as a mapping from the side of the board to its number."""
    family, entry = name.split(".")
    return {int(n): value for n, value in tables()[family][entry]["values"].items()}


def rows(name: str) -> dict[int, list[int]]:
    """A series whose number is a row for each side of the board."""
    family, entry = name.split(".")
    return {int(key[1:]): row for key, row in tables()[family][entry].items() if key[0] == "n" and key[1:].isdigit()}
