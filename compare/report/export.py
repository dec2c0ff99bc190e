"""Records for other programs: JSON lines, CSV, Parquet, and the JSON of mkplot."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.answer import make_table
from rookery.backends.contract.answer_data import VOCABULARY
from rookery.compare.analysis.cells import contestant, is_solved, seconds_of
from rookery.compare.records.record import Record, as_plain
from rookery.core.files import replace_file, replacing
from rookery.core.plugins import install_extra
from rookery.models import BadInput

if TYPE_CHECKING:
    from pandas import DataFrame

SPREAD = ("limits", "times", "program")
EXPORTED = tuple(name for name in VOCABULARY if name != "memory")  # which a record has of its own
AS_TEXT = ("problem", "options", "versions", "solutions")


def export(records: Sequence[Record], path: Path) -> list[Path]:
    """Write records to a file of the form that its name ends with, and give the files that were written.

    `.jsonl` holds everything, a record per line; `.csv` and `.parquet` have a row per record, with separate columns for
    phases and sizes; `.json` is for mkplot, with a file per contestant. Raises `BadInput` for any other ending, a file
    that cannot be written, and Parquet without its library.
    """
    write = FORMS.get(path.suffix.lower())
    if write is None:
        raise BadInput(f"export {path}: expected a name that ends with {', '.join(FORMS)}")
    return write(records, path)


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


def _jsonl(records: Sequence[Record], path: Path) -> list[Path]:
    with replacing(path) as file:
        file.writelines(json.dumps(as_plain(record)).encode() + b"\n" for record in records)
    return [path]


def _csv(records: Sequence[Record], path: Path) -> list[Path]:
    rows = [flatten(record) for record in records]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    replace_file(path, text.getvalue())
    return [path]


def _parquet(records: Sequence[Record], path: Path) -> list[Path]:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise BadInput(f"Parquet needs pyarrow: {install_extra('parquet')}; .csv and .jsonl need nothing") from None
    table = frame(records)
    for name in ("count", "orbits", "objective", "bound"):
        if any(value is not None and abs(value) >= 1 << 63 for value in (getattr(each, name) for each in records)):
            table[name] = table[name].map(lambda value: None if value is None else str(value))
        else:
            table[name] = table[name].astype("Int64")
    for name in EXPORTED:
        table[f"statistics.{name}"] = table[f"statistics.{name}"].astype("Int64")
    with replacing(path) as file:
        table.to_parquet(file, engine="pyarrow", index=False)
    return [path]


def _mkplot(records: Sequence[Record], path: Path) -> list[Path]:
    by_name = sorted(records, key=contestant)
    names = [(name, list(group)) for name, group in groupby(by_name, key=contestant)]
    written = []
    for name, group in names:
        slug = re.sub(r"[^A-Za-z0-9_.]+", "-", name)
        target = path if len(names) == 1 else path.with_name(f"{path.name.partition('.')[0]}-{slug}.json")
        replace_file(target, json.dumps({"preamble": _preamble(name, group), "stats": _stats(group)}, indent=1))
        written.append(target)
    return written


def _preamble(name: str, records: Sequence[Record]) -> Mapping[str, Any]:
    limits = records[0].limits
    return {
        "program": name,
        "prog_alias": name,
        "prog_args": " ".join(f"{key}={value}" for key, value in records[0].options.items()),
        "benchmark": ", ".join(dict.fromkeys(record.family for record in records)),
        "runlim": {"time_limit": limits.seconds, "memory_limit": limits.memory},
    }


def _stats(records: Sequence[Record]) -> dict[str, Any]:
    """Each run by its instance and seed: whether it was solved, and the seconds it took."""
    return {
        f"{record.instance}, seed {record.seed}": {
            "status": is_solved(record),
            "rtime": seconds_of(record) if is_solved(record) else record.limits.seconds or record.wall,
            "memory": record.memory,
        }
        for record in records
    }


FORMS: Mapping[str, Callable[[Sequence[Record], Path], list[Path]]] = {
    ".jsonl": _jsonl,
    ".csv": _csv,
    ".parquet": _parquet,
    ".json": _mkplot,
}
