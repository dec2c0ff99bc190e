"""Published values: the numbers of `known_values.toml`, and answers that contradict them."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from rookery.backends import Answer, Status, Want
from rookery.core.words import amount
from rookery.models.problems.registry import find_family

FILE = Path(__file__).with_name("known_values.toml")
SEQUENCE = re.compile(r"OEIS (A[0-9]{6})")


@cache
def series() -> tuple[Mapping[str, Any], ...]:
    """Return the series that answer a problem; others of the file are for tests."""
    return tuple(each for each in tomllib.loads(FILE.read_text(encoding="utf-8"))["series"] if "family" in each)


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
    for each in series():
        if each.get("torus", False) == is_torus and asked == _expect(each, side, count) | {"board": board}:
            value = _value(each, side, count)
            if value is not None:
                yield each["what"], value, each["source"]


def published_contradiction(answer: Answer) -> str:
    """Return what contradicts an answer: "7 solutions, but A000170(6) = 4"; empty if nothing published does.

    An answer at a limit claims only the solutions that it has, and its bound.
    """
    asked = answer.problem.asked or {}
    for what, value, source in find_published(asked):
        low, high, said = _claimed(answer, what)
        if not low <= value <= high:
            found = SEQUENCE.match(source)
            side = re.match("[0-9]+", asked["board"])
            known = f"{found[1]}({side[0]}) = {value:,}" if found and side else f"{source} says {value:,}"
            return f"{said}, but {known}"
    return ""


def _claimed(answer: Answer, what: str) -> tuple[float, float, str]:
    """Return the least and the greatest value that an answer leaves possible, and the answer in words."""
    found, bound = answer.objective, answer.bound
    if answer.status is Status.INFEASIBLE:
        return (inf, -inf, "no solution") if what == "optimum" else (0, 0, "no solution")
    if what == "optimum":
        ends = (bound, found) if answer.problem.goal < 0 else (found, bound)
        low, high = (-inf if ends[0] is None else ends[0]), (inf if ends[1] is None else ends[1])
        return low, high, f"an optimum of {low:,}" if low == high else f"an optimum from {low:,} to {high:,}"
    if answer.problem.goal and found != bound:
        return 0, inf, ""  # these may not be the best ones
    if what == "orbits" and answer.orbits is not None:
        return answer.orbits, answer.orbits, f"{amount(answer.orbits, 'solution')} up to symmetry"
    least = (answer.count or 0) if what == "count" else min(answer.count or 0, 1)
    exact = what == "count" and answer.complete and answer.want is not Want.ONE
    return least, least if exact else inf, amount(answer.count or 0, "solution")


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
