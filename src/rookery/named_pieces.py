"""Readers that use the register of piece names of this machine."""

from collections.abc import Iterable

from rookery.models.pieces.piece import Piece
from rookery.models.pieces.sources import piece as piece
from rookery.models.pieces.sources import user_file as user_file
from rookery.models.pieces.sources import user_sources as user_sources
from rookery.models.reading.drawn import Position, read_drawing, read_drawn


def read_board(text: str, pieces: Iterable[Piece] | None = None, torus: bool = False) -> Position:
    """The position of a drawing, one line per row, or of FEN with numbers of blanks of any length.

    >>> import rookery as rk
    >>> rk.read_board("Q..\\n..#\\n.x.")
    Position('Q2/2*/1x1')

    In a drawing `.` is a free square, `#` a hole, `x` a forbidden square, and a letter or glyph is the piece that has
    this symbol: one of `pieces`, or else of all pieces with a name. Blanks between the signs are allowed. In FEN (a
    text with a digit or a slash) a hole is `*` or `#`, and pieces are named in either case: `10/4Q5/...`. Pieces have
    no colour here, so case has no meaning, nor have the fields of a game, such as whose turn it is. A pawn (`P`, `p`)
    is refused unless `pieces` has a piece of that letter.

    Raises `BadInput` with line and column for a sign that means nothing, or more than one piece, and for ragged rows;
    and for a mere size such as "8x8", which draws no board.
    """
    if pieces is not None:
        return read_drawing(text, pieces, torus)
    drawn = read_drawn(text, torus)
    known = (found.piece for found in user_sources().pieces().values())
    # A P in FEN means a pawn to its writer, and no piece that happens to have this symbol.
    return drawn.position(piece for piece in known if not (drawn.is_fen and piece.symbol in "pP"))
