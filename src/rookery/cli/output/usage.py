"""Refusals of arguments by typer, in our words: what is wrong, and what is accepted."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from rookery.models.problems.family import Family
from rookery.models.problems.registry import families
from rookery.models.reading.typed import quote

# What pydantic, which newer releases of typer convert values by, calls a value that cannot be converted.
EXPECTED = {
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_from_float": "a whole number",
    "float_parsing": "a number",
    "bool_parsing": "true or false",
}
BOUNDS = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most")}
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
OLDER = re.compile(r"Invalid value for '(.*?)'.*: '?(.*?)'? is not a valid (integer|float)")
KINDS = {"integer": "a whole number", "float": "a number"}


@runtime_checkable
class UsageError(Protocol):
    """A refusal of arguments by typer: of click's classes, or of typer's own copy of them, as its release has it."""

    def format_message(self) -> str:
        """What is wrong, in a sentence."""


def explain_usage(error: UsageError) -> str:
    """What is wrong with the arguments, in one sentence without its full stop."""
    said = " ".join(error.format_message().split()).rstrip(".")
    if found := OLDER.match(said):
        return f"{found[1]} {quote(found[2])}: expected {KINDS[found[3]]}"
    for wrong in _list_errors(error):
        said = _explain_value(wrong, _name_parameter(error)) or said
    if type(error).__name__ == "NoSuchOption":
        near = getattr(error, "possibilities", None) or ()
        return _explain_option(str(getattr(error, "option_name", "")), near, getattr(error, "ctx", None))
    return said.replace("Value error, ", "")


def _list_errors(error: UsageError) -> Iterable[Mapping[str, Any]]:
    list_errors = getattr(getattr(error, "__cause__", None), "errors", None)
    return list_errors() if callable(list_errors) else ()


def _name_parameter(error: UsageError) -> str:
    parameter = getattr(error, "param", None)
    names = getattr(parameter, "opts", None) or [getattr(parameter, "name", None) or "value"]
    return max(map(str, names), key=len)


def _explain_value(wrong: Mapping[str, Any], name: str) -> str | None:
    """What a value should have been; None where its conversion says that itself."""
    value = quote(str(wrong.get("input")))
    if expected := EXPECTED.get(wrong["type"]):
        return f"{name} {value}: expected {expected}"
    if wrong["type"] in BOUNDS:
        key, words = BOUNDS[wrong["type"]]
        return f"{name} {value}: expected {words} {wrong['ctx'][key]}"
    if found := re.fullmatch(r"Value error, '(.*)' is not one of (.*)", str(wrong["msg"])):
        return f"{name} {value}: expected {found[2].replace(chr(39), '').rstrip('.')}"
    return None


def _explain_option(option: str, near: Sequence[str], context: Any) -> str:
    """What has an option that a command does not have, or which one may be meant."""
    command = str(getattr(context, "info_name", "rookery"))
    having = [name for name, family in families().items() if option.removeprefix("--") in _list_options(family)]
    if having and command in families():
        return f"{command} has no option {option}; {', '.join(having)} {'have' if len(having) > 1 else 'has'} it"
    known = {name for each in getattr(getattr(context, "command", None), "params", ()) for name in each.opts}
    meant = [each for each in SYNONYMS.get(option, ()) if each.split()[0] in known] or near
    return f"{command} has no option {option}{': did you mean ' * bool(meant)}{' or '.join(meant)}{'?' * bool(meant)}"


def _list_options(family: Family) -> tuple[str, ...]:
    return (*(each.option_name for each in family.parameters), *([family.each] if family.each else []))
