"""Positions: a board with the squares that are given, also as text: a drawing or FEN."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from rookery.core.errors import BadInput, refuse
from rookery.core.words import shorten
from rookery.models.boards.board import SIZE, Board, Square
from rookery.models.boards.regions import READ_TWICE
from rookery.models.drawing.svg import Marks, draw_svg
from rookery.models.drawing.text import FREE, HOLE, WALL, draw, glyphs, write_fen
from rookery.models.pieces.piece import STANDARD, Piece
from rookery.models.pieces.sources import known_pieces

FORBIDDEN = "x"
MARK = Piece("forbidden square", FORBIDDEN, rides=(), glyph="×")  # it attacks nothing; drawings show it like a piece
FREE_SIGNS, FORBIDDEN_SIGNS, HOLES = (FREE, "·", "_"), (FORBIDDEN, "×"), (HOLE, WALL)
MAX_SAID = 200  # characters of a position in `repr`
FEN = re.compile(r"\S*[0-9/]\S*(?:\s+[wb](?:\s+\S+){0,4})?")
DRAWN = "one line per row with . for a free square, or FEN such as 8/4Q3/8"
BLANKS = re.compile(r"[0-9]+")
NO_PAWN = "a piece here attacks the same way everywhere and has no colour; leave pawns out, or mark them x (forbidden)"
CORNERS = "+-", "┌─"
BORDERS = frozenset(" +-|─│┌┐└┘├┤┬┴┼")
NO_BORDERS = {ord(sign): " " for sign in BORDERS}
CHESS_PIECES = 6  # of each colour in Unicode
MAX_DIGITS = 7  # no side of a board is longer


@dataclass(frozen=True, repr=False)
class Position:
    """A board, the squares whose piece is given, and those that stay empty.

    `str` draws it, and `rookery.read_board` reads the drawing; but a drawing does not show joined edges.
    """

    board: Board
    fixed: Mapping[Square, Piece] = field(default_factory=dict)
    forbidden: frozenset[Square] = frozenset()

    def __post_init__(self) -> None:
        if not isinstance(self.fixed, Mapping) or not isinstance(self.forbidden, Iterable):
            raise BadInput("a position has fixed={square: piece} and forbidden={square}; rk.read_board reads a drawing")

    def __str__(self) -> str:
        return draw(self._signs(), self.board)

    def fen(self) -> str:
        """Return the position in FEN: blanks counted in numbers of any length, `*` a hole, `x` a forbidden square."""
        return write_fen(self._signs(), self.board)

    def _signs(self) -> dict[Square, Piece]:
        return {**self.fixed, **dict.fromkeys(self.forbidden, MARK)}

    def __repr__(self) -> str:
        return f"Position({shorten(self.fen(), MAX_SAID)!r})"

    def _repr_svg_(self) -> str:
        return draw_svg(self.fixed, self.board, Marks("names", forbidden=self.forbidden))


@dataclass(frozen=True)
class Sign:
    """A sign of the text, where it stands, and how many squares in a row it fills."""

    text: str
    line: int
    column: int
    times: int = 1

    def refuse(self, why: str) -> NoReturn:
        """Raise `BadInput` with the line and the column of the sign, counted from 1."""
        raise BadInput(f"line {self.line}, column {self.column}: {why}")


def read_board(text: str, pieces: Iterable[Piece] | None = None, torus: bool = False) -> Position:
    """Return the position of a drawing, one line per row, or of FEN with numbers of blanks of any length.

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
    drawn = read_drawn(text, torus)
    if pieces is not None:
        return drawn.position(pieces)
    known = (found.piece for found in known_pieces().values())
    # A P in FEN means a pawn to its writer, and no piece that happens to have this symbol.
    return drawn.position(piece for piece in known if not (drawn.is_fen and piece.symbol in "pP"))


def read_drawn(text: str, torus: bool = False) -> "Drawing":
    """Return the board of a text whose pieces are not yet known; raises `BadInput` as `read_board` does."""
    if not isinstance(text, str):
        refuse("board", text, "a text that draws it, one line per row, or FEN")
    if SIZE.fullmatch(text.strip()):
        raise BadInput(f"line 1, column 1: {text.strip()[:20]!r} is a size and draws no board; expected {DRAWN}")
    is_fen = FEN.fullmatch(text.strip()) is not None
    rows = list(_read_fen(text) if is_fen else _read_rows(text))
    if not rows:
        raise BadInput("line 1, column 1: the text draws no board, it is empty")
    widths = [sum(sign.times for sign in row) for row in rows]
    for number, (row, width) in enumerate(zip(rows, widths, strict=True), start=1):
        if width != widths[0] or not width:
            where = row[-1] if row else Sign("", rows[0][0].line + number - 1 if rows[0] else number, 1)
            where.refuse(f"row {number} has {width} squares, row 1 has {widths[0]}; each needs as many")
    signs = dict(_locate_signs(rows))
    if not is_fen and (star := next((sign for sign in signs.values() if sign.text == WALL), None)):
        star.refuse(f"{WALL} is {READ_TWICE[WALL]}; write # (hole) or x (forbidden)")
    holes = [square for square, sign in signs.items() if sign.text in HOLES]
    board = Board(len(rows), sum(sign.times for sign in rows[0]), torus, holes)
    forbidden = frozenset(square for square, sign in signs.items() if sign.text in FORBIDDEN_SIGNS)
    pieces = {square: sign for square, sign in signs.items() if sign.text not in (*HOLES, *FORBIDDEN_SIGNS)}
    return Drawing(board, forbidden, pieces, is_fen)


def _read_rows(text: str) -> Iterator[list[Sign]]:
    lines = [(at, line.rstrip()) for at, line in enumerate(text.splitlines(), start=1)]
    if any(line.lstrip()[:2] in CORNERS for _, line in lines):  # a board of regions: squares stand between borders
        lines = [(at, line.translate(NO_BORDERS)) for at, line in lines if set(line) - BORDERS]
    filled = [at for at, line in lines if line]
    for at, line in lines:
        if filled and filled[0] <= at <= filled[-1]:
            yield [Sign(text, at, column) for column, text in enumerate(line, start=1) if not text.isspace()]


def _read_fen(text: str) -> Iterator[list[Sign]]:
    """Yield the rows between slashes; what a game adds, as whose turn it is, means nothing here."""
    before = text[: len(text) - len(text.lstrip())]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    for row in text.split()[0].split("/"):
        if not row:
            Sign("/", line, column).refuse("a row without squares; expected pieces or a number of blanks")
        yield list(_read_fen_row(row, line, column))
        column += len(row) + 1


def _read_fen_row(row: str, line: int, start: int) -> Iterator[Sign]:
    at = 0
    while at < len(row):
        blanks = BLANKS.match(row, at)
        sign = Sign(FREE if blanks else row[at], line, start + at)
        if blanks and (len(blanks[0]) > MAX_DIGITS or not int(blanks[0])):
            many = blanks[0] if len(blanks[0]) <= MAX_DIGITS else f"{blanks[0][:MAX_DIGITS]}..."
            sign.refuse(f"{many} blanks; expected a number from 1 to {10**MAX_DIGITS - 1:,}")
        yield Sign(sign.text, line, sign.column, int(blanks[0])) if blanks else sign
        at = blanks.end() if blanks else at + 1


@dataclass(frozen=True)
class Drawing:
    """A board read from text, with the signs that stand for pieces."""

    board: Board
    forbidden: frozenset[Square]
    signs: Mapping[Square, Sign]
    is_fen: bool

    def position(self, pieces: Iterable[Piece]) -> Position:
        """Return the position whose signs are the symbols or glyphs of `pieces`."""
        known = list(pieces)
        fixed = {square: self._piece(sign, known) for square, sign in self.signs.items()}
        return Position(self.board, fixed, self.forbidden)

    def _piece(self, sign: Sign, known: Sequence[Piece]) -> Piece:
        """Return the one piece that a sign means."""
        found = _pieces_of_sign(sign.text, known) or _pieces_of_sign(_other_colour(sign.text), known)
        if len(found) > 1:
            sign.refuse(f"{sign.text!r} is the symbol of several pieces: {', '.join(map(str, found))}")
        if not found and self.is_fen and sign.text in "pP":
            sign.refuse(f"{sign.text!r} is a pawn, and {NO_PAWN}")
        if not found and sign.text in READ_TWICE:
            sign.refuse(f"{sign.text} is {READ_TWICE[sign.text]}; write . (free), # (hole) or the letter of a piece")
        if not found and sign.text.isdigit():
            sign.refuse(f"{sign.text!r} counts blanks in FEN, whose rows stand in one line with / between them")
        if not found and (others := _pieces_of_sign(sign.text.upper(), STANDARD)):
            symbols = ", ".join(f"{piece.symbol} ({piece})" for piece in known)
            sign.refuse(f"{sign.text} is a {others[0]} to us, and to others any piece; the pieces here are {symbols}")
        if not found:
            symbols = ", ".join(f"{piece.symbol} ({piece})" for piece in known)
            sign.refuse(f"{sign.text!r} is the symbol of no piece; expected . free, # hole, x forbidden, {symbols}")
        return found[0]


def _other_colour(sign: str) -> str:
    """Return the same piece of the other colour: pieces have none here."""
    black = ord(sign) - ord("\N{BLACK CHESS KING}")
    return chr(ord("\N{WHITE CHESS KING}") + black) if 0 <= black < CHESS_PIECES else sign.swapcase()


def _pieces_of_sign(sign: str, known: Iterable[Piece]) -> list[Piece]:
    return [piece for piece in known if sign in (piece.symbol, glyphs(piece))]


def _locate_signs(rows: Sequence[Sequence[Sign]]) -> Iterator[tuple[Square, Sign]]:
    """Yield the signs that are not free squares, with their squares."""
    for row, signs in enumerate(rows):
        column = 0
        for sign in signs:
            if sign.text not in FREE_SIGNS:
                yield Square(row, column), sign
            column += sign.times
