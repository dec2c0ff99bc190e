"""Boards drawn as text."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from string import ascii_lowercase, ascii_uppercase

from rookery.models.boards.base import Cell
from rookery.models.boards.board import SIZE, Board, Square
from rookery.models.pieces.piece import OWN_PIECES, STAR_GLYPH, Piece

Pieces = Mapping[Cell, Piece]
Symbol = Callable[[Piece], str]
WIDTH, GAP = 80, "   "  # of boards side by side, and between two of them
FREE, HOLE, WALL = ".", "#", "*"


def symbols(piece: Piece) -> str:
    """Return the letter of a piece, as in FEN."""
    return piece.symbol


def letters(piece: Piece) -> str:
    """Return the letter of a piece, but ★ for the stars of a star battle."""
    return STAR_GLYPH if piece.glyph == STAR_GLYPH else piece.symbol


def glyphs(piece: Piece) -> str:
    """Return the Unicode chess symbol of a piece, or its letter if Unicode has none."""
    return piece.glyph or piece.symbol


def tell_apart(pieces: Iterable[Piece], sign: Symbol = letters) -> Symbol:
    """Return the signs of pieces on one board: of pieces with one sign Rookery's own, or the first by name, keeps it.

    The others get letters, first those of their names.

    >>> gnu, griffin = Piece("gnu", "G", rides=()), Piece("griffin", "G", rides=())
    >>> [tell_apart([gnu, griffin])(piece) for piece in (gnu, griffin)]
    ['G', 'R']
    """
    found = dict[Piece, str]()
    for piece in sorted(set(pieces), key=lambda piece: (piece not in OWN_PIECES, piece.name)):
        others = (*filter(str.isalpha, piece.name.upper()), *ascii_uppercase, *ascii_lowercase)
        used, own = {*found.values(), "X", "x"}, sign(piece)  # x marks squares
        taken = own in found.values()
        found[piece] = next((letter for letter in others if letter not in used), own) if taken else own
    return lambda piece: found.get(piece) or sign(piece)


def draw(
    pieces: Mapping[Square, Piece],
    board: Board,
    symbol: Symbol = letters,
    *,
    free: str = FREE,
    between: str = "",
) -> str:
    """Return the board as one line a row: symbols of pieces, `free` squares and holes, with `between` between them."""
    signs = [[free] * board.columns for _ in range(board.rows)]
    for row, column in board.holes:
        signs[row][column] = HOLE
    for (row, column), piece in pieces.items():
        signs[row][column] = symbol(piece)
    return "\n".join(map(between.join, signs))


def write_fen(pieces: Mapping[Square, Piece], board: Board) -> str:
    """Return the board in FEN: blanks counted in numbers of any length, `*` a hole; FEN does not show joined edges."""
    lines = draw(pieces, board, symbols).replace(HOLE, WALL).split("\n")
    written = "/".join("".join(_count_blanks(line)) for line in lines)
    if "/" in written or any(map(str.isdecimal, written)):
        return _write_last_blank(written) if SIZE.fullmatch(written) else written
    return written.replace(WALL, HOLE)  # without a digit or a slash it is read as a drawing


def _count_blanks(line: str) -> Iterator[str]:
    for sign, group in groupby(line):
        times = len(list(group))
        yield str(times) if sign == FREE else sign * times


def _write_last_blank(row: str) -> str:
    """Return a row that would read as a size, such as `8x8`, with its last blank square drawn: `8x7.`."""
    before, blanks = re.fullmatch(r"(.*?)([0-9]+)", row).groups()  # type: ignore[union-attr]
    return f"{before}{int(blanks) - 1 or ''}{FREE}"


def list_coordinates(rows: int, columns: int, named: bool) -> tuple[list[str], list[str]]:
    """Return the labels of rows and of columns: ranks and files if `named` and letters suffice, else numbers from 0."""
    if named and columns <= len(ascii_lowercase):
        return [str(rows - at) for at in range(rows)], list(ascii_lowercase[:columns])
    return list(map(str, range(rows))), list(map(str, range(columns)))


def number_squares(drawing: str, columns: int, named: bool = False) -> str:
    """Return a drawing with its rows marked on the left and its columns above, digits below one another."""
    lines = drawing.split("\n")
    left, heads_of_columns = list_coordinates(len(lines), columns, named)
    wide, high = max(map(len, left)), max(map(len, heads_of_columns))
    between = " " if columns > 1 and len(lines[0]) > columns else ""
    heads = zip(*(name.rjust(high) for name in heads_of_columns), strict=True)
    above = [" " * (wide + 1) + between.join(head) for head in heads]
    return "\n".join(
        [*(line.rstrip() for line in above), *(f"{row:>{wide}} {line}" for row, line in zip(left, lines, strict=True))]
    )


def side_by_side(drawings: list[str], width: int = WIDTH) -> str:
    """Return drawings side by side, as many in a band as fit into `width` characters.

    An empty drawing, as that of a graph without pieces, is left out.
    """
    bands, band, used = [], list[list[str]](), 0
    for lines in filter(None, map(str.splitlines, drawings)):
        wide = max(map(len, lines))
        if band and used + len(GAP) + wide > width:
            bands.append(band)
            band, used = [], 0
        used += wide + (len(GAP) if band else 0)
        band.append([line.ljust(wide) for line in lines])
    bands.append(band)
    return "\n\n".join("\n".join(_join_rows(each)) for each in bands)


def _join_rows(band: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in zip_longest(*band):
        signs = (" " * len(lines[0]) if line is None else line for line, lines in zip(row, band, strict=True))
        yield GAP.join(signs).rstrip()


def draw_names(pieces: Pieces, symbol: Symbol = letters) -> str:
    """Draw each piece with the name of its cell, in lines of some 80 letters."""
    lines, width = list[list[str]](), WIDTH
    for place, piece in pieces.items():
        word = f"{symbol(piece)}:{place}"
        if width + 1 + len(word) > WIDTH:
            lines.append([])
            width = -1
        lines[-1].append(word)
        width += 1 + len(word)
    return "\n".join(map(" ".join, lines))
