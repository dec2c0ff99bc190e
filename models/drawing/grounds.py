"""Grounds drawn as text, each in its own way."""

from collections.abc import Callable, Mapping
from functools import singledispatch

from rookery.models.drawing.text import draw, draw_spaced, letters
from rookery.models.ground.protocol import Ground, Place
from rookery.models.ground.rectangle import Rectangle
from rookery.models.pieces.piece import Piece

Pieces = Mapping[Place, Piece]
Symbol = Callable[[Piece], str]
WIDTH = 80


@singledispatch
def draw_text(ground: Ground, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """A ground with its pieces as text: here each piece with the name of its cell, in lines of some 80 letters.

    `spaced`: with room between the signs of a board, as chess symbols need it.
    """
    lines, width = list[list[str]](), WIDTH
    for place, piece in pieces.items():
        word = f"{symbol(piece)}:{place}"
        if width + 1 + len(word) > WIDTH:
            lines.append([])
            width = -1
        lines[-1].append(word)
        width += 1 + len(word)
    return "\n".join(map(" ".join, lines))


@draw_text.register
def _draw_rows(ground: Rectangle, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    return (draw_spaced if spaced else draw)(pieces, ground, symbol)
