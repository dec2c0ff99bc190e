"""Boards of other shapes drawn as SVG: a tile for each cell, wherever it lies."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import NamedTuple

from rookery.models.drawing.arrows import CELL, arrow
from rookery.models.drawing.svg import ATTACKED, DARK, FONTS, FORBIDDEN, INK, LIGHT, NONE, Marks, draw_piece
from rookery.models.ground.protocol import Place
from rookery.models.pieces.piece import Piece

SHADES = LIGHT, DARK, "#d6ae7f"
SQUARE_TILE = f"m-20-20h{CELL}v{CELL}h-{CELL}z"
HEXAGON_TILE = "m0-23.1l20 11.55v23.1l-20 11.55-20-11.55v-23.1z"
HALF, EDGE = CELL / 2, 24  # of a tile: half its width, and how far it reaches from its middle at the most


class Tile(NamedTuple):
    """Where the middle of a cell lies, and which of the colours it has."""

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
            f"<title>{escape(f'{number} on {title}')}</title>",
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
    yield from (f'<text x="{tile.x:g}" y="{tile.y + 18:g}">{escape(str(at))}</text>' for at, tile in tiles.items())
    yield "</g>"


def _draw_conflicts(tiles: Mapping[Place, Tile], marks: Marks) -> Iterator[str]:
    """An arrow from attacker to attacked, straight over what lies between; with two heads where both attack."""
    pairs = set(marks.conflicts)
    for one, other in sorted(pairs):
        mutual = (other, one) in pairs
        if not mutual or one < other:
            yield arrow((tiles[one].x, tiles[one].y), (tiles[other].x, tiles[other].y), mutual)
