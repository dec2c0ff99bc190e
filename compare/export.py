"""Records and findings for other programs: JSON lines, CSV, a pandas table, and a report as plain data."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rookery.backends.answer import make_table
from rookery.compare import sentences
from rookery.compare.changes import Changes
from rookery.compare.findings import Findings
from rookery.compare.record import Record
from rookery.core.files import write_file
from rookery.models import BadInput

if TYPE_CHECKING:
    from pandas import DataFrame

SPREAD = ("limits", "times", "statistics")  # fields with a column for each of their keys
AS_TEXT = ("problem", "options", "versions", "solutions")  # fields whose column holds JSON


def check_name(path: Path, what: str = "export") -> None:
    """Raise `BadInput`, which names the option, unless the name of a file says in which form to export runs."""
    if path.suffix.lower() not in (".jsonl", ".csv"):
        raise BadInput(f"{what} {path}: expected a name that ends with .jsonl or .csv")


def export(records: Sequence[Record], path: Path) -> None:
    """Write records to a file: all of them in JSON lines (`.jsonl`), or a table with a row each (`.csv`).

    Raises `BadInput` for any other suffix, and for a file that cannot be written.
    """
    check_name(path)
    if path.suffix.lower() == ".jsonl":
        write_file(path, b"".join(msgspec.json.encode(record) + b"\n" for record in records))
        return
    rows = [flatten(record) for record in records]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)))
    writer.writeheader()
    writer.writerows(rows)
    write_file(path, text.getvalue())


def flatten(record: Record) -> dict[str, Any]:
    """Return a record as one row: a column for each phase, limit, size and search statistic; deeper values as JSON."""
    data = msgspec.structs.asdict(record) | {"limits": msgspec.structs.asdict(record.limits)}
    spread = {f"{name}.{key}": value for name in SPREAD for key, value in data.pop(name).items()}
    row = {name: json.dumps(value) if name in AS_TEXT else value for name, value in data.items()}
    return row | spread


def frame(records: Iterable[Record]) -> "DataFrame":
    """Return records as a pandas table with a row each; raises `BadInput` if pandas is not installed."""
    return make_table([{"contestant": record.contestant, **flatten(record)} for record in records])


def summarise(found: Findings, changes: Changes | None = None) -> dict[str, Any]:
    """Return what a report says as plain data: times in seconds, None for what is not known."""
    scores = {score.contestant: score for score in found.analysis.scores}
    return {
        "title": found.title,
        "outcome": found.outcome.value,
        "verdict": sentences.headline(found),
        "leader": sentences.leader(found),
        "backends": [
            {
                "backend": each.contestant,
                "wrong": each.wrong,
                "verdict": sentences.standing(each),
                "answered": len(scores[each.contestant].runs.solved),
                "runs": each.runs,
                "ends": scores[each.contestant].runs.reasons,
                "par2": scores[each.contestant].par2,
                "median": _finite(scores[each.contestant].runs.median),
                "wins": scores[each.contestant].wins,
            }
            for each in found.standings
        ],
        "contested": [
            {
                "instance": each.instance,
                "grounds": each.grounds,
                "claims": [{"claim": claim, "by": who} for who, claim in sentences.claims(each)],
                "conclusion": sentences.conclusion(each),
                "witness": each.witness,
                "command": each.main.command,
            }
            for each in found.contested
        ],
        "ratios": [
            {"one": pair.one, "other": pair.other, **pair.ratio._asdict(), "bound": pair.bound, "clear": pair.clear,
             "instances": pair.compared + pair.limited}
            for pair in found.analysis.ranked
            if pair.ratio and pair.one < pair.other
        ],
        "instances": [
            {"instance": name, "size": record.size, "winner": found.analysis.winners.get(name),
             "medians": {cell.contestant: _finite(cell.median) for cell in found.analysis.row(name)}}
            for name, record in found.analysis.instances.items()
        ],
        "caveats": found.caveats,
        "conditions": found.conditions,
        "changes": changes and {kind: dict(cells) for kind, cells in sentences.list_changes(changes).items()},
    }  # fmt: skip


def _finite(seconds: float) -> float | None:
    return None if isinf(seconds) else seconds
