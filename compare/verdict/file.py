"""The verdict of a campaign, kept beside its runs: what was found by making smaller runs need not be found again."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rookery.compare.analysis.findings import Dispute, refusals
from rookery.compare.records.record import Record
from rookery.compare.verdict.disputes import disputes
from rookery.models.base.files import MOST_MODEL_BYTES, read_text, replace_file

FILE = "verdict.json"


def save(folder: Path, found: Sequence[Dispute]) -> None:
    """Keep disputes in a campaign's folder."""
    replace_file(folder / FILE, json.dumps([asdict(dispute) for dispute in found], indent=1))


def judged(folder: Path, records: Sequence[Record]) -> list[Dispute]:
    """What the records of a folder dispute now, the referees among those who do, each as it was kept if it was."""
    refused = (dispute for dispute, _ in refusals(records).values())
    kept = {_which(dispute): dispute for dispute in _read(folder)}
    return [kept.get(_which(dispute), dispute) for dispute in (*disputes(records), *refused)]


def all_kept(folder: Path, found: Sequence[Dispute]) -> bool:
    """Whether all disputes are kept in a folder."""
    return {_which(dispute) for dispute in found} <= {_which(dispute) for dispute in _read(folder)}


def _which(dispute: Dispute) -> tuple[str, str, str]:
    return dispute.instance, dispute.one, dispute.other


def _read(folder: Path) -> list[Dispute]:
    with suppress(ValueError, TypeError, KeyError, RecursionError):  # what cannot be read is judged anew
        return [_dispute(data) for data in json.loads(read_text(folder / FILE, "disputes as JSON", MOST_MODEL_BYTES))]
    return []


def _dispute(data: Mapping[str, Any]) -> Dispute:
    witness = tuple((name, row, column) for name, row, column in data["witness"])
    return Dispute(**{**data, "witness": witness})
