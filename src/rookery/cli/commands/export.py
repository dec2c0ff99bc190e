"""`rookery export`: each problem of `rookery solve`, written for other tools instead of solved."""

import typer

from rookery.cli.options.groups import group_options
from rookery.cli.options.squares import Squares
from rookery.cli.options.stated import Stated, options_of
from rookery.cli.options.written import ExportOptions
from rookery.models.problems.family import Family
from rookery.models.problems.registry import families

app = typer.Typer(
    no_args_is_help=True,
    help="Write a problem in a file format of other tools; comments name the square of each variable.",
    epilog="Example: rookery export placement --piece queen --board 8 --count 8 --format dimacs",
)


def _offer(family: Family) -> None:
    """Add the sub-command of a family; a special case names no squares."""

    def export(stated: Stated, squares: Squares, written: ExportOptions) -> None:
        written.write(stated.problem(family, squares))

    def export_case(stated: Stated, written: ExportOptions) -> None:
        written.write(stated.problem(family, Squares()))

    command = export if family.places else export_case
    epilog = f"Example: rookery export {family.name} {family.example} --format opb"
    help = f"Write this problem for other tools. {family.summary}"
    app.command(family.name, help=help, short_help=family.summary, epilog=epilog if family.example else None)(
        group_options(command, stated=options_of(family))
    )


for each in families().values():
    _offer(each)
