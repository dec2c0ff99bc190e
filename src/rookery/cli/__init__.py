"""The command line: one file a command; a call imports the command that it names, which imports what is heavy late."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from rookery.cli import exits
from rookery.cli.options.option import hide_flag_types
from rookery.cli.output import streams
from rookery.cli.output.broken_plugins import naming_broken_plugins
from rookery.models.problems.registry import name_left_out

# The commands in the order of the help, and whether each has commands of its own; the module is named like the command.
COMMANDS = {
    "solve": True,
    "table": True,
    "compare": False,
    "report": False,
    "pieces": True,
    "backends": True,
    "doctor": False,
    "demo": False,
    "trace": True,
    "verify": True,
    "export": True,
    "check": True,
    "import": False,
}
HELP_NAMES = ["-h", "--help"]
COMPLETION = "_ROOKERY_COMPLETE"  # what a shell sets that asks what may follow


def _version(wanted: bool) -> None:
    if wanted:
        from rookery.backends.running.results import own_versions

        print(f"rookery {own_versions()['rookery']}")
        raise typer.Exit


def _rookery(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", metavar="", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Hold the options that stand before every command."""


def make_app(named: str = "") -> typer.Typer:
    """The command line with the command that is named, or with all of them where that is none."""
    app = typer.Typer(
        name="rookery",
        help="Place non-attacking chess pieces and dominate boards: several solvers, and every answer is checked.",
        epilog="Example: rookery solve placement --piece queen --board 8 --count 8",
        no_args_is_help=True,
        context_settings={"help_option_names": HELP_NAMES},
        pretty_exceptions_enable=False,
    )
    app.callback()(_rookery)
    for name in [named] if named in COMMANDS else COMMANDS:
        module = import_module(f"rookery.cli.commands.{'import_' if name == 'import' else name}")
        app.add_typer(module.app, name=name if COMMANDS[name] else None)
    return app


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its exit code."""
    streams.settle()
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; without arguments it takes those of the process."""
    try:
        given = sys.argv[1:] if arguments is None else list(arguments)
        named = "" if COMPLETION in os.environ else next(iter(given), "")
        command = typer.main.get_command(make_app(named))
        hide_flag_types(command, HELP_NAMES)
        with naming_broken_plugins():
            name_left_out()
            code = command.main(given, prog_name="rookery", standalone_mode=False)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        return exits.after(error)
    return code if isinstance(code, int) else exits.ANSWERED
