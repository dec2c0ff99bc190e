"""Names of pieces: our own pieces, those of other distributions, and those of files."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rookery.core import plugins
from rookery.core.errors import BadInput, nearest, refuse
from rookery.core.plugins import EntryPoint, entry_points
from rookery.models.pieces.betza import parse
from rookery.models.pieces.files import check_name, load_pieces
from rookery.models.pieces.piece import ALIASES, GUARD, STANDARD, STAR, Piece

GROUP = "rookery.pieces"
OWN = "rookery"
SHORTEST_WORD = 4  # letters of a name that is misspelt; shorter ones are notation
EXPECTED_PIECE = "a piece such as rk.QUEEN, a name such as 'queen', or Betza notation such as 'NC'"
FindPiece = Callable[[str], Piece]  # the piece of a name or of a Betza string


class Known(NamedTuple):
    """A piece, and the distribution or file that it comes from."""

    piece: Piece
    source: str


OURS = {piece.name: Known(piece, OWN) for piece in STANDARD}
UNLISTED = {piece.name: piece for piece in (GUARD, STAR)}  # they attack nothing on a board


def known_pieces(files: Iterable[Path] = ()) -> Mapping[str, Known]:
    """Return every piece by its name in small letters: ours, those of other distributions, and those of some files.

    A plug-in that is no piece, or has the name of another piece, is left out with a warning. Raises `BadInput` if a
    file is wrong or gives a name that is taken.
    """
    _warn_of_broken()
    return _collect(files)


def _collect(files: Iterable[Path]) -> Mapping[str, Known]:
    known = {**OURS, **read_entries()[0]}
    for path in {path.resolve(): path for path in files}.values():
        for piece in load_pieces(path).values():
            name = piece.name.lower()
            taken = known.get(ALIASES.get(name, name)) or (Known(UNLISTED[name], OWN) if name in UNLISTED else None)
            if taken:
                raise BadInput(f"two pieces are named {name}: one from {taken.source}, one from {path}")
            known[name] = Known(piece, str(path))
    return known


def _read_notation(betza: str) -> Piece:
    """Return the piece of a notation: one of ours if it has these attacks, so that Q is the queen."""
    rides = parse(betza)
    ours = next((each for each in STANDARD if each.rides == rides), None)
    return ours or Piece.from_betza(betza, betza, symbol=next(filter(str.isalpha, betza), "X").upper())


def _explain_unknown(name: str, known: Mapping[str, Known], error: BadInput) -> str:
    """Return the message for an unknown name, with the fault of the notation unless it is rather a misspelt word."""
    names = ", ".join(known)
    hint = nearest(name.lower(), [*known, *ALIASES])
    if name.islower() or (hint and len(name) >= SHORTEST_WORD):
        return f"unknown piece {name!r}: {hint}known are {names}, or Betza notation such as NC"
    return f"unknown piece {name!r}; {error}; known names are {names}"


def _warn_of_broken() -> None:
    for error in read_entries()[1].values():
        plugins.leave_out(error)


@cache
def read_entries() -> tuple[Mapping[str, Known], Mapping[str, plugins.BrokenPlugin]]:
    """Return the pieces of the entry points `rookery.pieces` by name, and the faults of those that give no piece."""
    found, broken = dict[str, Known](), dict[str, plugins.BrokenPlugin]()
    for entry in entry_points(group=GROUP):
        try:
            piece = read_entry(entry)
            name = piece.name.lower()
            if taken := found.get(name):
                raise plugins.broken_plugin(entry, f"is named {name}, as a piece of {taken.source} is")
            found[name] = Known(piece, entry.source)
        except plugins.BrokenPlugin as error:
            broken[entry.name.lower()] = error
    return found, broken


def read_entry(entry: EntryPoint) -> Piece:
    """Return the piece of an entry point; raises `BrokenPlugin` if it is none, or has the name of one of ours."""
    piece = plugins.load(entry)
    if not isinstance(piece, Piece):
        raise plugins.broken_plugin(entry, f"is a {type(piece).__name__}, not a rookery.Piece")
    if piece.name.lower() in {*OURS, *UNLISTED, *ALIASES}:
        raise plugins.broken_plugin(entry, f"is named {piece.name}, as one of Rookery's own pieces is")
    try:
        check_name(piece)
    except BadInput as error:
        raise plugins.broken_plugin(entry, f"has a name that is not accepted: {error}") from None
    return piece


def piece(name: str | Piece, files: Iterable[Path] = ()) -> Piece:
    """Return the piece of a name ("queen", also "empress") or of a Betza string ("NC", "R4"; case matters).

    >>> import rookery as rk
    >>> rk.piece("amazon"), rk.piece("NC")
    (Piece('amazon', 'A', betza='QN'), Piece('NC', 'N', betza='NC'))

    A `Piece` is returned unchanged. Names lead to our own pieces, to those of other distributions (entry points
    `rookery.pieces`), and to those of `files`, which `load_pieces` reads. Raises `BadInput` with what is accepted, and
    `BrokenPlugin` for the name of a plug-in that cannot be loaded.
    """
    if isinstance(name, Piece):
        return name
    if not isinstance(name, str):
        refuse("piece", name, EXPECTED_PIECE)
    known, name = _collect(files), name.strip()
    lower = name.lower()
    found = known.get(ALIASES.get(lower, lower))
    try:
        read = found.piece if found else UNLISTED.get(lower) or _read_notation(name)
    except BadInput as error:
        raise read_entries()[1].get(lower) or BadInput(_explain_unknown(name, known, error)) from None
    _warn_of_broken()
    return read
