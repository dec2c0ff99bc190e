"""click's commands with what ours need besides: late imports, refusals that suggest, and no value given twice."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from rookery.core.errors import show_value
from rookery.core.synonyms import suggest
from rookery.models.reading.given import take_seconds

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
DURATION = "seconds, or 90s, 2m, 1h30m"
FILE = click.Path(path_type=Path)
Offer = Callable[[], click.Command]  # makes a command
Function = TypeVar("Function", bound=Callable[..., Any])


class Command(click.Command):
    """A command that refuses a value given twice, of which click would take the last one."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        super().__init__(name, context_settings=SETTINGS, **settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments into the context."""
        if not ctx.resilient_parsing:
            *_, given = self.make_parser(ctx).parse_args(list(args))
            for each in given:
                single = isinstance(each, click.Option) and not (each.multiple or each.is_flag or each.count)
                if single and given.count(each) > 1:
                    raise click.UsageError(f"{each.opts[0]} is given {given.count(each)} times; give it once", ctx)
        return super().parse_args(ctx, args)


class Group(click.Group):
    """A group that refuses an unknown command with what may be meant."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        settings.setdefault("no_args_is_help", not settings.get("invoke_without_command", False))
        super().__init__(name, context_settings=SETTINGS, **settings)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; one that is not there is refused with the names that are near."""
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


class LateGroup(Group):
    """A group whose commands are made when they are asked for."""

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


class Whole(click.IntRange):
    """A whole number, by this name in refusals."""

    name = "whole number"


class Seconds(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases alone
    """A time limit: seconds, or text such as `2m`."""

    name = "S"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | None:
        """Return the seconds; raises `BadInput` that names the option."""
        return take_seconds(value, param.opts[0] if param else "seconds")


SECONDS, WHOLE = Seconds(), Whole()


def completing(list_values: Callable[[], Iterable[str]], commas: bool = False) -> Callable[..., list[CompletionItem]]:
    """Complete a value in a shell from those that start with it; in a list with commas, the value after the last."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, begun = incomplete.rpartition(",") if commas else ("", "", incomplete)
        named = before.split(",")
        values = (value for value in list_values() if value.startswith(begun) and value not in named)
        return [CompletionItem(f"{before}{comma}{value}") for value in values]

    return complete


def together(name: str, kind: Callable[..., Any], *options: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Return a decorator that adds options to a function, which gets their values as one object of a dataclass."""

    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(**given: Any) -> Any:
            own = {each.name: given.pop(each.name) for each in fields(kind)}  # type: ignore[arg-type]
            return function(**{name: kind(**own)}, **given)

        for option in reversed(options):
            call = option(call)
        return call  # type: ignore[return-value]

    return decorate


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
