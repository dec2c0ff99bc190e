"""The standard pieces, and where a name leads: to them, to those of other distributions, or to Betza notation."""

from collections.abc import Mapping
from difflib import get_close_matches

from rookery.models.base.plugins import leave_out
from rookery.models.errors import BadInput
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.sources import Known, broken, others
from rookery.models.pieces.steps import DIAGONAL, ORTHOGONAL, around

KNIGHTLY = around(1, 2)

QUEEN = Piece("queen", "Q", rides=ORTHOGONAL | DIAGONAL, betza="Q", glyph="♕")
ROOK = Piece("rook", "R", rides=ORTHOGONAL, betza="R", glyph="♖")
BISHOP = Piece("bishop", "B", rides=DIAGONAL, betza="B", glyph="♗")
KNIGHT = Piece("knight", "N", leaps=KNIGHTLY, betza="N", glyph="♘")
KING = Piece("king", "K", leaps=ORTHOGONAL | DIAGONAL, betza="K", glyph="♔")
AMAZON = Piece("amazon", "A", leaps=KNIGHTLY, rides=ORTHOGONAL | DIAGONAL, betza="QN", glyph="🩎")
CHANCELLOR = Piece("chancellor", "C", leaps=KNIGHTLY, rides=ORTHOGONAL, betza="RN", glyph="🩏")
ARCHBISHOP = Piece("archbishop", "H", leaps=KNIGHTLY, rides=DIAGONAL, betza="BN", glyph="🩐")
WAZIR = Piece("wazir", "W", leaps=ORTHOGONAL, betza="W")
FERZ = Piece("ferz", "F", leaps=DIAGONAL, betza="F")
DABBABA = Piece("dabbaba", "D", leaps=around(0, 2), betza="D")
ALFIL = Piece("alfil", "E", leaps=around(2, 2), betza="A")
CAMEL = Piece("camel", "L", leaps=around(1, 3), betza="C")
ZEBRA = Piece("zebra", "Z", leaps=around(2, 3), betza="Z")
NIGHTRIDER = Piece("nightrider", "I", rides=KNIGHTLY, betza="NN")

STANDARD = (
    QUEEN, ROOK, BISHOP, KNIGHT, KING, AMAZON, CHANCELLOR, ARCHBISHOP, WAZIR, FERZ, DABBABA, ALFIL, CAMEL, ZEBRA,
    NIGHTRIDER,
)  # fmt: skip
ALIASES = {"empress": "chancellor", "marshal": "chancellor", "princess": "archbishop", "cardinal": "archbishop"}
OWN = "rookery"


def pieces() -> Mapping[str, Known]:
    """Every piece known by name, under its name in small letters, with where it comes from.

    Beside our own these are the pieces of other distributions (entry points `rookery.pieces`), of `pieces.toml` in the
    user's configuration folder, and of files that a command was given. An entry point that is no piece is left out,
    with a warning. Raises `BadInput` when two sources give one name, and for what is no piece in a file.
    """
    _name_broken()
    return _known()


def _name_broken() -> None:
    for error in broken().values():
        leave_out(error)


def _known() -> Mapping[str, Known]:
    known = {piece.name: Known(piece, OWN) for piece in STANDARD}
    taken = known | {alias: Known(known[name].piece, f"{OWN}, for {name}") for alias, name in ALIASES.items()}
    for found in others():
        name = found.piece.name.lower()
        if name in taken:
            raise BadInput(f"two pieces are named {name}: one from {taken[name].source}, one from {found.source}")
        known[name] = taken[name] = found
    return known


def piece(name: str) -> Piece:
    """The piece of a name ("queen", also "empress") or of a Betza string ("NC", "R4"), in which case matters.

    Raises `BadInput` with what is accepted, for a name that nobody bears and notation that cannot be read; and
    `BrokenPlugin` for the name of an entry point that cannot be loaded.
    """
    known, name = _known(), name.strip()
    lower = name.lower()
    found = known.get(ALIASES.get(lower, lower))
    try:
        read = found.piece if found else _read_betza(name)
    except BadInput as error:
        raise broken().get(lower) or BadInput(_unknown(name, error)) from None
    _name_broken()
    return read


def _read_betza(name: str) -> Piece:
    return Piece.from_betza(name, name, symbol=next(filter(str.isalpha, name), "X").upper())


def _unknown(name: str, error: BadInput) -> str:
    """Why a name leads to no piece; what was meant as a word gets no lesson in notation."""
    names = ", ".join(_known())
    near = get_close_matches(name.lower(), [*_known(), *ALIASES], n=1)
    if near or name.islower():
        hint = f"did you mean {near[0]}? " if near else ""
        return f"unknown piece {name!r}: {hint}known are {names}, or Betza notation such as NC"
    return f"unknown piece {name!r}; {error}; known names are {names}"
