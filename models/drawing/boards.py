"""Boards and graphs drawn as text, as SVG, and as HTML for notebooks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rookery.core.runtime import has_numpy
from rookery.core.words import markup
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.boards.graph import Graph
from rookery.models.boards.regions import RegionBoard
from rookery.models.drawing.network import MAX_CELLS, draw_network
from rookery.models.drawing.regions import draw_regions, draw_regions_text, number_regions
from rookery.models.drawing.svg import NONE, Marks, draw_svg
from rookery.models.drawing.text import (
    Pieces,
    Symbol,
    draw,
    draw_names,
    glyphs,
    letters,
    number_squares,
    symbols,
    tell_apart,
)
from rookery.models.pieces.piece import Piece

MAX_SQUARES = 10_000  # of a board that is drawn; larger ones would stop a browser
BOARD_IN_GALLERY = "14em"  # the width of a board beside others


def draw_text(board: AbstractBoard, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """Draw a board with its pieces as text; `spaced` leaves the room that chess symbols need."""
    if symbol in (symbols, letters, glyphs):
        symbol = tell_apart(pieces.values(), symbol)
    match board:
        case RegionBoard():
            return draw_regions_text(board, pieces, symbol, spaced)
        case Board():
            return draw(pieces, board, symbol, free="·", between=" ") if spaced else draw(pieces, board, symbol)
        case _:
            return draw_names(pieces, symbol)


def draw_marked(board: AbstractBoard, shown: Mapping[Cell, Piece | str]) -> str:
    """Draw a board as text, with pieces on some squares and marks such as `x` or `!` on others."""
    marks = {each: Piece(f"mark {each}", "o", rides=(), glyph=each) for each in shown.values() if isinstance(each, str)}
    pieces = {cell: marks[each] if isinstance(each, str) else each for cell, each in shown.items()}
    return draw_text(board, pieces, lambda piece: glyphs(piece) if piece in marks.values() else letters(piece))


def add_coordinates(drawing: str, board: AbstractBoard, named: bool = False) -> str:
    """Add numbers, or files and ranks, to a drawing of rows and columns; vertices have their names in it."""
    match board:
        case RegionBoard():
            return number_regions(drawing, board, named and not board.numbered)
        case Board():
            return number_squares(drawing, board.columns, named and not board.numbered)
        case _:
            return drawing


def can_be_drawn(board: AbstractBoard) -> bool:
    """Return whether there is a picture of a board or graph, which is known before anything is drawn."""
    return isinstance(board, Board) or 0 < len(board) <= MAX_CELLS


def draw_picture(board: AbstractBoard, pieces: Mapping[Cell, Piece], marks: Marks = NONE) -> str | None:
    """Draw a board or graph with its pieces as SVG; None if there is no picture of it, such as of a large graph."""
    match board:
        case RegionBoard():
            return draw_regions(board, pieces, marks)
        case Board():
            return draw_svg(pieces, board, marks)
        case Graph() if has_numpy():
            return draw_network(board, pieces, marks)
        case _:
            return None


def show_board(pieces: Mapping[Cell, Piece], board: AbstractBoard, marks: Marks = NONE) -> str | None:
    """Return a board as a picture for a notebook, with files and ranks; None for one too large to be looked at."""
    many = board.rows * board.columns if isinstance(board, Board) else len(board)
    marks = replace(marks, coordinates=marks.coordinates or "names")
    return None if many > MAX_SQUARES else draw_picture(board, pieces, marks)


def speak(sentences: Iterable[str], drawn: str | None, legend: Iterable[str]) -> str:
    """Return a finding for a notebook: its sentences, the first in bold, the board, and what the marks on it mean."""
    first, *others = sentences
    parts = [paragraph(first, "font-weight: bold"), *map(paragraph, others)]
    return f"<div>{''.join(parts)}{figure(drawn, '; '.join(legend)) if drawn else ''}</div>"


def figure(picture: str | None, caption: str, width: str = "auto") -> str:
    """Return a picture over its caption; the caption alone if there is no picture."""
    style = f"display: inline-block; vertical-align: top; margin: 0 1em 1em 0; width: {width}; max-width: 100%"
    return f'<figure style="{style}">{picture or ""}<figcaption>{markup(caption)}</figcaption></figure>'


def gallery(boards: Iterable[tuple[Mapping[Cell, Piece], AbstractBoard]]) -> str:
    """Return boards side by side, numbered from 1."""
    shown = (show_board(pieces, board) for pieces, board in boards)
    figures = (figure(each, str(number), BOARD_IN_GALLERY) for number, each in enumerate(shown, start=1))
    return f"<div>{''.join(figures)}</div>"


def paragraph(text: str, style: str = "") -> str:
    """Return a line of text."""
    styled = f' style="{markup(style)}"' if style else ""
    return f"<p{styled}>{markup(text)}</p>"
