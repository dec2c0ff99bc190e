"""The options that follow from declarations: none hides one that a command has already, and a shell completes them."""

from typing import Any

import click
import pytest

from rookery.cli import make_app
from rookery.compare.campaign.keys import PART, TOP
from rookery.models.problems.registry import RESERVED, families


def _command(group: Any, name: str) -> Any:
    """A command of a group, made now."""
    return group.get_command(click.Context(group), name)


def _options(command: str, name: str) -> set[str]:
    """The long options of a sub-command, without the hyphens before them."""
    group = _command(make_app(), command)
    found = _command(group, name) if hasattr(group, "commands") else group
    return {option[2:] for parameter in found.params for option in parameter.opts if option.startswith("--")}


def _own() -> set[str]:
    """The words that families add."""
    words = {"weight", "weights", "cost", "costs", "armies"}
    for family in families().values():
        words |= {word for each in family.parameters for word in (each.option_name, each.entry_key)}
    return words


def test_what_commands_and_campaigns_call_their_own_is_reserved() -> None:
    taken = {*PART, *TOP, *_options("compare", "compare")}
    for name in families():
        taken |= _options("solve", name) | _options("export", name)
    assert taken - _own() <= RESERVED
    assert not _own() & RESERVED


@pytest.mark.slow
def test_every_family_is_a_command_of_solve_and_export() -> None:
    for name, family in families().items():
        words = {each.option_name for each in family.parameters} | ({family.places.option} if family.places else set())
        assert words <= _options("solve", name)
        assert words <= _options("export", name)


def test_a_shell_completes_kinds() -> None:
    solve = _command(make_app(), "solve")
    (option,) = (each for each in _command(solve, "domination").params if each.name == "kind")
    assert [each.value for each in option.shell_complete(click.Context(solve), "p")] == ["plain", "perfect"]
