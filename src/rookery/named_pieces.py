"""The pieces that names lead to on this machine: our own, those of plug-ins, and those of the user's file."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from rookery.models.pieces.piece import Piece
from rookery.models.pieces.sources import PieceSources
from rookery.models.reading.drawn import Position, read_drawing

FILE = "pieces.toml"


def user_file() -> Path:
    """`pieces.toml` in the user's configuration folder, whether it is there or not.

    Linux: `$XDG_CONFIG_HOME/rookery`, `~/.config/rookery` where that is not set. macOS: `~/Library/Application
    Support/rookery`. Windows: `%APPDATA%\\rookery`.
    """
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or home / "AppData/Roaming")
    elif sys.platform == "darwin":
        folder = home / "Library/Application Support"
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME", ""))
        folder = folder if folder.is_absolute() else home / ".config"
    return folder / "rookery" / FILE


def user_sources(files: Iterable[Path] | None = None) -> PieceSources:
    """The sources of pieces on this machine: the user's own file, and further files that are given."""
    return PieceSources(tuple(dict.fromkeys(files or ())), (user_file(),))


def piece(name: str) -> Piece:
    """The piece of a name ("queen", also "empress") or of a Betza string ("NC", "R4"), in which case matters.

    Names lead to our own pieces, to those of other distributions (entry points `rookery.pieces`), and to those of
    `pieces.toml` in the user's configuration folder.

    Raises `BadInput` with what is accepted, for an unknown name and for notation that cannot be read; and
    `BrokenPlugin` for the name of an entry point that cannot be loaded.
    """
    return user_sources().piece(name)


def read_board(text: str, pieces: Iterable[Piece] | None = None, torus: bool = False) -> Position:
    """The position of a drawing, a line a row, or of FEN with numbers of blanks of any length.

    In a drawing `.` is a free square, `#` a hole, `x` a forbidden square, and a letter or glyph is the piece that has
    this symbol: one of `pieces`, or else of all that have a name. Blanks between the signs are allowed. In FEN (a text
    with a digit or a slash) a hole is `*` or `#`, and pieces are named in either case: `10/4Q5/...`.

    Raises `BadInput` with line and column for a sign that means nothing, or more than one piece, and for ragged rows.
    """
    known = [found.piece for found in user_sources().pieces().values()] if pieces is None else pieces
    return read_drawing(text, known, torus)
