"""Text of the command line as values, refused in one sentence: the same whatever typer converts values by.

Newer releases of typer convert by pydantic, whose import alone takes longer than many a question. A parameter's
`process_value` is where typer, like click, turns text into a value; here it is replaced for the types that our
commands declare, so that pydantic is never imported. All else is left to typer.
"""

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import typer

from rookery.models.reading.typed import quote


class Unreadable(typer.BadParameter):
    """A value that is not what its option takes."""

    def format_message(self) -> str:
        """Which option, its value, and what is accepted."""
        return f"{max(self.param.opts, key=len)} {self.message}" if self.param else self.message


class Taken(NamedTuple):
    """What an option takes: how text is read, in words, and the least number."""

    read: Callable[[str], Any]
    words: str
    least: float | None = None

    def value(self, given: Any) -> Any:
        """The value of a text; a default is one already. Raises `ValueError` with what is accepted."""
        try:
            value = self.read(given)
        except ValueError:
            raise ValueError(f"{quote(str(given))}: expected {self.words}") from None
        if self.least is not None and value < self.least:
            raise ValueError(f"{quote(str(given))}: expected at least {self.least}")
        return value


class Reading(NamedTuple):
    """What stands in the place of a parameter's `process_value`: typer's own still refuses what is missing."""

    parameter: Any
    taken: Taken | None
    by_typer: Callable[[Any, Any], Any]

    def __call__(self, context: Any, given: Any) -> Any:
        """The value that a command gets for what is given."""
        parameter = self.parameter
        if parameter.required and parameter.value_is_missing(given):
            return self.by_typer(context, given)
        several = parameter.multiple or parameter.nargs == -1
        if given is None:
            value: Any = () if several else None
        elif self.taken is None:
            return self.by_typer(context, given)
        else:
            value = self._read(self.taken, given, several, context)
        return parameter.callback(context, parameter, value) if parameter.callback else value

    def _read(self, taken: Taken, given: Any, several: bool, context: Any) -> Any:
        try:
            return [taken.value(each) for each in given] if several else taken.value(given)
        except ValueError as error:
            raise Unreadable(str(error), context, self.parameter) from None


TAKEN = {
    int: Taken(int, "a whole number"),
    float: Taken(float, "a number"),
    str: Taken(str, "a text"),
    Path: Taken(Path, "a path"),
}

# What else an option of typer's may ask of its value: none of ours does, and it would be left to typer.
BY_TYPER = "max", "clamp", "parser", "click_type", "exists", "writable", "resolve_path", "allow_dash"


def read_here(parameter: Any, declared: Any) -> None:
    """Let the values of a parameter of typer's be read here, by what its annotation says."""
    parameter.process_value = Reading(parameter, _find_taken(declared), parameter.process_value)


def _find_taken(declared: Any) -> Taken | None:
    """What an annotation takes, such as `Annotated[list[int] | None, Option(min=1)]`; None for what typer converts."""
    options: list[Any] = []
    if get_origin(declared) is Annotated:
        declared, *options = get_args(declared)
    if any(getattr(each, name, None) for each in options for name in BY_TYPER):
        return None
    if isinstance(declared, UnionType):
        declared = next(each for each in get_args(declared) if each is not type(None))
    if get_origin(declared) is list:
        (declared,) = get_args(declared)
    if isinstance(declared, type) and issubclass(declared, Enum):
        return Taken(declared, ", ".join(str(each.value) for each in declared))
    found = TAKEN.get(declared)
    least = next((each.min for each in options if getattr(each, "min", None) is not None), None)
    return found and found._replace(least=least)
