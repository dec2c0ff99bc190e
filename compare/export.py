"""Records for other programs: JSON lines, CSV and a pandas table."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rookery.backends.answer import make_table
from rookery.compare.record import Record
from rookery.core.files import replace_file
from rookery.models import BadInput

if TYPE_CHECKING:
    from pandas import DataFrame

SPREAD = ("limits", "times", "statistics")  # fields with a column for each of their keys
AS_TEXT = ("problem", "options", "versions", "solutions")  # fields whose column holds JSON


def export(records: Sequence[Record], path: Path) -> None:
    """Write records to a file: all of them in JSON lines (`.jsonl`), or a table with a row each (`.csv`).

    Raises `BadInput` for any other suffix, and for a file that cannot be written.
    """
    match path.suffix.lower():
        case ".jsonl":
            replace_file(path, b"".join(msgspec.json.encode(record) + b"\n" for record in records))
        case ".csv":
            rows = [flatten(record) for record in records]
            text = io.StringIO(newline="")
            writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)))
            writer.writeheader()
            writer.writerows(rows)
            replace_file(path, text.getvalue())
        case _:
            raise BadInput(f"export {path}: expected a name that ends with .jsonl or .csv")


def flatten(record: Record) -> dict[str, Any]:
    """Return a record as one row: a column for each phase, limit, size and search statistic; deeper values as JSON."""
    data = msgspec.structs.asdict(record) | {"limits": msgspec.structs.asdict(record.limits)}
    spread = {f"{name}.{key}": value for name in SPREAD for key, value in data.pop(name).items()}
    row = {name: json.dumps(value) if name in AS_TEXT else value for name, value in data.items()}
    return row | spread


def frame(records: Iterable[Record]) -> "DataFrame":
    """Return records as a pandas table with a row each; raises `BadInput` if pandas is not installed."""
    return make_table([{"contestant": record.contestant, **flatten(record)} for record in records])
