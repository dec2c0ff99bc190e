"""`rookery report`: what a campaign found, in the terminal and in files, and what changed since another one."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.command import FILE, Command, json_option
from rookery.cli.output.terminal import check_writable, complain, emit, emit_drawn, write_and_tell
from rookery.compare.changes import Changes
from rookery.compare.export import check_name, summarise
from rookery.compare.export import export as export_runs
from rookery.compare.folder import read_findings
from rookery.compare.terminal import show, show_changes, show_conclusions
from rookery.models import BadInput

if TYPE_CHECKING:
    from rich.console import Console


@click.command("report", cls=Command, epilog="Example: rookery report queens-yesterday queens --html queens.html")
@click.argument("folders", type=FILE, nargs=-1, required=True, metavar="DIR...")
@click.option("--html", type=FILE, metavar="FILE", help="Write one self-contained HTML page.")
@click.option("--export", type=FILE, metavar="FILE", help="Write the runs: .jsonl or .csv.")
@json_option
def command(folders: tuple[Path, ...], html: Path | None, export: Path | None, as_json: bool) -> None:
    """Show who is right and faster in a campaign, and what changed.

    With two folders, the first is the baseline and the second is reported.
    """
    for path in filter(None, (html, export)):
        check_writable(path)
    if export:
        check_name(export, "--export")
    if len(folders) > 2:
        raise BadInput(f"{len(folders)} campaigns; a report is on one, or on one against a baseline")
    if len(folders) == 2 and os.path.realpath(folders[0]) == os.path.realpath(folders[1]):
        raise BadInput(f"{folders[1]} is named twice; a campaign is compared with another one")
    *before, found = map(read_findings, folders)
    changes = Changes(before[0], found) if before else None
    if html:
        from rookery.compare.page import page  # jinja2 is slow to import

        write_and_tell(html, page(found, changes))
    if export:
        export_runs(found.records, export)
        complain(f"wrote {export}")
    if as_json:
        emit(json.dumps(summarise(found, changes)))
    else:  # print the report; only its conclusions where the rest of it is written to a file

        def draw(out: "Console") -> None:
            (show_conclusions if html or export else show)(found, out)
            if changes:
                show_changes(changes, out)

        emit_drawn(draw)
    wrong = found.failed or (changes is not None and bool(changes.kinds["with another answer"]))
    raise Exit(exits.DISAGREEMENT if wrong else exits.ANSWERED)
