"""Records as plain data and back: the form of the store and of exports."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from rookery.compare.records.record import Ended, Limits, Record, Said

NAMES = tuple(field.name for field in fields(Record))


def as_plain(record: Record) -> dict[str, Any]:
    """A record as plain data, in the order of its fields."""
    data = {name: getattr(record, name) for name in NAMES}
    return data | {
        "limits": asdict(record.limits),
        "said": record.said.value,
        "ended": record.ended.value,
        "solutions": [[list(piece) for piece in solution] for solution in record.solutions],
    }


def from_plain(data: Mapping[str, Any]) -> Record:
    """The record of plain data; fields of another version of the record are passed over."""
    known = {name: value for name, value in data.items() if name in NAMES}
    solutions = tuple(tuple(map(tuple, each)) for each in known["solutions"])
    axes = {"said": Said(known["said"]), "ended": Ended(known["ended"]), "limits": Limits(**known["limits"])}
    return Record(**known | axes | {"solutions": solutions})
