"""`rookery export`: each problem of `rookery solve`, written for other tools instead of solved."""

import re
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

import typer

from rookery.cli.commands import problems, queens, solve
from rookery.cli.options.groups import grouped
from rookery.cli.options.options import Limits, Show, Wanted
from rookery.cli.options.written import Written

app = typer.Typer(
    no_args_is_help=True,
    help="Write a problem in a format of other tools, each variable with its square in a comment.",
    epilog="Example: rookery export placement --piece queen --board 8 --count 8 --format dimacs",
)
NOT_ASKED = re.compile(r" --(?:(?:all|count-solutions|up-to-symmetry)(?!\S)|(?:limit|seconds) \S+)")


def exporting(command: Callable[..., None]) -> Callable[..., None]:
    """A command that declares the problem of a command of `solve`, and writes it."""
    hints = get_type_hints(command, include_extras=True)
    solving = {Wanted: "wanted", Limits: "limits"}
    kept = {name: hint for name, hint in hints.items() if hint not in (*solving, Show) and name != "return"}

    @wraps(command)
    def write(written: Written, **declared: Any) -> None:
        command(**declared, wanted=Wanted(), limits=Limits(), show=written)

    kept = {**kept, "written": Written}
    write.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter(name, Parameter.KEYWORD_ONLY, annotation=hint) for name, hint in kept.items()]
    )
    write.__annotations__ = kept
    write.__doc__ = f"Write, for other tools: {(command.__doc__ or '').strip()}"
    return write


def _offered() -> None:
    """Every command of `solve` that asks for a solution; those that ask otherwise have nothing to write."""
    for group in (solve.app, problems.app, queens.app):
        for info in group.registered_commands:
            command = getattr(info.callback, "__wrapped__", None)
            if command is not None and {"wanted", "limits", "show"} <= set(signature(command).parameters):
                app.command(info.name, epilog=_example(info.epilog or ""))(grouped(exporting(command)))


def _example(epilog: str) -> str:
    return f"{NOT_ASKED.sub('', epilog).replace('rookery solve', 'rookery export')} --format opb"


_offered()
