"""What follows when the runs of a campaign are made: the verdict, and the reports in its folder."""

from collections.abc import Sequence
from pathlib import Path

from rookery.compare.analysis.findings import Dispute, Findings
from rookery.compare.records.record import Record
from rookery.compare.verdict.disputes import clashes, refused
from rookery.compare.verdict.file import all_kept, judged, save
from rookery.models.base.files import replace_file

HTML, MARKDOWN = "report.html", "report.md"


def judge(folder: Path, records: Sequence[Record], shrink: bool = True) -> list[Dispute]:
    """The disputes of a campaign; new ones are shrunk by smaller runs, and kept in the folder."""
    found = judged(folder, records)
    if not found or not shrink or all_kept(folder, found):
        return found
    from rookery.compare.verdict.shrink import shrunk

    found = shrunk([*clashes(records), *refused(records)])
    save(folder, found)
    return found


def write(folder: Path, found: Findings) -> list[Path]:
    """Write the reports, each whole or not at all."""
    from rookery.compare.report.markdown import markdown
    from rookery.compare.report.page import page

    texts = {folder / HTML: page(found), folder / MARKDOWN: markdown(found)}
    for path, text in texts.items():
        replace_file(path, text)
    return list(texts)
