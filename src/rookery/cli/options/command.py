"""Commands and groups of commands: a call makes the command that it names; help and completion make them all."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

import click

from rookery.models.problems.family import Family
from rookery.models.problems.registry import families, short_forms

SETTINGS = {"help_option_names": ["-h", "--help"]}
Offer = Callable[[], click.Command]  # makes a command


class Command(click.Command):
    """A command whose help stands in panels."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        super().__init__(name, **_settle(settings))

    def get_help(self, ctx: click.Context) -> str:
        """The help, drawn."""
        from rookery.cli.output.help import draw_help

        return draw_help(self, ctx)


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
        offers = self.list_offers()
        if cmd_name in offers and cmd_name not in self.commands:
            self.commands[cmd_name] = offers[cmd_name]()
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
            near = get_close_matches(name, self.list_offers())
            meant = f" Did you mean {', '.join(map(repr, near))}?" if near else ""
            raise click.UsageError(f"No such command {name!r}.{meant}", error.ctx) from None

    def get_help(self, ctx: click.Context) -> str:
        """The help, drawn."""
        from rookery.cli.output.help import draw_help

        return draw_help(self, ctx)


def _settle(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of a command with the names of the option for help."""
    return {**settings, "context_settings": {**SETTINGS, **settings.get("context_settings", {})}}


def offer_families(offer: Callable[[Family], click.Command]) -> Mapping[str, Offer]:
    """A command for each family, and for each short form of one, by its name; further names of one are hidden."""

    def bind(name: str, family: Family) -> Offer:
        def make() -> click.Command:
            made = offer(family)
            made.hidden = name != family.name
            return made

        return make

    return {name: bind(name, family) for name, family in {**families(), **short_forms()}.items()}
