"""Groups whose commands are made late: a call makes the command that it names; help and completion make them all."""

from collections.abc import Callable, Mapping
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from rookery.cli.options.option import hide_flag_type
from rookery.cli.options.values import read_here
from rookery.models.problems.family import Family
from rookery.models.problems.registry import families

HELP_NAMES = ["-h", "--help"]
Offer = Callable[[typer.Typer], object]  # adds one command to an app


def late_group(list_offers: Callable[[], Mapping[str, Offer]]) -> type[TyperGroup]:
    """A class of groups, for `typer.Typer(cls=...)`, that make each of the commands offered when it is asked for."""

    class LateGroup(TyperGroup):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            self.offers = list_offers()
            unmade: dict[str, Any] = dict.fromkeys(self.offers)
            self.commands.update(unmade)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name in self.offers and self.commands[cmd_name] is None:
                self.commands[cmd_name] = _make_command(cmd_name, self.offers[cmd_name])
            return super().get_command(ctx, cmd_name)

    return LateGroup


def offer_families(offer: Callable[[typer.Typer, Family], object]) -> Mapping[str, Offer]:
    """A command for each family, by its name."""

    def bind(family: Family) -> Offer:
        return lambda app: offer(app, family)

    return {name: bind(family) for name, family in families().items()}


def _make_command(name: str, offer: Offer) -> Any:
    app = typer.Typer(add_completion=False)
    offer(app)
    command = get_group(app).commands[name]
    finish(command)
    return command


def finish(command: Any) -> None:
    """Let our code read the values of a command that typer has made, and of its commands; show no type for flags."""
    declared: Mapping[str, Any] = getattr(command.callback, "__annotations__", {})
    help_flag = command.get_help_option(typer.Context(command, help_option_names=HELP_NAMES))
    for each in (*command.params, help_flag):
        hide_flag_type(each)
        read_here(each, declared.get(each.name))
    for each in getattr(command, "commands", {}).values():
        if each is not None:
            finish(each)
