"""The options of families: none hides an option of a command, and plug-ins may not take such a name."""

from typing import Any

import click

from rookery.cli import make_app
from rookery.compare.campaign.keys import PART, TOP
from rookery.models.problems.registry import RESERVED, families


def list_options(*names: str) -> set[str]:
    """Return the long options of a command, without the hyphens before them."""
    command: Any = make_app()
    for name in names:
        command = command.get_command(click.Context(command), name) if hasattr(command, "commands") else command
    return {option[2:] for parameter in command.params for option in parameter.opts if option.startswith("--")}


def test_options_of_families_are_there_and_hide_no_others() -> None:
    taken, own = {*PART, *TOP, *list_options("compare")}, {"weight", "weights", "cost", "costs", "armies"}
    for name, family in families().items():
        words = {each.option_name for each in family.parameters} | ({family.places.option} if family.places else set())
        own |= {word for each in family.parameters for word in (each.option_name, each.entry_key)}
        solve, export = list_options("solve", name), list_options("export", name)
        assert words <= solve & export
        taken |= solve | export
    assert taken - own <= RESERVED
    assert not own & RESERVED
