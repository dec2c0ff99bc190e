"""Grounds drawn as text, as SVG, and as HTML for notebooks: each says by the name of its `tiling` how it is drawn.

A distribution that declares a ground adds its drawing to `TEXTS` or `PICTURES`; without one, a ground is drawn by the
names of its cells, and as a network of its links. Hexagons and levels have a tile for each cell. Edges with the same
arrow are joined; the arrows say in which direction.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rookery.core.runtime import has_numpy
from rookery.core.words import markup
from rookery.models.boards.board import Board
from rookery.models.boards.ground import Ground, Place, Rectangle
from rookery.models.drawing.svg import (
    ATTACKED,
    CELL,
    DARK,
    FONTS,
    FORBIDDEN,
    INK,
    LIGHT,
    NONE,
    Marks,
    arrow,
    draw_piece,
    draw_svg,
)
from rookery.models.drawing.text import (
    FREE,
    Pieces,
    Symbol,
    draw_names,
    draw_rows,
    letters,
    number_slanted,
    number_squares,
    side_by_side,
)
from rookery.models.pieces.piece import Piece

SHADES = LIGHT, DARK, "#d6ae7f"
SQUARE_TILE = f"m-20-20h{CELL}v{CELL}h-{CELL}z"
HEXAGON_TILE = "m0-23.1l20 11.55v23.1l-20 11.55-20-11.55v-23.1z"
HALF, EDGE = CELL / 2, 24  # of a tile: half its width, and how far it reaches from its middle at the most


class Tile(NamedTuple):
    """The centre of a cell, and its colour."""

    x: float
    y: float
    shade: int


def draw_tiles(
    tiles: Mapping[Place, Tile], outline: str, title: str, pieces: Mapping[Place, Piece], marks: Marks = NONE
) -> str:
    """Cells as one self-contained SVG element; `outline` is the path around the middle of each."""
    left, right = (end(tile.x for tile in tiles.values()) for end in (min, max))
    top, bottom = (end(tile.y for tile in tiles.values()) for end in (min, max))
    width, height = right - left + 2 * EDGE, bottom - top + 2 * EDGE
    seen = f"{left - EDGE:.1f} {top - EDGE:.1f} {width:.1f} {height:.1f}"
    number = f"{len(pieces)} {'piece' if len(pieces) == 1 else 'pieces'}"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}"',
            f' width="{width:.0f}" height="{height:.0f}" style="max-width: 100%; height: auto" role="img">',
            f"<title>{markup(f'{number} on {title}')}</title>",
            *_draw_cells(tiles, outline),
            *_draw_marks(tiles, outline, marks),
            *(_draw_names({at: tiles[at] for at in tiles if at not in pieces}) if marks.coordinates else ()),
            *(draw_piece(tiles[at].x - HALF, tiles[at].y - HALF, at, piece) for at, piece in pieces.items()),
            *_draw_conflicts(tiles, marks),
            "</svg>",
        )
    )


def _draw_cells(tiles: Mapping[Place, Tile], outline: str) -> Iterator[str]:
    for shade, colour in enumerate(SHADES):
        path = _path((tile for tile in tiles.values() if tile.shade == shade), outline)
        if path:
            yield f'<path d="{path}" fill="{colour}" stroke="{INK}" stroke-opacity=".25"/>'


def _draw_marks(tiles: Mapping[Place, Tile], outline: str, marks: Marks) -> Iterator[str]:
    if marks.attacked:
        path = _path((tiles[at] for at in sorted(marks.attacked)), outline)
        yield f'<path class="attacked" d="{path}" fill="{ATTACKED}" fill-opacity=".5"/>'
    if marks.forbidden:
        path = _path((tiles[at] for at in sorted(marks.forbidden)), "m-8-8l16 16m0-16l-16 16")
        yield f'<path class="forbidden" d="{path}" stroke="{FORBIDDEN}" stroke-width="3" stroke-linecap="round"/>'


def _path(tiles: Iterable[Tile], outline: str) -> str:
    return "".join(f"M{tile.x:g} {tile.y:g}{outline}" for tile in tiles)


def _draw_names(tiles: Mapping[Place, Tile]) -> Iterator[str]:
    yield f'<g class="coordinates" font-family="{FONTS}" font-size="8" text-anchor="middle" fill="{INK}">'
    yield from (f'<text x="{tile.x:g}" y="{tile.y + 18:g}">{markup(str(at))}</text>' for at, tile in tiles.items())
    yield "</g>"


def _draw_conflicts(tiles: Mapping[Place, Tile], marks: Marks) -> Iterator[str]:
    """An arrow from attacker to attacked, straight over what lies between; with two heads if both attack."""
    pairs = set(marks.conflicts)
    for one, other in sorted(pairs):
        mutual = (other, one) in pairs
        if not mutual or one < other:
            yield arrow((tiles[one].x, tiles[one].y), (tiles[other].x, tiles[other].y), mutual)


SEAM = "#2a5fa5"
SIZE = 7  # of an arrow, in the units of the drawing


def draw_joined(board: Any, pieces: Mapping[Place, Piece], marks: Marks = NONE) -> str:
    """Draw a board whose side edges are joined upside down, with arrows on the edges that are joined."""
    size = board.columns * CELL, board.rows * CELL
    seams = _draw_twisted(*size) + (_draw_straight(*size) if board.row(board.rows) is not None else "")
    return f"{draw_svg(pieces, board, marks).removesuffix('</svg>')}{seams}</svg>"


def _draw_twisted(width: float, height: float) -> str:
    """The left edge joined to the right one upside down: one arrow upwards, the other downwards."""
    return _fill([*_arrow(SIZE, height / 2, 0, -SIZE), *_arrow(width - SIZE, height / 2, 0, SIZE)])


def _draw_straight(width: float, height: float) -> str:
    """The upper edge joined to the lower one as it is: two arrows to the right on each."""
    middle = width / 2
    return _fill(
        [part for y in (SIZE, height - SIZE) for x in (middle - SIZE, middle + SIZE) for part in _arrow(x, y, SIZE, 0)]
    )


def _arrow(x: float, y: float, right: float, down: float) -> Iterator[str]:
    corners = (x - right - down, y - down - right), (x + right, y + down), (x - right + down, y - down + right)
    yield f"M{'L'.join(f'{across:g} {below:g}' for across, below in corners)}z"


def _fill(parts: list[str]) -> str:
    return f'<path class="seam" d="{"".join(parts)}" fill="{SEAM}"/>'


SPACED = "·"  # a free cell where chess symbols stand, with room between them
STRIDE = CELL * 0.866  # from one row of hexagons to the next


def draw_hexagon_signs(board: Rectangle, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """A board of hexagons as one line a row, each half a cell further to the right than the one above."""
    lines = [[" "] * (2 * board.columns + board.rows) for _ in range(board.rows)]
    for cell in board:
        free = SPACED if spaced else FREE
        lines[cell.row][2 * cell.column + cell.row] = symbol(pieces[cell]) if cell in pieces else free
    left = min(2 * cell.column + cell.row for cell in board)
    return "\n".join("".join(line[left:]).rstrip() for line in lines)


def draw_hexagons(board: Rectangle, pieces: Pieces, marks: Marks = NONE) -> str:
    """A board of hexagons in three colours: a bishop keeps to one of them."""
    tiles = {
        cell: Tile(CELL * cell.column + CELL / 2 * cell.row, STRIDE * cell.row, (cell.row - cell.column) % 3)
        for cell in board
    }
    return draw_tiles(tiles, HEXAGON_TILE, board.phrase, pieces, marks)


def draw_level_signs(board: Ground, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """The levels of a board side by side, the first one on the left, each as one line a row."""
    free, between = (SPACED, " ") if spaced else (FREE, "")
    levels: dict[int, dict[int, list[str]]] = {}
    for cell in board:
        row = levels.setdefault(cell.level, {}).setdefault(cell.row, [])
        row.append(symbol(pieces[cell]) if cell in pieces else free)
    return side_by_side(["\n".join(map(between.join, rows.values())) for rows in levels.values()])


def draw_levels(board: Ground, pieces: Pieces, marks: Marks = NONE) -> str:
    """The levels of a board side by side, the first one on the left."""
    wide = CELL * (2 + max(cell.column for cell in board))
    tiles = {cell: Tile(wide * cell.level + CELL * cell.column, CELL * cell.row, sum(cell) % 2) for cell in board}
    return draw_tiles(tiles, SQUARE_TILE, board.phrase, pieces, marks)


def _draw_regions_text(ground: Any, pieces: Pieces, symbol: Symbol, spaced: bool) -> str:
    from rookery.models.drawing.regions import draw_regions_text  # few commands draw regions

    return draw_regions_text(ground, pieces, symbol, spaced)


TEXTS: dict[str, Callable[..., str]] = {
    "squares": draw_rows,
    "rows": draw_rows,
    "regions": _draw_regions_text,
    "joined": draw_rows,
    "hexagons": draw_hexagon_signs,
    "levels": draw_level_signs,
}
MAX_SQUARES = 10_000  # of a board that is drawn; larger ones would stop a browser
NUMBERED = ("squares", "rows", "joined", "regions")  # the tilings with numbers of rows and columns at the edge
COUNTED = "squares are ROW,COLUMN, counted from 0 at the top left"
BOARD_IN_GALLERY = "14em"  # the width of a board beside others


def _draw_squares(board: Any, pieces: Pieces, marks: Marks) -> str:
    """A board; of edges that are joined as they are, such as those of a torus, each two have the same arrows."""
    drawn, (down, across) = draw_svg(pieces, board, marks), board.joined
    if not (down or across):
        return drawn
    width, height = board.columns * CELL, board.rows * CELL
    aside = _fill([part for x in (SIZE, width - SIZE) for part in _arrow(x, height / 2, 0, -SIZE)]) if across else ""
    joined = aside + (_draw_straight(width, height) if down else "")
    return f"{drawn.removesuffix('</svg>')}{joined.replace('seam', 'joined')}</svg>"


def _draw_regions(board: Any, pieces: Pieces, marks: Marks) -> str:
    from rookery.models.drawing.regions import draw_regions

    return draw_regions(board, pieces, marks)


PICTURES: dict[str, Callable[..., str]] = {
    "squares": _draw_squares,
    "regions": _draw_regions,
    "joined": draw_joined,
    "hexagons": draw_hexagons,
    "levels": draw_levels,
}


def draw_text(ground: Ground, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """Draw a ground with its pieces as text; `spaced` leaves the room that chess symbols need."""
    return TEXTS.get(ground.tiling, draw_names)(ground, pieces, symbol, spaced)


def add_coordinates(drawing: str, ground: Ground, named: bool = False) -> str:
    """A drawing with numbers, or with files and ranks, for its rows and columns; slanted columns at the end of a row.

    Other grounds have none: the names of their cells are in the drawing.
    """
    match ground:
        case Rectangle(tiling="regions"):
            from rookery.models.drawing.regions import number_regions

            return number_regions(drawing, ground, named)
        case Board():
            return number_squares(drawing, ground.columns, named)
        case Rectangle():
            return number_slanted(drawing, ground)
        case _:
            return drawing


def can_be_drawn(ground: Ground) -> bool:
    """Return whether there is a picture of a ground, which is known before anything is drawn."""
    if ground.tiling in PICTURES:
        return True
    from rookery.models.drawing.network import MAX_CELLS

    return 0 < len(ground) <= MAX_CELLS and ground.links() is not None


def draw_picture(ground: Ground, pieces: Mapping[Place, Piece], marks: Marks = NONE) -> str | None:
    """Draw a ground with its pieces as SVG; None if there is no picture of it, such as of a large graph."""
    if ground.tiling in PICTURES:
        return PICTURES[ground.tiling](ground, pieces, marks)
    if not has_numpy():
        return None
    from rookery.models.drawing.network import draw_network

    links = ground.links()
    return None if links is None else draw_network(ground, pieces, links, marks)


def show_board(pieces: Mapping[Place, Piece], board: Ground, marks: Marks = NONE) -> str | None:
    """A board as a picture for a notebook, with files and ranks; None for one too large to be looked at."""
    many = board.rows * board.columns if isinstance(board, Rectangle) else len(board)
    marks = replace(marks, coordinates=marks.coordinates or "names")
    return None if many > MAX_SQUARES else draw_picture(board, pieces, marks)


def speak(sentences: Iterable[str], drawn: str | None, legend: Iterable[str], ground: Ground) -> str:
    """A finding for a notebook: its sentences, the first in bold, the ground, and what the marks on it mean."""
    first, *others = sentences
    parts = [paragraph(first, "font-weight: bold"), *map(paragraph, others)]
    marks = [*legend, COUNTED] if ground.tiling in NUMBERED else legend
    return f"<div>{''.join(parts)}{figure(drawn, '; '.join(marks)) if drawn else ''}</div>"


def show_piece(piece: Piece, square: Place, board: Ground, attacked: frozenset[Place]) -> str:
    """A piece on a board, the squares that it attacks shaded, with its name and notation below."""
    betza = f", Betza {piece.betza}" if piece.betza and piece.betza != piece.name else ""
    words = f"{piece.name} ({piece.symbol}{betza}): attacks {len(attacked)} of the other {len(board) - 1} squares"
    return figure(draw_picture(board, {square: piece}, Marks(attacked=attacked)), words)


def figure(picture: str | None, caption: str, width: str = "auto") -> str:
    """A picture over its caption; the caption alone if there is no picture."""
    style = f"display: inline-block; vertical-align: top; margin: 0 1em 1em 0; width: {width}; max-width: 100%"
    return f'<figure style="{style}">{picture or ""}<figcaption>{markup(caption)}</figcaption></figure>'


def gallery(boards: Iterable[tuple[Mapping[Place, Piece], Ground]]) -> str:
    """Boards side by side, numbered from 1."""
    shown = (show_board(pieces, board) for pieces, board in boards)
    figures = (figure(each, str(number), BOARD_IN_GALLERY) for number, each in enumerate(shown, start=1))
    return f"<div>{''.join(figures)}</div>"


def paragraph(text: str, style: str = "") -> str:
    """A line of text."""
    styled = f' style="{markup(style)}"' if style else ""
    return f"<p{styled}>{markup(text)}</p>"
