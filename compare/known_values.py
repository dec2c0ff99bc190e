"""Published values: the numbers of `known_values.toml` that are about a problem."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rookery.models.problems.registry import find_family

FILE = Path(__file__).with_name("known_values.toml")


@cache
def series(family: str) -> tuple[Mapping[str, Any], ...]:
    """Return the series about a family; reading the whole file would take longer than many a search."""
    head = "[[series]]\n"  # with it, a table such as [series.rows] belongs to its series
    _, *tables = FILE.read_text(encoding="utf-8").split(head)
    mine = "".join(f"{head}{each}" for each in tables if f'family = "{family}"\n' in each)
    return tuple(tomllib.loads(mine).get("series", ()))


def find_published(asked: Mapping[str, Any]) -> Iterator[tuple[str, int, str]]:
    """Yield what is published about a problem: "optimum", "count" or "orbits", its value, and the source.

    Only questions about square boards and tori without givens have published values.
    """
    board = asked.get("board")
    found = re.fullmatch(r"([0-9]+)(:torus)?", board) if isinstance(board, str) else None
    if not found:
        return
    side, is_torus = int(found[1]), bool(found[2])
    count = _count_of_one_piece(asked)
    for each in series(asked["family"]):
        if each.get("torus", False) == is_torus and asked == _expect(each, side, count) | {"board": board}:
            value = _value(each, side, count)
            if value is not None:
                yield each["what"], value, each["source"]


def _count_of_one_piece(asked: Mapping[str, Any]) -> int | None:
    match asked.get("pieces"):
        case [[str(), int(count)]]:
            return count
    return None


def _expect(each: Mapping[str, Any], side: int, count: int | None) -> dict[str, Any]:
    """Return the plain data of the problem that a series is about on a board, without the board.

    A series with `rows` has a value for each count, so it is about any count.
    """
    parameters = find_family(each["family"]).parameters
    given = {name: each[name] for name in parameters if name in each and name not in ("piece", "count")}
    given = {name: value for name, value in given.items() if value != parameters[name].default}
    if "armies" in each:
        given["pieces"] = [each["piece"]] * each["armies"]
    elif "piece" in parameters:
        given["piece"] = each["piece"]
    else:
        counts = {"n": side, "n+1": side + 1, "n+2": side + 2, "max": None}
        wanted = count if "rows" in each else counts[each.get("count", "max")]
        given["pieces"] = [each["piece"]] if wanted is None else [[each["piece"], wanted]]
    return {"family": each["family"], **given}


def _value(each: Mapping[str, Any], side: int, count: int | None) -> int | None:
    if "rows" in each:
        row = each["rows"].get(str(side))
        value = None if row is None or count is None else row[count] if count < len(row) else 0
    else:
        value = each["values"].get(str(side))
    return side * side - value if each.get("complement") and value is not None else value
