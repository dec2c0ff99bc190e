"""`rookery export`: each problem of `rookery solve`, written for other tools instead of solved."""

from typing import Any

from rookery.cli.options.command import Command, LateGroup, offer_families
from rookery.cli.options.option import make_command
from rookery.cli.options.squares import Squares
from rookery.cli.options.stated import FamilyOptions, Stated
from rookery.cli.options.written import ExportOptions
from rookery.models.problems.family import Family


def make() -> LateGroup:
    """The command."""
    return LateGroup(
        "export",
        lambda: offer_families(_offer),
        no_args_is_help=True,
        help="Write a problem in a file format of other tools; comments name the square of each variable.",
        epilog="Example: rookery export placement --piece queen --board 8 --count 8 --format dimacs --seconds 60",
    )


def _offer(family: Family) -> Command:
    """The sub-command of a family; a special case names no squares."""

    def export(stated: Stated, squares: Squares, written: ExportOptions) -> None:
        written.write(lambda: stated.problem(squares))

    def export_case(stated: Stated, written: ExportOptions) -> None:
        written.write(lambda: stated.problem(Squares()))

    command = export if family.places else export_case
    epilog = f"Example: rookery export {family.name} {family.example} --format opb"
    help = f"Write this problem for other tools. {family.summary}"
    settings: dict[str, Any] = {
        "help": help,
        "short_help": family.summary,
        "epilog": epilog if family.example else None,
    }
    return make_command(command, family.name, groups={"stated": FamilyOptions(family)}, **settings)
