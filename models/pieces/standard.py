"""The standard pieces, with their other names."""

from rookery.models.pieces.betza import DIAGONAL, ORTHOGONAL, around, around_corners
from rookery.models.pieces.piece import Piece

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
UNICORN = Piece("unicorn", "U", rides=(), solid=around_corners())  # of boards of three dimensions, as in Raumschach

STANDARD = (
    QUEEN, ROOK, BISHOP, KNIGHT, KING, AMAZON, CHANCELLOR, ARCHBISHOP, WAZIR, FERZ, DABBABA, ALFIL, CAMEL, ZEBRA,
    NIGHTRIDER,
)  # fmt: skip
# The piece of a graph has no steps: it attacks along edges.
GUARD = Piece("guard", "G", rides=())
LISTED = (*STANDARD, UNICORN)
OWN_PIECES = (*LISTED, GUARD)
ALIASES = {"empress": "chancellor", "marshal": "chancellor", "princess": "archbishop", "cardinal": "archbishop"}
