"""Boards drawn as SVG, and SVG as PNG: pieces are outlines, so that no font decides how they look."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import filterfalse
from math import hypot

from rookery.core.errors import BadInput
from rookery.core.plugins import install_extra
from rookery.core.words import amount, markup
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board, Square
from rookery.models.drawing.text import list_coordinates, tell_apart
from rookery.models.pieces.piece import STAR_GLYPH, Piece

Pair = tuple[Square, Square]

CELL, MARGIN = 40, 20
SHAFT, HEAD, GAP = 4.5, 13.0, 11.0  # an arrow's width, the length of its head, and how far it keeps from the middle
LIGHT, DARK, INK, PAPER = "#f0d9b5", "#b58863", "#2b2118", "#ffffff"
ATTACKED, FORBIDDEN, CONFLICT, HOLE, NUMBER = "#2f7d4f", "#a33327", "#c8102e", "#8a8a8a", "#808080"
# Paul Tol's "light" scheme (personal.sron.nl/~pault), made for areas under black signs
COLOURS = ("#99ddff", "#ffaabb", "#eedd88", "#bbcc33", "#77aadd", "#ee8866", "#44bb99", "#dddddd", "#aaaa00")
FONTS = "DejaVu Sans, Segoe UI Symbol, Apple Symbols, Noto Sans Symbols2, sans-serif"
FEW_FONTS_FROM = "\U00010000"  # what Unicode added late is a letter here
ZOOM = 2.0  # pixels for each unit of the drawing: 80 a square

# Outlines of the orthodox pieces, drawn for Rookery in a field of 40 x 40, and a star
FOOT = "M10.5 34.5v-2.2q0-1.6 1.8-1.6h15.4q1.8 0 1.8 1.6v2.2z"

BODIES = {
    "♔": (
        "M20 12.2v-7.4M16.6 7.6h6.8"
        "M20 21.5c-3.4-5-2.6-8.9 0-9.6 2.6.7 3.4 4.6 0 9.6z"
        "M12.6 30.7c-7.4-6.4-5.6-15.6 1.2-15.6 3.6 0 5.6 2.6 6.2 6.4.6-3.8 2.6-6.4 6.2-6.4 6.8 0 8.6 9.2 1.2 15.6z"
        "M13.2 27.4q6.8-2.4 13.6 0"
    ),
    "♕": (
        "M12.4 30.7l-5.2-14.9 6.7 5.9.4-10.5 4.2 9.6 1.5-11.2 1.5 11.2 4.2-9.6.4 10.5 6.7-5.9-5.2 14.9z"
        "M13.2 27.4q6.8-2.4 13.6 0"
        "M8.7 14.4a1.9 1.9 0 1 0-3.8 0 1.9 1.9 0 1 0 3.8 0z"
        "M16.2 9.6a1.9 1.9 0 1 0-3.8 0 1.9 1.9 0 1 0 3.8 0z"
        "M21.9 7.9a1.9 1.9 0 1 0-3.8 0 1.9 1.9 0 1 0 3.8 0z"
        "M27.6 9.6a1.9 1.9 0 1 0-3.8 0 1.9 1.9 0 1 0 3.8 0z"
        "M35.1 14.4a1.9 1.9 0 1 0-3.8 0 1.9 1.9 0 1 0 3.8 0z"
    ),
    "♖": (
        "M13.4 30.7l1.2-11.3h10.8l1.2 11.3z"
        "M14.6 19.4l-2.9-4.2v-7.4h4.1v3.1h2.3v-3.1h3.8v3.1h2.3v-3.1h4.1v7.4l-2.9 4.2z"
        "M12 15.2h16"
    ),
    "♗": (
        "M15.2 30.7l1.4-4.6h6.8l1.4 4.6z"
        "M14.2 26.1c-4.3-6 .2-12.4 5.8-16.3 5.6 3.9 10.1 10.3 5.8 16.3z"
        "M20 13.9v6.6M17 16.8h6"
        "M22.1 7.7a2.1 2.1 0 1 0-4.2 0 2.1 2.1 0 1 0 4.2 0z"
    ),
    "♘": (
        "M12.6 30.7c-.4-5.6 5-7.6 5.4-12-1.7 1.7-3.6 1.8-5 3.8-1.1 1.6-3.2 2.2-4.5.8-1.4-1.5-.6-3.4.6-5.2"
        " 1.3-2 1.7-4.6 3.3-6.6l-.3-4.4 3.7 2.4 2.3-3 1.5 3.4c7.6 1.4 10.4 9.6 9.6 20.8z"
        "M22.6 12.6c3.6 3.6 4.4 8.8 4.2 14.6"
        "M14.3 14.6a.5.5 0 1 0-1 0 .5.5 0 1 0 1 0z"
    ),
}  # fmt: skip
STAR = "M20 5.4L23.6 15.9L34.7 16.1L25.9 22.8L29.1 33.4L20 27.1L10.9 33.4L14.1 22.8L5.3 16.1L16.4 15.9z"
FIGURES = {**{glyph: body + FOOT for glyph, body in BODIES.items()}, STAR_GLYPH: STAR}


def arrows(conflicts: Collection[Pair]) -> Iterator[str]:
    """Yield an arrow from attacker to attacked, with two heads if each attacks the other."""
    pairs = set(conflicts)
    for one, other in sorted(pairs):
        mutual = (other, one) in pairs
        if not mutual or one < other:
            yield f'<path class="conflict" d="{_outline(one, other, mutual)}" fill="{CONFLICT}" fill-opacity=".85"/>'


def _outline(one: Square, other: Square, mutual: bool) -> str:
    """Return the outline of an arrow from near the middle of a square to near that of another."""
    down, right = CELL * (other.row - one.row), CELL * (other.column - one.column)
    far = hypot(right, down)
    along, across, length = right / far, down / far, far - 2 * GAP
    x, y = CELL * (one.column + 0.5) + GAP * along, CELL * (one.row + 0.5) + GAP * across

    def point(far: float, aside: float) -> str:
        return f"{x + along * far - across * aside:.1f} {y + across * far + along * aside:.1f}"

    head = min(HEAD, length * (0.45 if mutual else 0.7))  # neighbours leave little room for two
    half, wide = min(SHAFT, head / 1.8) / 2, head / 2
    tail = [(0.0, 0.0), (head, wide), (head, half)] if mutual else [(0.0, half)]
    side = [*tail, (length - head, half), (length - head, wide), (length, 0.0)]
    outline = [*side, *((far, -aside) for far, aside in reversed(side) if aside)]
    return f"M{'L'.join(point(far, aside) for far, aside in outline)}z"


@dataclass(frozen=True)
class Marks:
    """The drawing other than the pieces: numbers of rows and columns, attacked and forbidden squares, arrows."""

    coordinates: bool | str = False  # "names": files and ranks, a1 at the bottom left, where letters do
    attacked: Collection[Cell] = ()
    forbidden: Collection[Cell] = ()
    conflicts: Collection[Pair] = ()


NONE = Marks()


def draw_svg(
    pieces: Mapping[Square, Piece], board: Board, marks: Marks = NONE, squares: Iterable[str] | None = None
) -> str:
    """Return the board as one self-contained SVG element, rows and columns counted from 0 at the top left.

    A piece without an outline is its letter, or its glyph, on a disc; a hole is hatched. `squares` are drawn
    in the place of light and dark ones.
    """
    margin, sign = MARGIN if marks.coordinates else 0, tell_apart(pieces.values(), _find_sign)
    width, height = board.columns * CELL + margin, board.rows * CELL + margin
    title = markup(f"{amount(len(pieces), 'piece')} on a board of {board}")
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} {-margin} {width} {height}"',
            f' width="{width}" height="{height}" style="max-width: 100%; height: auto" role="img">',
            f"<title>{title}</title>",
            *(_draw_squares(board) if squares is None else squares),
            *_draw_marks(marks),
            *(_numbers(board, marks.coordinates == "names" and not board.numbered) if marks.coordinates else ()),
            *(
                _draw_piece(*_corner(square), board.label(square), piece, sign(piece))
                for square, piece in pieces.items()
            ),
            *arrows(marks.conflicts),
            "</svg>",
        )
    )


def _draw_squares(board: Board) -> Iterator[str]:
    rows, columns, holes = range(board.rows), board.columns, board.holes
    for colour, parity in ((LIGHT, 0), (DARK, 1)):
        here = ((row, column) for row in rows for column in range((row + parity) % 2, columns, 2))
        yield fill_squares(filterfalse(holes.__contains__, here) if holes else here, colour)
    yield from draw_holes(board)


def draw_holes(board: Board) -> Iterator[str]:
    """Yield the holes of a board, hatched."""
    hatches = "".join(
        f"M{x + 2} {y + 14}l12-12m-12 24l24-24m-24 36l36-36m-24 36l24-24m-12 24l12-12"
        for x, y in map(_corner, sorted(board.holes))
    )
    if hatches:
        yield f'<path class="holes" d="{hatches}" stroke="{HOLE}" stroke-opacity=".55" stroke-width="1.2"/>'


def _draw_marks(marks: Marks) -> Iterator[str]:
    if marks.attacked:
        yield fill_squares(sorted(marks.attacked), ATTACKED, ' class="attacked" fill-opacity=".5"')
    if marks.forbidden:
        crosses = "".join(f"M{x + 12} {y + 12}l16 16m0-16l-16 16" for x, y in map(_corner, sorted(marks.forbidden)))
        yield f'<path class="forbidden" d="{crosses}" stroke="{FORBIDDEN}" stroke-width="3" stroke-linecap="round"/>'


def fill_squares(squares: Iterable[tuple[int, int]], colour: str, more: str = "") -> str:
    """Return a path that fills squares with one colour."""
    outline = "".join(f"M{column * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}z" for row, column in squares)
    return f'<path d="{outline}" fill="{colour}"{more}/>'


def _corner(square: Square) -> tuple[int, int]:
    return square.column * CELL, square.row * CELL


def _numbers(board: Board, named: bool) -> Iterator[str]:
    yield f'<g class="coordinates" font-family="{FONTS}" font-size="11" text-anchor="middle" fill="{NUMBER}">'
    middle = CELL // 2
    rows, columns = list_coordinates(board.rows, board.columns, named)
    yield from (f'<text x="{at * CELL + middle}" y="-6">{name}</text>' for at, name in enumerate(columns))
    yield from (f'<text x="-10" y="{at * CELL + middle + 4}">{name}</text>' for at, name in enumerate(rows))
    yield "</g>"


def _draw_piece(x: float, y: float, square: str, piece: Piece, sign: str) -> str:
    """Draw a piece in the field of 40 x 40 whose upper left corner is given, named with its square."""
    title = f"<title>{markup(f'{piece.called} on {square}')}</title>"
    figure = FIGURES.get(piece.glyph or "")
    drawn = (
        f'<path d="{figure}" fill="{PAPER}" stroke-linejoin="round" stroke-linecap="round"/>' if figure else _disc(sign)
    )
    return f'<g class="piece" transform="translate({x:g} {y:g})" stroke="{INK}" stroke-width="1.5">{title}{drawn}</g>'


def _find_sign(piece: Piece) -> str:
    return piece.glyph if piece.glyph and piece.glyph < FEW_FONTS_FROM else piece.symbol


def _disc(sign: str) -> str:
    return (
        f'<circle cx="20" cy="20" r="15" fill="{PAPER}"/>'
        f'<text x="20" y="20" dy=".36em" font-family="{FONTS}"'
        f' font-size="19" font-weight="bold" text-anchor="middle" fill="{INK}" stroke="none">{markup(sign)}</text>'
    )


def png(svg: str) -> bytes:
    """Return an SVG picture as PNG on white background; raises `BadInput` if resvg-py is not installed."""
    try:
        import resvg_py
    except ImportError:
        raise BadInput(f"a picture as PNG needs resvg-py: {install_extra('png')}; SVG needs nothing") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM, background="white"))
