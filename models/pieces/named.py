"""The pieces that names lead to on this machine: our own, those of plug-ins, and those of the user's file."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from rookery.models.errors import BadInput, show_value
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.sources import PieceSources

FILE = "pieces.toml"
EXPECTED = "a piece such as rk.QUEEN, a name such as 'queen', or Betza notation such as 'NC'"


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


def piece(name: str | Piece) -> Piece:
    """The piece of a name ("queen", also "empress") or of a Betza string ("NC", "R4"), in which case matters.

    A piece is given back as it is.

    Names lead to our own pieces, to those of other distributions (entry points `rookery.pieces`), and to those of
    `pieces.toml` in the user's configuration folder.

    Raises `BadInput` with what is accepted, for an unknown name and for notation that cannot be read; and
    `BrokenPlugin` for the name of an entry point that cannot be loaded.
    """
    if isinstance(name, Piece):
        return name
    if not isinstance(name, str):
        raise BadInput(f"piece {show_value(name)}: expected {EXPECTED}")
    return user_sources().piece(name)
