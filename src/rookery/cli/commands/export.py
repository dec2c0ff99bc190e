"""`rookery export`: each problem of `rookery solve`, written for other tools instead of solved."""

import typer

from rookery.cli.late import late_group, offer_families
from rookery.cli.options.groups import group_options
from rookery.cli.options.squares import Squares
from rookery.cli.options.stated import Stated, options_of
from rookery.cli.options.written import ExportOptions
from rookery.models.problems.family import Family

app = typer.Typer(
    cls=late_group(lambda: offer_families(_offer)),
    no_args_is_help=True,
    help="Write a problem in a file format of other tools; comments name the square of each variable.",
    epilog="Example: rookery export placement --piece queen --board 8 --count 8 --format dimacs",
)


def _offer(app: typer.Typer, family: Family) -> None:
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
