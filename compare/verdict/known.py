"""Known values from elsewhere: published numbers, and those of independent exhaustive programs."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rookery.backends import Status, Want
from rookery.compare.records.dispute import KNOWN, KnownValue
from rookery.compare.records.record import Record
from rookery.compare.records.solution import Solution
from rookery.compare.verdict.claims import Claim
from rookery.models.problems.plain import is_plain_board
from rookery.models.problems.registry import family, piece_keys

FILE = Path(__file__).with_name("known_values.toml")
WHO = KNOWN


@cache
def series() -> tuple[Mapping[str, Any], ...]:
    """The series of known values that answer a problem; others of the file are for tests."""
    return tuple(each for each in tomllib.loads(FILE.read_text(encoding="utf-8"))["series"] if "family" in each)


def known_value(claim: Claim[Solution]) -> KnownValue:
    """The number that a claim of `known_claims` is about."""
    told = {"optimum": claim.objective, "orbits": claim.orbits, "count": claim.count}
    return next(KnownValue(value, what, claim.source) for what, value in told.items() if value is not None)


def known_claims(record: Record) -> Iterator[Claim[Solution]]:
    """The known values of a record's problem."""
    problem = record.problem
    if not is_plain_board(problem):
        return
    rows, columns = problem["board"]
    bare = not (problem["holes"] or problem["fixed"] or problem["forbidden"])
    pieces = problem["pieces"]
    if rows != columns or not bare or len({each["piece"] for each in pieces}) > 1 or "rides" in pieces[0]:
        return
    for each in series():
        if each["piece"] == pieces[0]["piece"] and _is_about(each, problem):
            value = _value(each, rows, pieces[0]["count"])
            if value is not None:
                yield _claim(each["what"], value, record.goal, each["source"])


def _is_about(each: Mapping[str, Any], problem: Mapping[str, Any]) -> bool:
    """Whether a series is about a problem, but for its numbers."""
    if each["family"] != problem["family"] or each.get("torus", False) != problem["torus"]:
        return False
    known = family(problem["family"])
    if any(each.get(key.name, key.default) != problem.get(key.name, key.default) for key in known.parameters):
        return False
    count, side = problem["pieces"][0]["count"], problem["board"][0]
    wanted = {"n": side, "n+1": side + 1, "n+2": side + 2, "max": None}.get(each.get("count", ""), count)
    return bool(
        count == wanted
        and ("rows" not in each or count is not None)
        and each.get(piece_keys(known)[0], 1) == len(problem["pieces"])
    )


def _value(each: Mapping[str, Any], side: int, count: int | None) -> int | None:
    if "rows" in each:
        row = each["rows"].get(str(side))
        return None if row is None or count is None else row[count] if count < len(row) else 0
    value = each["values"].get(str(side))
    return None if value is None else int(value)


def _claim(what: str, value: int, goal: int, source: str) -> Claim[Solution]:
    if what == "optimum":
        return Claim(WHO, goal, Status.OPTIMAL, objective=value, bound=value, source=source)
    status = Status.OPTIMAL if goal else Status.SATISFIED if value else Status.INFEASIBLE
    if what == "orbits":
        return Claim(WHO, goal, status, Want.COUNT, complete=True, orbits=value, source=source)
    return Claim(WHO, goal, status, Want.COUNT, complete=True, count=value, source=source)
