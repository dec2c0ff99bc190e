"""Boards drawn as SVG, for notebooks and pages: pieces as outlines, so that no font decides how they look."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from rookery.models.board import Board, Square
from rookery.models.drawing.arrows import CELL, Pair, arrows
from rookery.models.drawing.outlines import FIGURES, FOOT
from rookery.models.pieces.piece import Piece

MARGIN = 20
LIGHT, DARK, INK, PAPER = "#f0d9b5", "#b58863", "#2b2118", "#ffffff"
ATTACKED, FORBIDDEN, HOLE, NUMBER = "#2f7d4f", "#a33327", "#8a8a8a", "#808080"
FONTS = "DejaVu Sans, Segoe UI Symbol, Apple Symbols, Noto Sans Symbols2, sans-serif"
FEW_FONTS_FROM = "\U00010000"  # what Unicode added late is a letter here


@dataclass(frozen=True)
class Marks:
    """What is drawn beside the pieces: numbers of rows and columns, attacked and forbidden squares, arrows."""

    coordinates: bool = False
    attacked: Collection[Square] = ()
    forbidden: Collection[Square] = ()
    conflicts: Collection[Pair] = ()


NONE = Marks()


def draw_svg(pieces: Mapping[Square, Piece], board: Board, marks: Marks = NONE) -> str:
    """The board as one self-contained SVG element, rows and columns counted from 0 at the top left.

    A piece without an outline of its own is its letter, or its glyph, on a disc; a hole is hatched.
    """
    margin = MARGIN if marks.coordinates else 0
    width, height = board.columns * CELL + margin, board.rows * CELL + margin
    title = escape(f"{len(pieces)} {'piece' if len(pieces) == 1 else 'pieces'} on a board of {board}")
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} {-margin} {width} {height}"',
            f' width="{width}" height="{height}" style="max-width: 100%; height: auto" role="img">',
            f"<title>{title}</title>",
            *_draw_squares(board),
            *_draw_marks(marks),
            *(_numbers(board) if marks.coordinates else ()),
            *(draw_piece(*_corner(square), square, piece) for square, piece in pieces.items()),
            *arrows(marks.conflicts, pieces, board),
            "</svg>",
        )
    )


def _draw_squares(board: Board) -> Iterator[str]:
    for colour, parity in ((LIGHT, 0), (DARK, 1)):
        yield _squares((square for square in board if (square.row + square.column) % 2 == parity), colour)
    hatches = "".join(
        f"M{x + 2} {y + 14}l12-12m-12 24l24-24m-24 36l36-36m-24 36l24-24m-12 24l12-12"
        for x, y in map(_corner, sorted(board.holes))
    )
    if hatches:
        yield f'<path class="holes" d="{hatches}" stroke="{HOLE}" stroke-opacity=".55" stroke-width="1.2"/>'


def _draw_marks(marks: Marks) -> Iterator[str]:
    if marks.attacked:
        yield _squares(sorted(marks.attacked), ATTACKED, ' class="attacked" fill-opacity=".5"')
    if marks.forbidden:
        crosses = "".join(f"M{x + 12} {y + 12}l16 16m0-16l-16 16" for x, y in map(_corner, sorted(marks.forbidden)))
        yield f'<path class="forbidden" d="{crosses}" stroke="{FORBIDDEN}" stroke-width="3" stroke-linecap="round"/>'


def _squares(squares: Iterable[Square], colour: str, more: str = "") -> str:
    outline = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(_corner, squares))
    return f'<path d="{outline}" fill="{colour}"{more}/>'


def _corner(square: Square) -> tuple[int, int]:
    return square.column * CELL, square.row * CELL


def _numbers(board: Board) -> Iterator[str]:
    yield f'<g class="coordinates" font-family="{FONTS}" font-size="11" text-anchor="middle" fill="{NUMBER}">'
    middle = CELL // 2
    yield from (f'<text x="{at * CELL + middle}" y="-6">{at}</text>' for at in range(board.columns))
    yield from (f'<text x="-10" y="{at * CELL + middle + 4}">{at}</text>' for at in range(board.rows))
    yield "</g>"


def draw_piece(x: float, y: float, square: Square, piece: Piece) -> str:
    """A piece in the field of 40 x 40 whose upper left corner is given, named with its square."""
    title = f"<title>{escape(f'{piece} on {square}')}</title>"
    figure = FIGURES.get(piece.glyph or "")
    drawn = _figure(figure) if figure else _disc(piece)
    return f'<g class="piece" transform="translate({x:g} {y:g})" stroke="{INK}" stroke-width="1.5">{title}{drawn}</g>'


def _figure(outline: str) -> str:
    return f'<path d="{outline}{FOOT}" fill="{PAPER}" stroke-linejoin="round" stroke-linecap="round"/>'


def _disc(piece: Piece) -> str:
    text = piece.glyph if piece.glyph and piece.glyph < FEW_FONTS_FROM else piece.symbol
    return (
        f'<circle cx="20" cy="20" r="15" fill="{PAPER}"/><text x="20" y="20" dy=".36em" font-family="{FONTS}"'
        f' font-size="19" font-weight="bold" text-anchor="middle" fill="{INK}" stroke="none">{escape(text)}</text>'
    )
