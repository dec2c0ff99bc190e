"""What is published of a record: by the values that come with the package, and by those of `published.toml`.

The file here has sequences that the package does not compare with, and says of others which of their terms are
published and which were only computed by somebody who works on this package.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.records.data import Record
from benchmarks.records.kinds import KINDS
from rookery.compare.verdict.claims import series

FILE = Path(__file__).with_name("published.toml")
WHAT = {"optimum": "optimum", "sets": "count", "orbits": "orbits"}
UNPUBLISHED = ("computed", "same value")


@cache
def ours() -> tuple[Mapping[str, Any], ...]:
    """The series of the file beside this one."""
    return tuple(tomllib.loads(FILE.read_text(encoding="utf-8"))["series"])


def published(record: Record, field: str) -> tuple[int, str] | None:
    """The published value of a record's field and its source; None where we know none."""
    own = list(_about(record, field, ours()))
    known = own or [each for each in _about(record, field, series()) if not each["source"].startswith(UNPUBLISHED)]
    for each in known:
        value = each["values"].get(str(record.side))
        if value is not None:
            return value, each["source"]
    only = published(record, "sets") if field == "orbits" else None
    return only if only and only[0] == 1 else None  # one set is one orbit


def missing(record: Record) -> list[str]:
    """The fields of a record for which we know no published value, nor is there one to publish, as on 1x1."""
    fields = [field for field in WHAT if getattr(record, field) is not None and record.side > 1]
    return [field for field in fields if not published(record, field)]


def disagreement(record: Record) -> str:
    """Which known value, published or only computed, a record contradicts; empty where none."""
    for field in WHAT:
        mine = getattr(record, field)
        for each in _about(record, field, (*ours(), *series())):
            value = each["values"].get(str(record.side))
            if None not in (mine, value) and mine != value:
                return f"{field} {value} ({each['source']})"
    return ""


def _about(record: Record, field: str, known: tuple[Mapping[str, Any], ...]) -> Iterator[Mapping[str, Any]]:
    for each in known:
        alike = each["piece"] == record.piece and each["what"] == WHAT[field]
        torus = each.get("torus", False) == ("torus" in record.board)
        if alike and torus and KINDS[record.kind].is_answered_by(each):  # at last what takes longest
            yield each
