"""How a field of a group becomes an option for typer."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import typer

SEARCH, OUTPUT = "Search", "Output"  # the panels of --help


def option(name: str, help: str, metavar: str, panel: str | None = None, **more: Any) -> Any:
    """An option for typer; a flag has an empty `metavar`, since it takes no value."""
    return typer.Option(name, help=help, metavar=metavar, rich_help_panel=panel, **more)


def hide_flag_type(parameter: Any) -> None:
    """Show no type for a flag in the help; typer gives its own flags one."""
    if getattr(parameter, "is_flag", False) and parameter.metavar is None:
        parameter.metavar = ""


def comma_completion(values: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """What a shell may complete in a list with commas: what is not in it yet, after the last comma."""

    def complete(incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",")
        named = before.split(",")
        return [f"{before}{comma}{value}" for value in values() if value.startswith(begun) and value not in named]

    return complete


def completion(values: Sequence[str]) -> Callable[[str], list[str]]:
    """What a shell may complete: those of some words that begin so."""

    def complete(incomplete: str) -> list[str]:
        return [value for value in values if value.startswith(incomplete)]

    return complete
