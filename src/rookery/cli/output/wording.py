"""Boards in letters, as the commands show them."""

from rookery.models import Placement
from rookery.models.drawing.text import number_squares
from rookery.models.ground.rectangle import Rectangle


def draw_board(placement: Placement, unicode: bool = False, coordinates: bool = False) -> str:
    """A board in letters, or in chess symbols with room between them; its rows and columns may be numbered.

    Other grounds have no rows and columns: the names of their cells stand in the drawing.
    """
    board = placement.board
    drawing = format(placement, "unicode" if unicode else "text")
    return number_squares(drawing, board.columns) if coordinates and isinstance(board, Rectangle) else drawing


def add_caption(drawing: str, caption: str) -> str:
    """A drawing under a caption, its lines filled up to one length, so that it can be set beside others."""
    lines = [caption, *drawing.split("\n")]
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)
