"""The command line: one file a command; a call imports the command that it names, which imports what is heavy late."""

import gc
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

import click
from click.exceptions import Exit

from rookery import starting
from rookery.cli.options.option import LateGroup, Offer
from rookery.cli.output import streams
from rookery.cli.output.terminal import complain
from rookery.core.plugins import PluginWarning
from rookery.models.boards.vertices import GraphWarning
from rookery.models.problems.registry import name_left_out

COLLECT_AFTER = 100_000  # objects; after 700, as Python does, a fifth of the time of a large question goes into it
# The commands in the order of the help; the module is named like the command.
COMMANDS = (
    "solve",
    "table",
    "compare",
    "report",
    "pieces",
    "backends",
    "doctor",
    "demo",
    "trace",
    "verify",
    "export",
    "check",
    "hint",
    "puzzle",
    "import",
    "play",
    "docs",
)
COMPLETE = "_ROOKERY_COMPLETE"  # by which a shell asks what may follow, as `click` has it


@contextmanager
def naming_broken_plugins() -> Iterator[None]:
    """Name each plug-in that is left out on standard error, and what is odd in a graph; other warnings as ever."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", PluginWarning)
        warnings.simplefilter("always", GraphWarning)
        warnings.showwarning = _naming(warnings.showwarning)
        yield


def _naming(show: Callable[..., None]) -> Callable[..., None]:
    named: set[str] = set()

    def name(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        line = str(message)
        if not issubclass(category, PluginWarning | GraphWarning):
            show(message, category, *where, **more)
        elif line not in named:
            named.add(line)
            complain(f"rookery: {line}{'; it is left out' if issubclass(category, PluginWarning) else ''}")

    return name


def _begin() -> None:
    """Begin a command: name the plug-ins that are left out of all of them."""
    starting.heed_ctrl_c()  # the command is known
    name_left_out()


def _make_command(name: str) -> click.Command:
    """A command, whose module is imported now."""
    command: click.Command = import_module(f"rookery.cli.commands.{'import_' if name == 'import' else name}").make()
    return command


def _list_offers() -> Mapping[str, Offer]:
    return {name: partial(_make_command, name) for name in COMMANDS}


def make_app() -> LateGroup:
    """The command line, in which a command is imported and made when it is asked for."""
    return LateGroup(
        "rookery",
        _list_offers,
        params=[
            _flag("--version", "Show the version and exit.", _tell_version),
            _flag("--install-completion", "Install completion for the current shell.", _install_completion),
            _flag(
                "--show-completion",
                "Show completion for the current shell, to copy it or customize the installation.",
                _show_completion,
            ),
        ],
        callback=_begin,
        help="Place non-attacking chess pieces and dominate boards: several solvers, and every answer is checked.",
        epilog="Example: rookery solve placement --piece queen --board 8 --count 8",
        no_args_is_help=True,
    )


def _flag(name: str, help: str, tell: Callable[[], None]) -> click.Option:
    """An option that is answered in the place of any command."""

    def answer(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
        if wanted and not context.resilient_parsing:
            tell()
            raise Exit

    return click.Option([name], is_flag=True, is_eager=True, expose_value=False, help=help, callback=answer)


def _tell_version() -> None:
    from rookery.core.plugins import own_version

    print(f"rookery {own_version()}")


def _install_completion() -> None:
    from rookery.cli.output.completion import install

    install(make_app())


def _show_completion() -> None:
    from rookery.cli.output.completion import script

    print(script(make_app()))


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(COLLECT_AFTER)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or numpy starts threads, which nothing here needs, and waits
    streams.settle()
    code = run(arguments)
    starting.command_is_over()
    gc.freeze()  # or the end of the process takes a tenth of a small answer, in search of cycles
    sys.exit(code)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; without arguments it takes those of the process."""
    try:
        given = sys.argv[1:] if arguments is None else list(arguments)
        with naming_broken_plugins():
            code = _call(given)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        from rookery.cli import exits

        return exits.after(error)
    return code


def _call(given: list[str]) -> int:
    """Make the command line and call it; `main` of `click` does the same, and speaks of Ctrl-C in its own way."""
    command, asked = make_app(), os.environ.get(COMPLETE)
    if asked:
        from rookery.cli.output.completion import answer

        answer(command, asked)
        return 0
    try:
        with command.make_context("rookery", given) as context:
            command.invoke(context)
    except Exit as ending:
        return ending.exit_code
    return 0
