"""The command line: one file a command; a call imports the command that it names, which imports what is heavy late."""

import gc
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from rookery.cli.late import HELP_NAMES, Offer, finish, late_group
from rookery.cli.output import streams
from rookery.cli.output.broken_plugins import naming_broken_plugins
from rookery.models.problems.registry import name_left_out

COLLECT_AFTER = 100_000  # objects; after 700, as Python does, a fifth of the time of a large question goes into it
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
    "docs": False,
}


def _version(wanted: bool) -> None:
    if wanted:
        from rookery.models.base.distribution import own_version

        print(f"rookery {own_version()}")
        raise typer.Exit


def _rookery(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", metavar="", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Hold the options that stand before every command; name the plug-ins that are left out of all of them."""
    name_left_out()


def _offer(app: typer.Typer, name: str) -> None:
    """Add a command, whose module is imported now."""
    module = import_module(f"rookery.cli.commands.{'import_' if name == 'import' else name}")
    app.add_typer(module.app, name=name if COMMANDS[name] else None)


def _list_offers() -> Mapping[str, Offer]:
    return {name: partial(_offer, name=name) for name in COMMANDS}


def make_app() -> typer.Typer:
    """The command line, in which a command is imported and made when it is asked for."""
    app = typer.Typer(
        name="rookery",
        cls=late_group(_list_offers),
        help="Place non-attacking chess pieces and dominate boards: several solvers, and every answer is checked.",
        epilog="Example: rookery solve placement --piece queen --board 8 --count 8",
        no_args_is_help=True,
        context_settings={"help_option_names": HELP_NAMES},
        pretty_exceptions_enable=False,
    )
    app.callback()(_rookery)
    return app


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(COLLECT_AFTER)
    streams.settle()
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; without arguments it takes those of the process."""
    try:
        given = sys.argv[1:] if arguments is None else list(arguments)
        command = typer.main.get_command(make_app())
        finish(command)
        with naming_broken_plugins():
            code = command.main(given, prog_name="rookery", standalone_mode=False)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        from rookery.cli import exits

        return exits.after(error)
    return code if isinstance(code, int) else 0
