"""`rookery report`: what campaigns found, in the terminal, as a page, as Markdown, as LaTeX, side by side."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import click
from click.exceptions import Exit

from rookery.backends.contract.answer_data import VOCABULARY
from rookery.cli import exits
from rookery.cli.options.option import argument, completion, make_command, option
from rookery.cli.output.terminal import check_writable, complain, console, emit, write_and_tell
from rookery.core.values import dataclass
from rookery.models import BadInput

if TYPE_CHECKING:
    from rookery.compare.analysis.changes import SideBySide

MEASURE_HELP = "Also show this measure by board size: nodes, conflicts, memory and others."
FOLDERS_HELP = "Folder of a campaign. With several, the first is the baseline and the last is reported."
Folders = Annotated[list[Path], argument(FOLDERS_HELP, "DIR...")]


@dataclass(frozen=True)
class ReportFiles:
    """The files that are written."""

    html: Annotated[Path | None, option("--html", "Write one self-contained HTML page.", "FILE")] = None
    markdown: Annotated[Path | None, option("--markdown", "Write Markdown for a pull request.", "FILE")] = None
    latex: Annotated[Path | None, option("--latex", "Write the tables for a paper (LaTeX with booktabs).", "FILE")] = (
        None
    )
    export: Annotated[
        Path | None, option("--export", "Write the runs: .jsonl, .csv, .parquet, or .json for mkplot.", "FILE")
    ] = None
    figures: Annotated[
        Path | None, option("--figures", "Write PDF and PNG figures (needs the extra `figures`).", "DIR")
    ] = None

    def check(self) -> None:
        """Raise `BadInput` for files that cannot be written, before anything is computed."""
        for path in filter(None, (self.html, self.markdown, self.latex, self.export)):
            check_writable(path)
        if self.figures and self.figures.exists() and not self.figures.is_dir():
            raise BadInput(f"cannot write figures to {self.figures}: it is a file; name a folder")

    @property
    def any(self) -> bool:
        """Return whether there is a file to write."""
        return any((self.html, self.markdown, self.latex, self.export, self.figures))


@dataclass(frozen=True)
class Beside:
    """The campaign that others are compared with, and what counts as a change."""

    baseline: Annotated[Path | None, option("--baseline", "Folder of the campaign to compare with.", "DIR")] = None
    threshold: Annotated[
        float, option("--threshold", "Factor from which a time counts as slower (its inverse as faster).", "TIMES")
    ] = 1.1

    def check(self) -> None:
        """Raise `BadInput` for a bad threshold."""
        if not 1 <= self.threshold < float("inf"):
            raise BadInput(f"threshold {self.threshold:g}; it must be at least 1: 1.1 is ten percent")

    def arrange(self, folders: Sequence[Path]) -> list[Path]:
        """All campaigns, the baseline first; raises `BadInput` for one that is named twice."""
        ordered = [*([self.baseline] if self.baseline else []), *folders]
        places = [os.path.realpath(folder) for folder in ordered]
        for at, folder in enumerate(ordered):
            if places[at] in places[:at]:
                raise BadInput(f"{folder} is named twice; a campaign is compared with another one")
        return ordered


def report(
    folders: Folders,
    written: ReportFiles,
    beside: Beside,
    measure: Annotated[
        str | None, option("--measure", MEASURE_HELP, "NAME", completed=completion(tuple(VOCABULARY)))
    ] = None,
) -> None:
    """Show what a campaign found: who is right, who is faster, and what changed since another one."""
    written.check()
    beside.check()
    from rookery.compare.analysis.changes import SideBySide
    from rookery.compare.report.terminal import check_measure
    from rookery.compare.verdict.conclude import read_findings

    campaigns = SideBySide(tuple(map(read_findings, beside.arrange(folders))), beside.threshold)
    if measure:
        check_measure(campaigns.latest, measure)
    found, changes = campaigns.latest, campaigns.changes[-1] if campaigns.changes else None
    if written.html:
        from rookery.compare.report.page import page

        write_and_tell(written.html, page(found, changes, campaigns if changes else None))
    if written.markdown:
        from rookery.compare.report.markdown import markdown

        write_and_tell(written.markdown, markdown(found, changes))
    if written.latex:
        from rookery.compare.report.latex import latex

        write_and_tell(written.latex, latex(campaigns))
    if written.export:
        from rookery.compare.report.export import export

        _tell(export(found.records, written.export))
    if written.figures:
        from rookery.compare.report.export import figures

        _tell(figures(found, written.figures))
    # Print the report; only its conclusions where the rest of it is written to a file
    whole = not written.any
    from rookery.compare.report.terminal import show, show_conclusions, show_effort, show_side_by_side, show_totals

    out = console(soft_wrap=False)
    with out.capture() as shown:  # rich would end the process by itself when there is no reader any more
        (show if whole else show_conclusions)(campaigns.latest, out)
        if whole:
            show_totals(campaigns.latest, out)
        if measure:
            show_effort(campaigns.latest, measure, out)
        if campaigns.changes:
            show_side_by_side(campaigns, out)
    emit(shown.get().rstrip("\n"), drawn=True)
    _end(campaigns)


def make() -> click.Command:
    """The command."""
    return make_command(report, "report", epilog="Example: rookery report queens-yesterday queens --html queens.html")


def _tell(paths: Iterable[Path]) -> None:
    for path in paths:
        complain(f"wrote {path}")


def _end(campaigns: "SideBySide") -> NoReturn:
    """A disagreement, of backends or of two campaigns, ends with the exit code of wrong answers."""
    wrong = not campaigns.latest.sound or any(each.contradictions for each in campaigns.changes)
    raise Exit(exits.DISAGREEMENT if wrong else exits.ANSWERED)
