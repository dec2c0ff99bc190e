"""Files of pieces on the command line: the option that names them, and the names that a shell may complete."""

from pathlib import Path
from typing import Annotated

import typer

from rookery.models import BadInput
from rookery.models.pieces.sources import use_files
from rookery.models.pieces.standard import pieces as known_pieces

HELP = "A TOML file of further pieces (repeatable), such as a line gnu = 'NC'."


def _use(files: list[Path] | None) -> list[Path] | None:
    """Let the names of the files' pieces be known before any other option is read."""
    use_files(files or ())
    return files


def files_option(*names: str) -> typer.models.OptionInfo:
    """The option of piece files under some names; being read is all that it needs."""
    found: typer.models.OptionInfo = typer.Option(*names, help=HELP, metavar="FILE", is_eager=True, callback=_use)
    return found


PieceFiles = Annotated[list[Path] | None, files_option("--pieces", "--pieces-file")]
PieceFilesOnly = Annotated[list[Path] | None, files_option("--pieces-file")]


def piece_names(context: typer.Context, incomplete: str) -> list[str]:
    """The pieces that a shell may complete, those of the files given so far among them."""
    try:
        use_files(map(Path, context.params.get("piece_files") or ()))
        return [name for name in known_pieces() if name.startswith(incomplete)]
    except BadInput:
        return []
