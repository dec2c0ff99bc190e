"""Where pieces with names come from beside our own: other distributions, the user's file, files that are given."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from rookery.models.base import plugins
from rookery.models.errors import BadInput
from rookery.models.pieces.files import check_name, load_pieces, read_piece_file
from rookery.models.pieces.piece import Piece

GROUP = "rookery.pieces"
FILE = "pieces.toml"

_given: list[Path] = []


class Known(NamedTuple):
    """A piece, and where it comes from: a distribution, or a file and its line."""

    piece: Piece
    source: str


def use_files(files: Iterable[Path]) -> None:
    """Let names lead to the pieces of these files, too, in this process; those of an earlier call are forgotten."""
    _given[:] = dict.fromkeys(files)


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


def others() -> Iterator[Known]:
    """The pieces that are not our own, in the order of their sources; raises `BadInput` for what is no piece."""
    yield from installed()
    files = [user_file(), *_given]
    for path in {path.resolve(): path for path in files}.values():
        if path in _given or path.is_file():
            yield from _of_file(path)


def _of_file(path: Path) -> tuple[Known, ...]:
    try:
        stamp = path.stat()
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}; expected a TOML file of pieces") from None
    return _read(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=16)
def _read(path: Path, changed: int, size: int) -> tuple[Known, ...]:
    """The pieces of a file as it was when it was last changed."""
    load_pieces(path)
    return tuple(Known(*found) for found in read_piece_file(path)[0])


@cache
def installed() -> tuple[Known, ...]:
    """The pieces of other distributions, from the entry-point group `rookery.pieces`; each entry is a `Piece`."""
    return tuple(found for found in _entries().values() if isinstance(found, Known))


@cache
def broken() -> Mapping[str, plugins.BrokenPlugin]:
    """What is wrong with the entries that are no pieces, by the names of the entries in small letters."""
    found = _entries().items()
    return {entry.name.lower(): error for entry, error in found if isinstance(error, plugins.BrokenPlugin)}


@cache
def _entries() -> Mapping[EntryPoint, Known | plugins.BrokenPlugin]:
    return {entry: _loaded(entry) for entry in entry_points(group=GROUP)}


def _loaded(entry: EntryPoint) -> Known | plugins.BrokenPlugin:
    try:
        piece = plugins.load(entry)
        if not isinstance(piece, Piece):
            return plugins.broken(entry, f"is a {type(piece).__name__}, not a rookery.Piece")
        check_name(piece)
    except plugins.BrokenPlugin as error:
        return error
    except BadInput as error:
        return plugins.broken(entry, f"is named {piece.name!r}: {error}")
    return Known(piece, plugins.source(entry))
