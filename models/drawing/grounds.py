"""Grounds drawn as text, as SVG, and as HTML for notebooks: each says by the name of its `tiling` how it is drawn.

A distribution with a ground of its own adds its drawing to `TEXTS` or `PICTURES`; without one, a ground is drawn by the
names of its cells, and as a network of its links.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rookery.core.words import markup
from rookery.models.boards.ground import Ground, Place, Rectangle
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
MAX_SQUARES = 10_000  # of a board that is drawn; larger ones would stop a browser
BOARD_IN_GALLERY = "14em"  # the width of a board beside others


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
    """Draw a ground with its pieces as SVG; None if there is no picture of it, such as of a large graph."""
    if ground.tiling in PICTURES:
        return PICTURES[ground.tiling](ground, pieces, marks)
    from rookery.models.drawing.network import draw_network  # needs numpy

    links = ground.links()
    return None if links is None else draw_network(ground, pieces, links, marks)


def show_board(pieces: Mapping[Place, Piece], board: Ground, marks: Marks = NONE) -> str | None:
    """A board as a picture; None for one too large to be looked at."""
    many = board.rows * board.columns if isinstance(board, Rectangle) else len(board)
    return None if many > MAX_SQUARES else draw_picture(board, pieces, marks)


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
