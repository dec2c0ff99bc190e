"""Boards, pieces and galleries as HTML, for notebooks; every text in it is escaped."""

from collections.abc import Iterable, Mapping

from rookery.core.words import markup
from rookery.models.boards.ground import Ground, Place, Rectangle
from rookery.models.drawing.grounds import draw_picture
from rookery.models.drawing.svg import NONE, Marks
from rookery.models.pieces.piece import Piece

MAX_SQUARES = 10_000  # of a board that is drawn; larger ones would stop a browser
BOARD_IN_GALLERY = "14em"  # the width of a board beside others


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
    """A picture over its caption; the caption alone where there is no picture."""
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
