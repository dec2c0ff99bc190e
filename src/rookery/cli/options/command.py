"""Commands, groups and options of click that import late, suggest corrections, and refuse a value given twice."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from rookery.core.errors import refuse, show_value
from rookery.core.numbers import read_whole
from rookery.core.synonyms import suggest
from rookery.models import BadInput
from rookery.models.reading.given import take_seconds

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
FEW = 16  # options that the help lists without sections
DURATION = "seconds, or 90s, 2m, 1h30m"
FILE = click.Path(path_type=Path)
Offer = Callable[[], click.Command]  # makes a command
Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Any], Any]


class Option(click.Option):
    """An option with the section of the help that lists it; those that a newcomer needs are in `Options`."""

    def __init__(self, *names: Any, section: str = "Options", **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.section = section


def option(*names: str, section: str = "Options", **settings: Any) -> Decorator:
    """Return the decorator that adds an option."""
    return click.option(*names, cls=Option, section=section, **settings)


class Command(click.Command):
    """A command that refuses a value given twice (click would take the last one), with a help in sections."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        super().__init__(name, context_settings=SETTINGS, **settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments into the context."""
        if not ctx.resilient_parsing:
            try:
                *_, given = self.make_parser(ctx).parse_args(list(args))
            except click.UsageError as error:
                error.ctx = ctx  # click leaves it out for an option without its value
                raise
            for each in given:
                single = isinstance(each, click.Option) and not (each.multiple or each.is_flag or each.count)
                if single and given.count(each) > 1:
                    raise click.UsageError(f"{each.opts[0]} is given {given.count(each)} times; give it once", ctx)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, many of them in sections."""
        sections: dict[str, list[tuple[str, str]]] = {}
        shown = [(each, record) for each in self.get_params(ctx) if (record := each.get_help_record(ctx))]
        for each, record in shown:
            title = each.section if isinstance(each, Option) and len(shown) > FEW else "Options"
            sections.setdefault(title, []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


class Group(click.Group):
    """A group that suggests names for an unknown command."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        settings.setdefault("no_args_is_help", not settings.get("invoke_without_command", False))
        super().__init__(name, context_settings=SETTINGS, **settings)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; raises `UsageError` with suggestions for an unknown one."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchOption:
            raise
        except click.UsageError as error:
            raise click.UsageError(f"No such command {show_value(args[0])}{self.suggest(ctx, args[0])}", ctx) from error

    def suggest(self, ctx: click.Context, name: str) -> str:
        """Return what a wrong name may mean: commands, options, or a file."""
        known = self.list_commands(ctx)
        if "model" in known and "." in name:
            return f": did you mean `{ctx.command_path} model {name}`?"
        near = suggest(name, known)
        if any(f"--{name}" in each.opts for each in self.get_params(ctx)):
            near = [f"--{name}"]  # version, help
        return f": did you mean {' or '.join(near)}?" if near else f": known are {', '.join(known)}"


class ShowGroup(Group):
    """A group whose command `show` takes any word that is no command: `pieces queen` is `pieces show queen`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; raises `UsageError` for an option before it."""
        early = next((each.opts[0] for each in self.params if ctx.params.get(each.name or "")), None)
        if early and not ctx.resilient_parsing:
            raise click.UsageError(f"{early} stands before {show_value(args[0])}; options follow the command", ctx)
        known = args[0] in self.commands or args[0].startswith("-")
        return super().resolve_command(ctx, args if known else ["show", *args])


class LateGroup(Group):
    """A group that makes each command when it is first used."""

    def __init__(self, name: str | None, list_offers: Callable[[], Mapping[str, Offer]], **settings: Any) -> None:
        super().__init__(name, **settings)
        self.list_offers = list_offers

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        return list(self.list_offers())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, made now if it is not there yet."""
        if cmd_name not in self.commands and (offer := self.list_offers().get(cmd_name)):
            self.commands[cmd_name] = offer()
        return self.commands.get(cmd_name)


class Whole(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases alone
    """A whole number, perhaps within limits."""

    name = "whole number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; raises `BadInput` that names the option."""
        name = param.opts[0] if param else "value"
        try:
            number = read_whole(str(value))
        except BadInput:
            refuse(name, value, "a whole number")
        if self.least is not None and number < self.least:
            raise BadInput(f"{name} must be at least {self.least}, got {number}")
        if self.most is not None and number > self.most:
            raise BadInput(f"{name} must be at most {self.most}, got {number}")
        return number


class Seconds(click.ParamType):  # type: ignore[type-arg]
    """A time limit: seconds, or text such as `2m`."""

    name = "S"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | None:
        """Return the seconds; raises `BadInput` that names the option."""
        return take_seconds(value, param.opts[0] if param else "seconds")


SECONDS, WHOLE = Seconds(), Whole()


def completing(list_values: Callable[[], Iterable[str]], commas: bool = False) -> Callable[..., list[CompletionItem]]:
    """Return a shell completion from the values of a function; in a list with commas, of its last value."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, begun = incomplete.rpartition(",") if commas else ("", "", incomplete)
        named = before.split(",")
        values = (value for value in list_values() if value.startswith(begun) and value not in named)
        return [CompletionItem(f"{before}{comma}{value}") for value in values]

    return complete


def together(name: str, kind: Callable[..., Any], *options: Decorator) -> Callable[[Function], Function]:
    """Return a decorator that adds options to a function; it gets their values in one dataclass, as `name`."""

    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(**given: Any) -> Any:
            own = {each.name: given.pop(each.name) for each in fields(kind)}  # type: ignore[arg-type]
            return function(**{name: kind(**own)}, **given)

        for option in reversed(options):
            call = option(call)
        return call  # type: ignore[return-value]

    return decorate


json_option = option("--json", "as_json", is_flag=True, section="Output", help="Print one JSON object.")
