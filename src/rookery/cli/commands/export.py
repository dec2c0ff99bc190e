"""`rookery export`: each problem of `rookery solve`, or a model from a file, written for other tools."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from rookery.backends.formats import ENDINGS, FORMATS, export, read_model
from rookery.cli.options.command import DURATION, FILE, SECONDS, WHOLE, Command, together
from rookery.cli.output.terminal import check_writable, emit, write_and_tell
from rookery.cli.problem_options import FamilyGroup, Stated
from rookery.core.deadline import Deadline
from rookery.models import BadInput, Model, Problem


@dataclass(frozen=True)
class ExportOptions:
    """The format and the file of an exported problem."""

    format: str | None
    out: Path | None
    bound: int | None
    seconds: float | None

    def write(self, declare: Callable[[], Problem | Model]) -> None:
        """Declare a problem and write it, both within the time limit; a limit that comes first leaves no file.

        Raises `BadInput` for a file that cannot be written and what the format cannot say, and `OutOfTime`.
        """
        form = self._find_format()
        if self.out is not None:
            check_writable(self.out)
        with Deadline(self.seconds).held():
            made = export(declare(), form, self.bound)
        if self.out is None:
            emit(made.removesuffix("\n"))
        else:
            write_and_tell(self.out, made)

    def _find_format(self) -> str:
        ending = self.out.suffix[1:].lower() if self.out else ""
        form = (self.format or {**ENDINGS, "gr": "pace"}.get(ending, ending)).lower()
        if not form:
            raise BadInput(f"no format: give --format, or --out with an ending; known are {', '.join(FORMATS)}")
        return form


add_export = together(
    "written",
    ExportOptions,
    click.option(
        "--format",
        metavar="FORMAT",
        help=f"{', '.join(FORMATS)}; if it is left out, the ending of --out says which.",
    ),
    click.option("--out", type=FILE, metavar="FILE", help="The file to write; else standard output."),
    click.option(
        "--bound",
        type=WHOLE,
        metavar="K",
        help="Write the decision problem: any solution at least as good as K (dimacs needs it).",
    ),
    click.option("--seconds", type=SECONDS, help=f"Time limit (until the text is made): {DURATION}."),
)


@add_export
def export_problem(stated: Stated, written: ExportOptions) -> None:
    """Write a problem in a file format of other tools.

    Comments name the square of each variable.
    """
    written.write(stated.problem)


@click.command("model", cls=Command, epilog="Example: rookery export model model.cnf --format opb")
@click.argument("file", type=FILE)
@add_export
def export_model(file: Path, written: ExportOptions) -> None:
    """Write a model from a file (DIMACS CNF, WCNF, OPB, MPS, JSON) in another format."""
    written.write(lambda: read_model(file))


command = FamilyGroup(
    export_problem,
    does="Write this problem for other tools.",
    example="export {} --format opb",
    others={"model": lambda: export_model},
    epilog="Example: rookery export placement --piece queen --board 8 --count 8 --format dimacs --seconds 60",
)
