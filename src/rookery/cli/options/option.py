"""Options and arguments of commands: how they are declared, how text becomes a value, and what a shell completes.

A command is a function. Each of its parameters is an option or an argument, `Annotated` with its declaration, or a
dataclass whose fields are; `make_command` makes the options of `click` of them. The options of a family of problems
come to a command as a `Group`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from inspect import Parameter, signature
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, Protocol, get_args, get_origin, get_type_hints

import click
from click.shell_completion import CompletionItem

from rookery.core.errors import show_value

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
Offer = Callable[[], click.Command]  # makes a command
Complete = Callable[[str], list[str]]
FEW = 12  # commands of a group that a message lists
WORDS = {int: "a whole number", float: "a number", str: "a text", Path: "a path"}


class LateGroup(click.Group):
    """A group whose commands are made when they are asked for."""

    def __init__(self, name: str | None, list_offers: Callable[[], Mapping[str, Offer]], **settings: Any) -> None:
        super().__init__(name, **_settle(settings))
        self.list_offers = list_offers

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the help."""
        return list(self.list_offers())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, made now if it is not there yet."""
        if cmd_name not in self.commands and (offer := self.list_offers().get(cmd_name)):
            self.commands[cmd_name] = offer()
        return self.commands.get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; one that is not there is refused with the names that are near."""
        name = args[0]
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchOption:
            raise
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(name, self.list_offers())
            if any(f"--{name}" in each.opts for each in self.get_params(ctx)):
                near = [f"--{name}"]  # version, help
            known = list(self.list_offers())
            meant = f" Did you mean {', '.join(map(repr, near))}?" if near else ""
            meant = meant or (f" Known are {', '.join(known)}." if len(known) <= FEW else "")
            raise click.UsageError(f"No such command {name!r}.{meant}", error.ctx) from None


def _settle(settings: dict[str, Any]) -> dict[str, Any]:
    """Add the settings that all commands share."""
    return {**settings, "context_settings": {**SETTINGS, **settings.get("context_settings", {})}}


class BadValue(click.BadParameter):
    """A value that is not what its option takes."""

    def format_message(self) -> str:
        """A sentence with the option, its value, and the accepted values."""
        return f"{max(self.param.opts, key=len)} {self.message}" if self.param else self.message


class OptionValue(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases alone
    """The values of an option: the reader of its text, its words, and the least number."""

    def __init__(self, read: Callable[[Any], Any], words: str, least: float | None = None) -> None:
        self.name = words
        self.read, self.words, self.least = read, words, least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value of a text; a default is one already."""
        try:
            found = self.read(value)
        except ValueError:
            raise BadValue(f"{show_value(value)}: expected {self.words}", ctx, param) from None
        if self.least is not None and found < self.least:
            raise BadValue(f"{show_value(value)}: expected at least {self.least}", ctx, param)
        return found

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The words of a choice, and files for a path."""
        if self.read is Path:
            return [CompletionItem(incomplete, type="file")]
        if isinstance(self.read, type) and issubclass(self.read, Enum):
            return [CompletionItem(each.value) for each in self.read if str(each.value).startswith(incomplete)]
        return []


def find_taken(read: Any, least: float | None = None) -> OptionValue:
    """The form of the values that an option takes, from their type."""
    if issubclass(read, Enum):
        return OptionValue(read, ", ".join(str(each.value) for each in read))
    return OptionValue(read, WORDS[read], least)


class Declared(NamedTuple):
    """Declaration of an option or of an argument; the rest follows from its field: its name, type and default."""

    names: tuple[str, ...]
    more: Mapping[str, Any]

    def parameter(self, name: str, declared: Any, default: Any = MISSING) -> click.Parameter:
        """The option, or the argument, of a field, by its type such as `list[int] | None`."""
        if isinstance(declared, UnionType):
            declared = next(each for each in get_args(declared) if each is not type(None))
        several = get_origin(declared) is list
        if several:
            (declared,) = get_args(declared)
        more = dict(self.more)
        if not self.names:
            nargs = -1 if several else 1
            return click.Argument([name], type=find_taken(declared), required=default is MISSING, nargs=nargs, **more)
        if declared is bool:
            return click.Option([*self.names, name], is_flag=True, default=default, **more)
        if default is MISSING:
            more["required"] = True
        elif default is not None:
            more["default"] = default if several else [default]
        taken = find_taken(declared, more.pop("least", None))
        once = None if several else _take_one
        return click.Option([*self.names, name], type=taken, multiple=True, callback=once, **more)


def _take_one(context: click.Context, parameter: click.Parameter, values: tuple[Any, ...]) -> Any:
    """The value of an option that may be given once; click itself would take the last of several."""
    if len(values) > 1:
        raise BadValue(f"is given {len(values)} times; give it once", context, parameter)
    return values[0] if values else None


def option(names: str, help: str, metavar: str, **more: Any) -> Declared:
    """The declaration of an option by its names; a flag has an empty `metavar`, since it takes no value.

    `completed` gives what a shell may complete for what is begun, `least` is the least number, and a `show_default` is
    shown in the place of the default. The rest is as `click.Option` takes it.
    """
    return Declared(
        tuple(names.split()),
        {"help": help, "metavar": metavar, "show_default": True, **_completing(more)},
    )


def argument(help: str, metavar: str, completed: Complete | None = None, **more: Any) -> Declared:
    """The declaration of an argument."""
    return Declared((), {"help": help, "metavar": metavar, **_completing({"completed": completed, **more})})


def _completing(more: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a parameter in the words of `click`."""
    found = dict(more)
    completed: Complete | None = found.pop("completed", None)
    if completed is not None:
        found["shell_complete"] = lambda context, parameter, incomplete: completed(incomplete)
    return found


def comma_completion(values: Callable[[], Iterable[str]]) -> Complete:
    """Complete a list with commas in a shell: the values that are not in it yet, after the last comma."""

    def complete(incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",")
        named = before.split(",")
        return [f"{before}{comma}{value}" for value in values() if value.startswith(begun) and value not in named]

    return complete


def completion(values: Sequence[str]) -> Complete:
    """Complete a word in a shell: the values that start with it."""

    def complete(incomplete: str) -> list[str]:
        return [value for value in values if value.startswith(incomplete)]

    return complete


class Group(Protocol):
    """Options that a command takes together."""

    def options(self) -> Sequence[click.Parameter]:
        """The options, in the order of the help."""

    def fill(self, values: Mapping[str, Any]) -> Any:
        """The value that the command gets."""


@dataclass(frozen=True)
class Fields:
    """The fields of a dataclass as options."""

    made: Any

    def options(self) -> list[click.Parameter]:
        """An option for each field."""
        hints = get_type_hints(self.made, include_extras=True)
        return [_read_annotation(each.name, hints[each.name], each.default) for each in fields(self.made)]

    def fill(self, values: Mapping[str, Any]) -> Any:
        """One object with all values."""
        return self.made(**{each.name: values[each.name] for each in fields(self.made)})


@dataclass(frozen=True)
class Single:
    """One parameter of a command."""

    parameter: Parameter
    hint: Any

    def options(self) -> list[click.Parameter]:
        """The one option or argument."""
        default = MISSING if self.parameter.default is Parameter.empty else self.parameter.default
        return [_read_annotation(self.parameter.name, self.hint, default)]

    def fill(self, values: Mapping[str, Any]) -> Any:
        """The value."""
        return values[self.parameter.name]


class Calling:
    """The context of a call, for a command that asks for it."""

    def options(self) -> list[click.Parameter]:
        """Return nothing: the user cannot give it."""
        return []

    def fill(self, values: Mapping[str, Any]) -> click.Context:
        """The context."""
        return click.get_current_context()


def _read_annotation(name: str, hint: Any, default: Any) -> click.Parameter:
    assert get_origin(hint) is Annotated, name
    kind, declared = get_args(hint)
    found: click.Parameter = declared.parameter(name, kind, default)
    return found


def find_groups(command: Callable[..., None], made: Mapping[str, Group]) -> Mapping[str, Group]:
    """The options of each parameter of a command; those of `made` are there already."""
    own = signature(command).parameters
    hints = get_type_hints(command, include_extras=True)

    def find(name: str) -> Group:
        if name in made:
            return made[name]
        if is_dataclass(hints[name]):
            return Fields(hints[name])
        return Calling() if hints[name] is click.Context else Single(own[name], hints[name])

    return {name: find(name) for name in own}


def read_values(parameters: Iterable[click.Parameter], values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The values by name; an option that may be repeated has a list, or None if it is not given."""
    for each in parameters:
        if each.expose_value and each.name:
            value = values[each.name]
            yield each.name, list(value) or None if isinstance(value, tuple) else value


def make_options(
    command: Callable[..., None], made: Mapping[str, Group]
) -> tuple[list[click.Parameter], Callable[..., None]]:
    """The options of a function, and what is to be called with their values."""
    groups = find_groups(command, made)
    parameters = [each for group in groups.values() for each in group.options()]

    def call(**values: Any) -> None:
        read = dict(read_values(parameters, values))
        command(**{name: group.fill(read) for name, group in groups.items()})

    return parameters, call


def make_command(command: Callable[..., None], name: str, *, help: str = "", **more: Any) -> click.Command:
    """A command of a function; its help is the docstring, if no other is given.

    `groups` has the options that are made already, by the parameters of the function that they are for.
    """
    parameters, call = make_options(command, more.pop("groups", {}))
    return click.Command(name, params=parameters, callback=call, help=help or command.__doc__, **_settle(more))


def make_group(
    name: str, list_offers: Callable[[], Mapping[str, Offer]], command: Callable[..., None], **more: Any
) -> LateGroup:
    """A group that has options itself: its function is called before one of its commands, or alone."""
    parameters, call = make_options(command, {})
    more.setdefault("help", command.__doc__)
    return LateGroup(name, list_offers, params=parameters, callback=call, **more)
