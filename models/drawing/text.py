"""Boards drawn as text."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from rookery.models.ground.rectangle import Rectangle, Square
from rookery.models.pieces.piece import Piece

FREE, HOLE, WALL = ".", "#", "*"
SIZE = re.compile(r"[0-9]+(?:[xX][0-9]+)?(?::torus)?")  # what one writes for an empty board elsewhere


def letters(piece: Piece) -> str:
    """The letter of a piece."""
    return piece.symbol


def glyphs(piece: Piece) -> str:
    """The Unicode chess symbol of a piece, or its letter where Unicode has none."""
    return piece.glyph or piece.symbol


def draw(
    pieces: Mapping[Square, Piece],
    board: Rectangle,
    symbol: Callable[[Piece], str] = letters,
    *,
    free: str = FREE,
    hole: str = HOLE,
    between: str = "",
) -> str:
    """The board as one line a row: symbols of pieces, `free` squares and `hole`s, with `between` between them."""

    signs = [[free] * board.columns for _ in range(board.rows)]
    for row, column in board.holes:
        signs[row][column] = hole
    for (row, column), piece in pieces.items():
        signs[row][column] = symbol(piece)
    return "\n".join(map(between.join, signs))


def draw_spaced(pieces: Mapping[Square, Piece], board: Rectangle, symbol: Callable[[Piece], str] = glyphs) -> str:
    """The board in chess symbols, with room between them."""
    return draw(pieces, board, symbol, free="·", between=" ")


def write_fen(pieces: Mapping[Square, Piece], board: Rectangle) -> str:
    """The board in FEN: blanks counted in numbers of any length, `*` a hole; only a torus is not seen in it."""
    lines = draw(pieces, board).replace(HOLE, WALL).split("\n")
    written = "/".join("".join(_count_blanks(line)) for line in lines)
    return _write_last_blank(written) if SIZE.fullmatch(written) else written


def _count_blanks(line: str) -> Iterator[str]:
    for sign, group in groupby(line):
        times = len(list(group))
        yield str(times) if sign == FREE else sign * times


def _write_last_blank(row: str) -> str:
    """A row that would read as a size, such as `8x8`, with its last blank square drawn: `8x7.`."""
    before, blanks = re.fullmatch(r"(.*?)([0-9]+)", row).groups()  # type: ignore[union-attr]
    return f"{before}{int(blanks) - 1 or ''}{FREE}"


def number_squares(drawing: str, columns: int) -> str:
    """A drawing with its rows numbered on the left and its columns above, digits below one another."""
    lines = drawing.split("\n")
    wide, high = len(str(len(lines) - 1)), len(str(columns - 1))
    between = " " if columns > 1 and len(lines[0]) > columns else ""
    heads = zip(*(str(column).rjust(high) for column in range(columns)), strict=True)
    above = [" " * (wide + 1) + between.join(head) for head in heads]
    return "\n".join([*(line.rstrip() for line in above), *(f"{row:{wide}} {line}" for row, line in enumerate(lines))])


def number_slanted(drawing: str, board: Rectangle) -> str:
    """A drawing of slanted columns with its rows numbered on the left, and on the right the columns that each has."""
    lines = drawing.split("\n")
    wide, long = len(str(len(lines) - 1)), max(map(len, lines))
    columns = [[square.column for square in row] for _, row in groupby(board, key=lambda square: square.row)]
    return "\n".join(
        f"{row:{wide}}  {line:{long}}  {there[0]}{f'-{there[-1]}' * (len(there) > 1)}"
        for row, (line, there) in enumerate(zip(lines, columns, strict=True))
    )


def side_by_side(drawings: list[str], width: int = 80, gap: str = "   ") -> str:
    """Drawings of one height set next to each other, as many in a band as `width` characters hold."""
    bands, band, used = [], list[list[str]](), 0
    for drawing in drawings:
        lines = drawing.splitlines()
        wide = len(lines[0]) if lines else 0
        if band and used + len(gap) + wide > width:
            bands.append(band)
            band, used = [], 0
        used += wide + (len(gap) if band else 0)
        band.append(lines)
    bands.append(band)
    return "\n\n".join("\n".join(gap.join(row).rstrip() for row in zip(*band, strict=True)) for band in bands)
