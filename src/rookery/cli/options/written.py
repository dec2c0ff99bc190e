"""Where an exported problem goes, and in which format."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from rookery.backends.formats import FORMATS, export
from rookery.cli.options.option import OUTPUT, option
from rookery.cli.output.files import write_and_tell
from rookery.cli.output.terminal import emit
from rookery.models import BadInput, Problem

FORMAT_HELP = f"{', '.join(FORMATS)}."
BOUND_HELP = "Write the decision problem: any solution at least as good as K (dimacs needs it)."


def formats(incomplete: str) -> list[str]:
    """The formats that a shell may complete."""
    return [name for name in FORMATS if name.startswith(incomplete)]


@dataclass(frozen=True)
class ExportOptions:
    """The format and the file of an exported problem."""

    format: Annotated[str, option("--format", FORMAT_HELP, "FORMAT", OUTPUT, autocompletion=formats)]
    out: Annotated[Path | None, option("--out", "The file to write; else standard output.", "FILE", OUTPUT)] = None
    bound: Annotated[int | None, option("--bound", BOUND_HELP, "K", OUTPUT)] = None

    def write(self, problem: Problem) -> None:
        """Write a problem; raises `BadInput` for a file that cannot be written and what the format cannot say."""
        made = export(problem, self.format, self.bound)
        if self.out is None:
            _print(made)
        else:
            write_and_tell(self.out, made)


def _print(made: str | bytes) -> None:
    if isinstance(made, str):
        emit(made.removesuffix("\n"))
    elif sys.stdout.isatty():
        raise BadInput("a binary format on a terminal; name a file: --out FILE")
    else:
        sys.stdout.buffer.write(made)
