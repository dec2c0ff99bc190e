"""The command line: one file a command; each imports what is heavy only when it runs."""

import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from rookery.cli import exits
from rookery.cli.commands import (
    backends,
    check,
    compare,
    demo,
    doctor,
    export,
    import_,
    pieces,
    report,
    solve,
    table,
    trace,
    verify,
)
from rookery.cli.output import streams
from rookery.cli.output.broken_plugins import naming_broken_plugins
from rookery.models.problems.registry import name_left_out

app = typer.Typer(
    name="rookery",
    help="Place chess pieces and guard boards with them: one declaration, several solvers, every answer refereed.",
    epilog="Example: rookery solve placement --piece queen --board 8 --count 8",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.add_typer(solve.app, name="solve")
app.add_typer(table.app, name="table")
app.add_typer(compare.app)
app.add_typer(report.app)
app.add_typer(pieces.app, name="pieces")
app.add_typer(backends.app, name="backends")
app.add_typer(doctor.app)
app.add_typer(demo.app)
app.add_typer(trace.app, name="trace")
app.add_typer(verify.app, name="verify")
app.add_typer(export.app, name="export")
app.add_typer(check.app, name="check")
app.add_typer(import_.app)


def _version(wanted: bool) -> None:
    if wanted:
        from rookery.backends.running.results import own_versions

        print(f"rookery {own_versions()['rookery']}")
        raise typer.Exit


@app.callback()
def _rookery(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", metavar="", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Hold the options that stand before every command."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its exit code."""
    streams.settle()
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; without arguments it takes those of the process."""
    try:
        command = typer.main.get_command(app)
        given = None if arguments is None else list(arguments)
        with naming_broken_plugins():
            name_left_out()
            code = command.main(given, prog_name="rookery", standalone_mode=False)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        return exits.after(error)
    return code if isinstance(code, int) else exits.ANSWERED
