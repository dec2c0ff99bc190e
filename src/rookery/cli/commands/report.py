"""`rookery report`: what a campaign found, in the terminal, as a page, as Markdown, beside another campaign."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from rookery.cli import exits
from rookery.cli.options.groups import group_options
from rookery.cli.options.option import OUTPUT, option
from rookery.cli.output.files import check_writable, write_and_tell
from rookery.cli.output.terminal import complain
from rookery.models import BadInput

if TYPE_CHECKING:
    from rookery.compare.analysis.changes import Changes
    from rookery.compare.analysis.findings import Findings

app = typer.Typer()
Folder = Annotated[Path, typer.Argument(help="The folder of a campaign.", metavar="DIR", show_default=False)]


@dataclass(frozen=True)
class ReportFiles:
    """The files that are written."""

    html: Annotated[Path | None, option("--html", "Write one self-contained page.", "FILE", OUTPUT)] = None
    markdown: Annotated[Path | None, option("--markdown", "Write Markdown for a pull request.", "FILE", OUTPUT)] = None
    export: Annotated[
        Path | None, option("--export", "Write the runs: .jsonl, .csv, .parquet, or .json for mkplot.", "FILE", OUTPUT)
    ] = None
    figures: Annotated[
        Path | None, option("--figures", "Write PDF and PNG figures (needs the extra `figures`).", "DIR", OUTPUT)
    ] = None

    def check(self) -> None:
        """Raise `BadInput` for files that cannot be written, before anything is computed."""
        for path in filter(None, (self.html, self.markdown, self.export)):
            check_writable(path)
        if self.figures and self.figures.exists() and not self.figures.is_dir():
            raise BadInput(f"cannot write figures to {self.figures}: it is a file; name a folder")

    @property
    def any(self) -> bool:
        """Whether there is a file to write."""
        return any((self.html, self.markdown, self.export, self.figures))


@dataclass(frozen=True)
class Beside:
    """The campaign that it is compared with."""

    baseline: Annotated[
        Path | None, option("--baseline", "Another campaign's folder: what became slower or faster since.", "DIR")
    ] = None
    threshold: Annotated[
        float, option("--threshold", "How many times as long counts as slower (and the inverse as faster).", "TIMES")
    ] = 1.1

    def check(self) -> None:
        """Raise `BadInput` for a threshold that is none."""
        if not 1 <= self.threshold < float("inf"):
            raise BadInput(f"threshold {self.threshold:g}; it must be at least 1: 1.1 is ten percent")


@app.command("report", epilog="Example: rookery report queens --html queens.html --baseline queens-yesterday")
@group_options
def report(folder: Folder, written: ReportFiles, beside: Beside) -> None:
    """Show what a campaign found: who agrees, who is faster, and what changed since another one."""
    written.check()
    beside.check()
    from rookery.compare.analysis.changes import Changes
    from rookery.compare.verdict.conclude import read_findings

    found = read_findings(folder)
    changes = Changes(read_findings(beside.baseline), found, beside.threshold) if beside.baseline else None
    _write(written, found, changes)
    if not written.any:
        _print(found, changes)
    _end(found, changes)


def _print(found: "Findings", changes: "Changes | None") -> None:
    from rich.console import Console

    from rookery.compare.report.terminal import show, show_changes

    console = Console(highlight=False, markup=False, emoji=False)
    show(found, console)
    if changes:
        show_changes(changes, console)


def _write(written: ReportFiles, found: "Findings", changes: "Changes | None") -> None:
    if written.html:
        from rookery.compare.report.page import page

        write_and_tell(written.html, page(found, changes))
    if written.markdown:
        from rookery.compare.report.markdown import markdown

        write_and_tell(written.markdown, markdown(found, changes))
    if written.export:
        from rookery.compare.report.export import export

        _tell(export(found.records, written.export))
    if written.figures:
        from rookery.compare.report.figures import figures

        _tell(figures(found, written.figures))


def _tell(paths: Iterable[Path]) -> None:
    for path in paths:
        complain(f"wrote {path}")


def _end(found: "Findings", changes: "Changes | None") -> NoReturn:
    """A disagreement, of backends or of two campaigns, ends with the exit code of wrong answers."""
    wrong = not found.sound or (changes is not None and bool(changes.contradictions))
    raise typer.Exit(exits.DISAGREEMENT if wrong else exits.ANSWERED)
