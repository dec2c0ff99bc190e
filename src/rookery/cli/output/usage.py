"""Refusals of arguments by click, in our words: what is wrong, and what is accepted."""

from collections.abc import Sequence
from typing import Any

import click

from rookery.models.problems.family import Family
from rookery.models.problems.registry import families

# What other programs call our options.
SYNONYMS = {
    **dict.fromkeys(("--time", "--timeout", "--time-limit", "--limit-seconds", "-t"), ("--seconds",)),
    **dict.fromkeys(("--threads", "--jobs", "--processes", "--cores"), ("--workers",)),
    **dict.fromkeys(("--solver", "--engine"), ("--backend",)),
    **dict.fromkeys(("--solutions", "--num-solutions", "-n"), ("--limit", "--all")),
    "--unicode": ("--format unicode",),
    "--size": ("--board", "--side"),
    "--board": ("--side", "--boards"),
    "--boards": ("--board",),
    "--n": ("--count", "--board"),
    "-p": ("--piece",),
    "-b": ("--board", "--boards"),
    "-a": ("--all",),
    "-o": ("--out",),
}


def explain_usage(error: click.UsageError) -> str:
    """The fault of the arguments, in one sentence without its full stop."""
    said = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.NoSuchOption):
        return _explain_option(error.option_name, error.possibilities or (), error.ctx)
    return said


def _explain_option(option: str, near: Sequence[str], context: Any) -> str:
    """Name the commands that have an unknown option, or a similar option of this one."""
    command = str(getattr(context, "info_name", "rookery"))
    having = [name for name, family in families().items() if option.removeprefix("--") in _list_options(family)]
    if having and command in families():
        return f"{command} has no option {option}; {', '.join(having)} {'have' if len(having) > 1 else 'has'} it"
    known = {name for each in getattr(getattr(context, "command", None), "params", ()) for name in each.opts}
    meant = [each for each in SYNONYMS.get(option, ()) if each.split()[0] in known] or near
    return f"{command} has no option {option}{': did you mean ' * bool(meant)}{' or '.join(meant)}{'?' * bool(meant)}"


def _list_options(family: Family) -> tuple[str, ...]:
    return (*(each.option_name for each in family.parameters), *([family.each] if family.each else []))
