"""Grounds drawn as text and as SVG: each says by the name of its `tiling` how it is drawn.

A distribution with a ground of its own adds its drawing to `TEXTS` or `PICTURES`; without one, a ground is drawn by the
names of its cells, and as a network of its links.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rookery.models.boards.ground import Ground, Place
from rookery.models.drawing.svg import NONE, Marks, draw_svg
from rookery.models.drawing.text import Pieces, Symbol, draw_names, draw_rows, letters
from rookery.models.drawing.tiles import draw_hexagon_signs, draw_hexagons, draw_joined, draw_level_signs, draw_levels
from rookery.models.pieces.piece import Piece

TEXTS: dict[str, Callable[..., str]] = {
    "squares": draw_rows,
    "rows": draw_rows,
    "joined": draw_rows,
    "hexagons": draw_hexagon_signs,
    "levels": draw_level_signs,
}


def _draw_squares(board: Any, pieces: Pieces, marks: Marks) -> str:
    return draw_svg(pieces, board, marks)


PICTURES: dict[str, Callable[..., str]] = {
    "squares": _draw_squares,
    "joined": draw_joined,
    "hexagons": draw_hexagons,
    "levels": draw_levels,
}


def draw_text(ground: Ground, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """Draw a ground with its pieces as text; `spaced` leaves the room that chess symbols need."""
    return TEXTS.get(ground.tiling, draw_names)(ground, pieces, symbol, spaced)


def draw_picture(ground: Ground, pieces: Mapping[Place, Piece], marks: Marks = NONE) -> str | None:
    """Draw a ground with its pieces as SVG; None where there is no picture of it, such as of a large graph."""
    if ground.tiling in PICTURES:
        return PICTURES[ground.tiling](ground, pieces, marks)
    from rookery.models.drawing.network import draw_network  # needs numpy

    links = ground.links()
    return None if links is None else draw_network(ground, pieces, links, marks)
