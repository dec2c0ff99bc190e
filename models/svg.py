"""Boards drawn as SVG, for notebooks and pages."""

from collections.abc import Mapping
from html import escape

from rookery.models.board import Board, Square
from rookery.models.piece import Piece

CELL = 40
LIGHT, DARK, INK = "#f0d9b5", "#b58863", "#1a1a1a"


def draw_svg(pieces: Mapping[Square, Piece], board: Board) -> str:
    """The board as one self-contained SVG element; holes are left out, a piece without a glyph is its letter."""
    width, height = board.columns * CELL, board.rows * CELL
    title = escape(f"{len(pieces)} pieces on a board of {board}")
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
            f' width="{width}" height="{height}" role="img"><title>{title}</title>',
            *(_cell(square) for square in board),
            f'<g font-family="DejaVu Sans, Noto Sans Symbols2, sans-serif" text-anchor="middle" fill="{INK}">',
            *(_symbol(square, piece) for square, piece in pieces.items()),
            "</g></svg>",
        )
    )


def _cell(square: Square) -> str:
    x, y = square.column * CELL, square.row * CELL
    colour = DARK if (square.row + square.column) % 2 else LIGHT
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>'


def _symbol(square: Square, piece: Piece) -> str:
    x, y = square.column * CELL + CELL // 2, square.row * CELL + CELL // 2
    size = CELL * 4 // 5 if piece.glyph else CELL * 3 // 5
    text = escape(piece.glyph or piece.symbol)
    return f'<text x="{x}" y="{y}" dy=".36em" font-size="{size}">{text}</text>'
