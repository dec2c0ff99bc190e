"""The command line, with one module for each command; a call imports only the command that it names."""

import gc
import io
import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

import click
from click.exceptions import Exit, NoArgsIsHelpError

from rookery.cli.options.command import LateGroup, Offer
from rookery.cli.output.terminal import complain
from rookery.core.interrupts import recover_ctrl_c, take_sigterm
from rookery.core.plugins import PluginWarning
from rookery.core.synonyms import suggest
from rookery.models.boards.graph import GraphWarning

COLLECT_AFTER = 100_000  # new objects; Python's default of 700 costs a large question a fifth of its time
# The commands with their summaries, in the order of the help; each is `command` in the module of its name.
COMMANDS = {
    "solve": "Solve one problem and draw the answer.",
    "table": "Print a table of the values for several pieces and boards.",
    "compare": "Compare backends on problems: who is right, who is faster?",
    "report": "Show who is right and faster in a campaign, and what changed.",
    "pieces": "List the pieces, or show the squares that one attacks.",
    "backends": "List the backends: their versions, abilities and options.",
    "doctor": "Check this installation, and solve a problem with each backend.",
    "demo": "Solve four problems with each backend, and compare the answers.",
    "trace": "Write a page that plays a search step by step.",
    "verify": "Check a certificate (`solve --proof FILE`) without any solver.",
    "export": "Write a problem in a file format of other tools.",
    "check": "Check a placement from elsewhere, and name each rule it breaks.",
    "hint": "Name the next squares that are decided, and why.",
    "puzzle": "Make puzzles with exactly one solution.",
    "play": "Play on a board in the browser, and ask the backends.",
}
COMPLETE = "_ROOKERY_COMPLETE"  # the variable by which a shell asks click for completions


@contextmanager
def warning_in_lines() -> Iterator[None]:
    """Print each warning about a plug-in or a graph once, as a line on standard error; others as Python does."""
    with warnings.catch_warnings():
        for ours in (PluginWarning, GraphWarning):
            warnings.simplefilter("always", ours)
        usual, told = warnings.showwarning, set[str]()

        def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
            line = str(message)
            if not issubclass(category, PluginWarning | GraphWarning):
                usual(message, category, *where, **more)
            elif line not in told:
                told.add(line)
                complain(f"rookery: {line}{'; it is left out' if issubclass(category, PluginWarning) else ''}")

        warnings.showwarning = show
        yield


def _import_command(name: str) -> click.Command:
    command: click.Command = import_module(f"rookery.cli.commands.{name}").command
    return command


def _list_offers() -> Mapping[str, Offer]:
    return {name: partial(_import_command, name) for name in COMMANDS}


def _show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from rookery.core.plugins import own_version

        print(f"rookery {own_version()}")
        raise Exit


class App(LateGroup):
    """The command line. For the name of a family it suggests `rookery solve`."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        super().__init__(name, _list_offers, **settings)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the summaries, without an import of the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def suggest(self, ctx: click.Context, name: str) -> str:
        """Return what a wrong name may mean: a command, or a family."""
        from rookery.models.problems.registry import families  # no other call needs them here

        if suggest(name, self.list_commands(ctx)) or not (near := suggest(name, families())):
            return super().suggest(ctx, name)
        return f": {near[0]} is a family of problems; did you mean `rookery solve {near[0]}`?"


@click.command(
    cls=App,
    epilog="Example: rookery solve placement --piece queen --board 8 --count 8",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def app() -> None:
    """Place chess pieces, or guard a board with the fewest: several solvers, and every solution is refereed."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(COLLECT_AFTER)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start and join threads that nothing here uses
    _settle_streams()
    code = run(arguments)
    gc.freeze()  # a last search for cycles would take a tenth of the time of a small answer
    sys.exit(code)


def _settle_streams() -> None:
    """Replace closed standard streams by the null device, and print characters that the encoding lacks as `?`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open until the process ends
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; without arguments it takes those of the process."""
    try:
        given = sys.argv[1:] if arguments is None else list(arguments)
        with warning_in_lines(), recover_ctrl_c(), take_sigterm():
            code = _call(given)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        from rookery.cli import exits

        return exits.after(error)
    return code


def _call(given: list[str]) -> int:
    """Parse the arguments and run the command; click's own `main` would print errors in its words and exit."""
    command: click.Command = app
    if instruction := os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(command, {}, "rookery", COMPLETE, instruction)
    try:
        with command.make_context("rookery", given) as context:
            command.invoke(context)
    except Exit as ending:
        return ending.exit_code
    except NoArgsIsHelpError as error:
        print(error.format_message())
    return 0
