"""The standard pieces, and where a name leads: to them, to those of other distributions, or to Betza notation."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

from rookery.models.errors import BadInput
from rookery.models.piece import DIAGONAL, ORTHOGONAL, Piece, around

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


@cache
def pieces() -> Mapping[str, tuple[Piece, str]]:
    """Every piece known by name, with the distribution that it comes from.

    Other distributions add pieces through the entry-point group `rookery.pieces`; each entry is a `Piece`.
    Raises `BadInput` when two sources give one name, or an entry is no piece.
    """
    known = {piece.name: (piece, OWN) for piece in STANDARD}
    for entry in entry_points(group="rookery.pieces"):
        source = entry.dist.name if entry.dist else entry.value
        piece = entry.load()
        if not isinstance(piece, Piece):
            raise BadInput(f"entry point {entry.name} of {source} is a {type(piece).__name__}, not a rookery.Piece")
        if piece.name in known:
            raise BadInput(f"two pieces are named {piece.name}: one from {known[piece.name][1]}, one from {source}")
        known[piece.name] = (piece, source)
    return known


def piece(name: str) -> Piece:
    """The piece of a name ("queen", also "empress") or of a Betza string ("NC", "R4"), in which case matters.

    Raises `BadInput` with what is accepted, for a name that nobody bears and notation that cannot be read.
    """
    known, name = pieces(), name.strip()
    lower = name.lower()
    found = known.get(ALIASES.get(lower, lower))
    if found:
        return found[0]
    try:
        return Piece.from_betza(name, name, symbol=next(filter(str.isalpha, name), "X").upper())
    except BadInput as error:
        raise BadInput(_unknown(name, error)) from None


def _unknown(name: str, error: BadInput) -> str:
    """Why a name leads to no piece; what was meant as a word gets no lesson in notation."""
    names = ", ".join(pieces())
    near = get_close_matches(name.lower(), [*pieces(), *ALIASES], n=1)
    if near or name.islower():
        hint = f"did you mean {near[0]}? " if near else ""
        return f"unknown piece {name!r}: {hint}known are {names}, or Betza notation such as NC"
    return f"unknown piece {name!r}; {error}; known names are {names}"
