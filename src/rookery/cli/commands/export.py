"""`rookery export`: each problem of `rookery solve`, written for other tools instead of solved."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from rookery.backends.formats import FORMATS, export
from rookery.cli.options.option import option
from rookery.cli.output.terminal import emit, write_and_tell
from rookery.cli.problem_options import FamilyGroup, Stated, make_family_command
from rookery.core.deadline import Deadline
from rookery.models import BadInput, Problem
from rookery.models.problems.family import Family
from rookery.models.reading.given import take_seconds

FORMAT_HELP = f"{', '.join(FORMATS)}."
SECONDS_HELP = "Time limit (until the text is made): seconds, or 90s, 2m, 1h; exit code 3 where it comes first."
BOUND_HELP = "Write the decision problem: any solution at least as good as K (dimacs needs it)."


def formats(incomplete: str) -> list[str]:
    """The formats that a shell may complete."""
    return [name for name in FORMATS if name.startswith(incomplete)]


@dataclass(frozen=True)
class ExportOptions:
    """The format and the file of an exported problem."""

    format: Annotated[str, option("--format", FORMAT_HELP, "FORMAT", completed=formats)]
    out: Annotated[Path | None, option("--out", "The file to write; else standard output.", "FILE")] = None
    bound: Annotated[int | None, option("--bound", BOUND_HELP, "K")] = None
    seconds: Annotated[str | None, option("--seconds", SECONDS_HELP, "S")] = None

    def write(self, declare: Callable[[], Problem]) -> None:
        """Declare a problem and write it, both within the time limit; a limit that comes first leaves no file.

        Raises `BadInput` for a file that cannot be written and what the format cannot say, and `OutOfTime`.
        """
        seconds = take_seconds(self.seconds)
        if seconds is not None and seconds <= 0:
            raise BadInput(f"{seconds:g} seconds; it must be more than 0")
        with Deadline(seconds).held():
            made = export(declare(), self.format, self.bound)
        if self.out is None:
            if isinstance(made, str):
                emit(made.removesuffix("\n"))
            elif sys.stdout.isatty():
                raise BadInput("a binary format on a terminal; name a file: --out FILE")
            else:
                sys.stdout.buffer.write(made)
        else:
            write_and_tell(self.out, made)


def make() -> FamilyGroup:
    """The command."""
    return FamilyGroup(
        "export",
        _offer,
        help="Write a problem in a file format of other tools; comments name the square of each variable.",
        epilog="Example: rookery export placement --piece queen --board 8 --count 8 --format dimacs --seconds 60",
    )


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""

    def export(stated: Stated, written: ExportOptions) -> None:
        written.write(stated.problem)

    return make_family_command(export, family, "Write this problem for other tools.", "export {} --format opb")
