"""Records for other programs: JSON lines, CSV and a pandas table."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.answer import make_table
from rookery.backends.contract.answer_data import VOCABULARY
from rookery.compare.analysis.cells import contestant
from rookery.compare.records.record import Record, as_plain
from rookery.core.files import replace_file, replacing
from rookery.models import BadInput

if TYPE_CHECKING:
    from pandas import DataFrame

SPREAD = ("limits", "times", "program")
EXPORTED = tuple(name for name in VOCABULARY if name != "memory")  # which a record has
AS_TEXT = ("problem", "options", "versions", "solutions")


def export(records: Sequence[Record], path: Path) -> None:
    """Write records to a file in the format of its suffix.

    `.jsonl` holds everything, one record per line. `.csv` has one row per record, with separate columns for phases and
    sizes. Raises `BadInput` for any other suffix, and for a file that cannot be written.
    """
    write = FORMS.get(path.suffix.lower())
    if write is None:
        raise BadInput(f"export {path}: expected a name that ends with {' or '.join(FORMS)}")
    write(records, path)


def flatten(record: Record) -> dict[str, Any]:
    """A record as one row: phases, sizes, limits, statistics in separate columns, deeper values as JSON.

    There is a column for each search statistic, empty if the backend does not report it.
    """
    data = as_plain(record)
    statistics = data.pop("statistics")
    spread = {f"{name}.{key}": value for name in SPREAD for key, value in data.pop(name).items()}
    return (
        {name: json.dumps(value) if name in AS_TEXT else value for name, value in data.items()}
        | spread
        | {f"statistics.{name}": statistics.get(name) for name in EXPORTED}
    )


def frame(records: Iterable[Record]) -> "DataFrame":
    """Records as a table of pandas, a row each; raises `BadInput` if pandas is not installed."""
    return make_table([{"contestant": contestant(record), **flatten(record)} for record in records])


def _write_jsonl(records: Sequence[Record], path: Path) -> None:
    with replacing(path) as file:
        file.writelines(json.dumps(as_plain(record)).encode() + b"\n" for record in records)


def _write_csv(records: Sequence[Record], path: Path) -> None:
    rows = [flatten(record) for record in records]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    replace_file(path, text.getvalue())


FORMS: Mapping[str, Callable[[Sequence[Record], Path], None]] = {".jsonl": _write_jsonl, ".csv": _write_csv}
