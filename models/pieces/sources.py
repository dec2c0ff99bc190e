"""The register of piece names: our own pieces, those of other distributions, and those of files."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rookery.core import plugins
from rookery.core.errors import BadInput, nearest, show_value
from rookery.core.files import refusing_unreadable
from rookery.core.plugins import entry_points
from rookery.models.pieces.betza import parse
from rookery.models.pieces.files import EXPECTED, check_name, load_pieces, read_piece_file
from rookery.models.pieces.piece import ALIASES, GUARD, STANDARD, STAR, Piece

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rookery.pieces"
OWN = "rookery"
FindPiece = Callable[[str], Piece]  # the piece of a name or of a Betza string


class Known(NamedTuple):
    """A piece, and where it comes from: a distribution, or a file and its line."""

    piece: Piece
    source: str


# Lists of pieces leave out those that attack nothing on a board.
UNLISTED = {each.name: Known(each, OWN) for each in (GUARD, STAR)}


@dataclass(frozen=True)
class PieceSources:
    """A register of piece names: our own pieces, those of other distributions, and those of some files.

    A file is read again after each change.
    """

    files: tuple[Path, ...] = ()

    def pieces(self) -> Mapping[str, Known]:
        """Every piece known by name, under its name in small letters, with where it comes from.

        An entry point that is no piece is left out, with a warning. Raises `BadInput` when two sources give one name,
        and for what is no piece in a file.
        """
        _warn_of_broken()
        return self._collect()

    def piece(self, name: str) -> Piece:
        """The piece of a name ("queen", also "empress") or of a Betza string ("NC", "R4"), in which case matters.

        Notation of what a piece of ours attacks is spoken of as that piece is: several Q are queens.

        Raises `BadInput` with what is accepted, for an unknown name and for notation that cannot be read; and
        `BrokenPlugin` for the name of an entry point that cannot be loaded.
        """
        known, name = self._collect(), name.strip()
        lower = name.lower()
        found = known.get(ALIASES.get(lower, lower)) or UNLISTED.get(lower)
        try:
            read = found.piece if found else _read_notation(name)
        except BadInput as error:
            raise broken_entries().get(lower) or BadInput(_explain_unknown(name, known, error)) from None
        _warn_of_broken()
        return read

    def _collect(self) -> Mapping[str, Known]:
        known = {piece.name: Known(piece, OWN) for piece in STANDARD}
        taken = known | {alias: Known(known[name].piece, f"{OWN}, for {name}") for alias, name in ALIASES.items()}
        for found in self._others():
            name = found.piece.name.lower()
            if name in taken:
                raise BadInput(f"two pieces are named {name}: one from {taken[name].source}, one from {found.source}")
            known[name] = taken[name] = found
        return known

    def _others(self) -> Iterator[Known]:
        """The pieces that are not our own, in the order of their sources; raises `BadInput` for what is no piece."""
        yield from installed_pieces()
        for path in {os.path.realpath(path): path for path in self.files}.values():
            with refusing_unreadable(path, EXPECTED):
                stamp = path.stat()
            yield from _read(path, stamp.st_mtime_ns, stamp.st_size)


def _read_notation(betza: str) -> Piece:
    """Return the piece of a notation: one of ours if it has these attacks, so that Q is the queen."""
    rides = parse(betza)
    ours = next((each for each in STANDARD if each.rides == rides), None)
    return ours or Piece.from_betza(betza, betza, symbol=next(filter(str.isalpha, betza), "X").upper())


def _explain_unknown(name: str, known: Mapping[str, Known], error: BadInput) -> str:
    """The reason why a name leads to no piece; a name that was meant as a word gets no lesson in notation."""
    names = ", ".join(known)
    hint = nearest(name.lower(), [*known, *ALIASES])
    if hint or name.islower():
        return f"unknown piece {name!r}: {hint}known are {names}, or Betza notation such as NC"
    return f"unknown piece {name!r}; {error}; known names are {names}"


@lru_cache(maxsize=16)
def _read(path: Path, changed: int, size: int) -> tuple[Known, ...]:
    """The pieces of a file as it was when it was last changed."""
    load_pieces(path)
    return tuple(Known(*found) for found in read_piece_file(path)[0])


def installed_pieces() -> tuple[Known, ...]:
    """The pieces of other distributions, from the entry-point group `rookery.pieces`; each entry is a `Piece`."""
    return tuple(found for found in _read_entries().values() if isinstance(found, Known))


def broken_entries() -> Mapping[str, plugins.BrokenPlugin]:
    """The faults of entries that are not pieces, by the names of the entries in small letters."""
    found = _read_entries().items()
    return {entry.name.lower(): error for entry, error in found if isinstance(error, plugins.BrokenPlugin)}


def read_entry(entry: "EntryPoint") -> Known | plugins.BrokenPlugin:
    """The piece of an entry point, or what is wrong with it."""
    try:
        piece = plugins.load(entry)
        if not isinstance(piece, Piece):
            return plugins.broken_plugin(entry, f"is a {type(piece).__name__}, not a rookery.Piece")
        check_name(piece)
    except plugins.BrokenPlugin as error:
        return error
    except BadInput as error:
        return plugins.broken_plugin(entry, f"is named {piece.name!r}: {error}")
    return Known(piece, plugins.source(entry))


@cache
def _read_entries() -> "Mapping[EntryPoint, Known | plugins.BrokenPlugin]":
    return {entry: read_entry(entry) for entry in entry_points(group=GROUP)}


def _warn_of_broken() -> None:
    for error in broken_entries().values():
        plugins.leave_out(error)


EXPECTED_PIECE = "a piece such as rk.QUEEN, a name such as 'queen', or Betza notation such as 'NC'"


def piece(name: str | Piece) -> Piece:
    """The piece of a name ("queen", also "empress") or of a Betza string ("NC", "R4"), in which case matters.

    >>> import rookery as rk
    >>> rk.piece("amazon"), rk.piece("NC")
    (Piece('amazon', 'A', betza='QN'), Piece('NC', 'N', betza='NC'))

    A `Piece` is returned unchanged.

    Names lead to our own pieces, and to those of other distributions (entry points `rookery.pieces`).

    Raises `BadInput` with what is accepted, for an unknown name and for notation that cannot be read; and
    `BrokenPlugin` for the name of an entry point that cannot be loaded.
    """
    if isinstance(name, Piece):
        return name
    if not isinstance(name, str):
        raise BadInput(f"piece {show_value(name)}: expected {EXPECTED_PIECE}")
    return PieceSources().piece(name)
