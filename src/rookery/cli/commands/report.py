"""`rookery report`: what a campaign found, in the terminal and in files, and what changed since another one."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.option import argument, make_command, option
from rookery.cli.output.terminal import check_writable, complain, console, emit, write_and_tell
from rookery.models import BadInput

FOLDERS_HELP = "Folder of a campaign. With two, the first is the baseline and the second is reported."
Folders = Annotated[list[Path], argument(FOLDERS_HELP, "DIR...")]


@dataclass(frozen=True)
class ReportFiles:
    """The forms of a report beside text."""

    html: Annotated[Path | None, option("--html", "Write one self-contained HTML page.", "FILE")] = None
    export: Annotated[Path | None, option("--export", "Write the runs: .jsonl or .csv.", "FILE")] = None
    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False

    def check(self) -> None:
        """Raise `BadInput` for files that cannot be written, before anything is computed."""
        for path in filter(None, (self.html, self.export)):
            check_writable(path)
        if self.export and self.export.suffix.lower() not in (".jsonl", ".csv"):
            raise BadInput(f"--export {self.export}: expected a name that ends with .jsonl or .csv")


def report(folders: Folders, written: ReportFiles) -> None:
    """Show what a campaign found: who is right, who is faster, and what changed since another one."""
    written.check()
    if len(folders) > 2:
        raise BadInput(f"{len(folders)} campaigns; a report is on one, or on one against a baseline")
    if len(folders) == 2 and os.path.realpath(folders[0]) == os.path.realpath(folders[1]):
        raise BadInput(f"{folders[1]} is named twice; a campaign is compared with another one")
    from rookery.compare.changes import Changes
    from rookery.compare.folder import read_findings
    from rookery.compare.terminal import show, show_changes, show_conclusions

    *before, found = map(read_findings, folders)
    changes = Changes(before[0], found) if before else None
    if written.html:
        from rookery.compare.page import page

        write_and_tell(written.html, page(found, changes))
    if written.export:
        from rookery.compare.export import export

        export(found.records, written.export)
        complain(f"wrote {written.export}")
    if written.json:
        from rookery.compare.export import summarise

        emit(json.dumps(summarise(found, changes)))
    else:  # print the report; only its conclusions where the rest of it is written to a file
        out = console(soft_wrap=False)
        with out.capture() as shown:  # rich would end the process by itself when there is no reader any more
            (show_conclusions if written.html or written.export else show)(found, out)
            if changes:
                show_changes(changes, out)
        emit(shown.get().rstrip("\n"), drawn=True)
    wrong = found.failed or (changes is not None and bool(changes.kinds["with another answer"]))
    raise Exit(exits.DISAGREEMENT if wrong else exits.ANSWERED)


def make() -> click.Command:
    """The command."""
    return make_command(report, "report", epilog="Example: rookery report queens-yesterday queens --html queens.html")
