"""`rookery export`: each problem of `rookery solve`, or a model from a file, written for other tools."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from rookery.backends.formats import FORMATS, READERS, export, read_model
from rookery.cli.options.option import argument, make_command, option
from rookery.cli.output.terminal import emit, write_and_tell
from rookery.cli.problem_options import FamilyGroup, Stated, make_family_command
from rookery.core.deadline import Deadline
from rookery.models import BadInput, Model, Problem
from rookery.models.problems.family import Family
from rookery.models.reading.given import take_seconds

FORMAT_HELP = f"{', '.join(FORMATS)}; if it is left out, the ending of --out says which."
SECONDS_HELP = "Time limit (until the text is made): seconds, or 90s, 2m, 1h; exit code 3 where it comes first."
BOUND_HELP = "Write the decision problem: any solution at least as good as K (dimacs needs it)."
FILE_HELP = f"A file of another tool: {', '.join(READERS)}."


def formats(incomplete: str) -> list[str]:
    """Return the formats that a shell may complete."""
    return [name for name in FORMATS if name.startswith(incomplete)]


@dataclass(frozen=True)
class ExportOptions:
    """The format and the file of an exported problem."""

    format: Annotated[str | None, option("--format", FORMAT_HELP, "FORMAT", completed=formats)] = None
    out: Annotated[Path | None, option("--out", "The file to write; else standard output.", "FILE")] = None
    bound: Annotated[int | None, option("--bound", BOUND_HELP, "K")] = None
    seconds: Annotated[str | None, option("--seconds", SECONDS_HELP, "S")] = None

    def write(self, declare: Callable[[], Problem | Model]) -> None:
        """Declare a problem and write it, both within the time limit; a limit that comes first leaves no file.

        Raises `BadInput` for a file that cannot be written and what the format cannot say, and `OutOfTime`.
        """
        form, seconds = self._find_format(), take_seconds(self.seconds)
        if seconds is not None and seconds <= 0:
            raise BadInput(f"--seconds must be greater than 0, got {seconds:g}")
        with Deadline(seconds).held():
            made = export(declare(), form, self.bound)
        if self.out is None:
            emit(made.removesuffix("\n"))
        else:
            write_and_tell(self.out, made)

    def _find_format(self) -> str:
        if self.format is not None:
            return self.format
        ending = self.out.suffix[1:].lower() if self.out else ""
        form = "dimacs" if ending == "cnf" else ending
        if form not in FORMATS:
            raise BadInput(f"no format: give --format, or --out with an ending; known are {', '.join(FORMATS)}")
        return form


def make() -> FamilyGroup:
    """Return the command."""
    return FamilyGroup(
        "export",
        _offer,
        {"model": _offer_model},
        help="Write a problem in a file format of other tools; comments name the square of each variable.",
        epilog="Example: rookery export placement --piece queen --board 8 --count 8 --format dimacs --seconds 60",
    )


def _offer(family: Family) -> click.Command:
    """Return the sub-command of a family."""

    def export(stated: Stated, written: ExportOptions) -> None:
        written.write(stated.problem)

    return make_family_command(export, family, "Write this problem for other tools.", "export {} --format opb")


def _offer_model() -> click.Command:
    def export(file: Annotated[Path, argument(FILE_HELP, "FILE")], written: ExportOptions) -> None:
        """Write a model from a file in another format."""
        written.write(lambda: read_model(file))

    return make_command(export, "model", epilog="Example: rookery export model model.cnf --format opb")
