"""Files of pieces on the command line: the option that names them, and the names that a shell may complete."""

from pathlib import Path
from typing import Annotated

import click

from rookery.cli.options.option import Declared, comma_completion, option
from rookery.models import BadInput
from rookery.named_pieces import user_sources

HELP = "A TOML file that defines more pieces (repeatable), such as a line gnu = 'NC'."


def files_option(names: str) -> Declared:
    """The option of piece files under some names; it is eager, so that completion of names knows the files."""
    return option(names, HELP, "FILE", is_eager=True)


# `--pieces` is the older spelling; where pieces are named by it, such as in `table`, it is not taken for files.
PieceFiles = Annotated[list[Path] | None, files_option("--pieces-file --pieces")]
PieceFilesOnly = Annotated[list[Path] | None, files_option("--pieces-file")]


def piece_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The pieces that a shell may complete, those of the files given so far among them."""
    return [name for name in _known_names(context) if name.startswith(incomplete)]


def piece_lists(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The same for a list with commas."""
    return comma_completion(lambda: _known_names(context))(incomplete)


def _known_names(context: click.Context) -> list[str]:
    try:
        return list(user_sources(map(Path, context.params.get("piece_files") or ())).pieces())
    except BadInput:
        return []
