"""Grounds drawn as SVG, each in its own way."""

from collections.abc import Mapping
from functools import singledispatch

from rookery.models.board import Board
from rookery.models.drawing.network import draw_network
from rookery.models.drawing.svg import NONE, Marks, draw_svg
from rookery.models.ground.protocol import Ground, Place
from rookery.models.pieces.piece import Piece


@singledispatch
def draw_picture(ground: Ground, pieces: Mapping[Place, Piece], marks: Marks = NONE) -> str | None:
    """A ground with its pieces as SVG: here as a network of its links; None where there is no picture of it."""
    links = ground.links()
    return None if links is None else draw_network(ground, pieces, links, marks)


@draw_picture.register
def _draw_squares(ground: Board, pieces: Mapping[Place, Piece], marks: Marks = NONE) -> str | None:
    return draw_svg(pieces, ground, marks)
