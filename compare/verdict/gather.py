"""From a campaign's folder to its findings."""

from contextlib import suppress
from pathlib import Path

from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.records.store import read_store
from rookery.compare.verdict.file import judged
from rookery.models import BadInput
from rookery.models.base.files import read_text
from rookery.models.pieces.toml import Source


def gathered(folder: Path) -> Findings:
    """The findings of a campaign's folder; raises `BadInput` where it holds none."""
    records, environment = read_store(folder)
    return findings(title(folder), records, environment, judged(folder, records))


def title(folder: Path) -> str:
    """The name that a campaign gives itself, or that of its folder."""
    with suppress(BadInput):
        name = Source(read_text(folder / "campaign.toml", "a campaign's TOML file"), "campaign.toml").data().get("name")
        if isinstance(name, str) and name:
            return name
    return folder.resolve().name
