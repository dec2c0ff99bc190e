"""What follows when the runs of a campaign are made: the disputes, the findings, and the reports in its folder."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.problems.command_lines import family as name_family
from rookery.compare.problems.command_lines import label
from rookery.compare.records.dispute import Dispute
from rookery.compare.records.record import Record
from rookery.compare.records.solution import Solution
from rookery.compare.records.store import read_store
from rookery.compare.runs.folder import TOML, CampaignResult
from rookery.compare.verdict.disputes import dispute_with_proofs, find_disputes
from rookery.compare.verdict.file import read_disputes, save_disputes
from rookery.compare.verdict.proofs import Proofs, read_proofs
from rookery.models import BadInput
from rookery.models.base.files import read_text, replace_file
from rookery.models.pieces.toml import Source
from rookery.models.problems.plain import stable

HTML, MARKDOWN = "report.html", "report.md"


def conclude(
    folder: Path, title: str, result: CampaignResult, shrink: bool = True, proofs: Proofs | None = None
) -> Findings:
    """The findings of a campaign whose runs are made; disputes are shrunk unless the campaign was interrupted.

    Without `proofs`, those that the folder has are verified.
    """
    proven = read_proofs(folder, result.records) if proofs is None else proofs
    disputes = settle_disputes(folder, result.records, shrink and not result.interrupted)
    whole = dispute_with_proofs(result.records, proven.values(), disputes)
    return findings(title, result.records, result.environment, whole, str(folder), proven)


def read_findings(folder: Path) -> Findings:
    """The findings of a campaign's folder, which stays as it is; raises `BadInput` where it holds none."""
    stored, environment = read_store(folder)
    records = name_anew(stored)
    result = CampaignResult(tuple(records), environment, planned=len(records))
    return conclude(folder, read_title(folder), result, shrink=False)


def name_anew(records: Iterable[Record]) -> list[Record]:
    """The records with the names that this version gives their instances and families: another one may differ."""
    names: dict[tuple[str, str, bool], tuple[str, str]] = {}
    found = []
    for record in records:
        place = stable(record.problem), record.want, record.up_to_symmetry
        if place not in names:
            names[place] = _find_names(record)
        instance, family = names[place]
        found.append(replace(record, instance=instance, family=family))
    return found


def _find_names(record: Record) -> tuple[str, str]:
    """Instance and family; those that a record has where it is of a family that is not installed."""
    with suppress(BadInput, KeyError):
        return label(record.problem, record.want, record.up_to_symmetry), name_family(record.problem)
    return record.instance, record.family


def settle_disputes(folder: Path, records: Sequence[Record], shrink: bool = True) -> list[Dispute[Solution]]:
    """The disputes of a campaign, each as its folder keeps it; new ones are shrunk by smaller runs, and kept."""
    found = find_disputes(records)
    kept = read_disputes(folder, found)
    if shrink and any(dispute.key not in kept for dispute in found):
        from rookery.compare.verdict.shrink import shrink_disputes

        found = shrink_disputes(found)
        save_disputes(folder, found)
        return found
    return [_recall(dispute, kept.get(dispute.key, dispute)) for dispute in found]


def _recall(now: Dispute[Solution], kept: Dispute[Solution]) -> Dispute[Solution]:
    """A dispute that was found now, on the smaller board on which it was kept."""
    return replace(now, message=kept.message, witness=kept.witness, command=kept.command, problem=kept.problem)


def read_title(folder: Path) -> str:
    """The name that a campaign gives itself, or that of its folder."""
    with suppress(BadInput):
        name = Source(read_text(folder / TOML, "a campaign's TOML file"), TOML).data().get("name")
        if isinstance(name, str) and name:
            return name
    return folder.resolve().name


def write_reports(folder: Path, found: Findings) -> list[Path]:
    """Write the reports, each whole or not at all."""
    from rookery.compare.report.markdown import markdown
    from rookery.compare.report.page import page

    texts = {folder / HTML: page(found), folder / MARKDOWN: markdown(found)}
    for path, text in texts.items():
        replace_file(path, text)
    return list(texts)
