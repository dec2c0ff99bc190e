"""Boards in letters, as the commands show them."""

from rookery.models import Board, Placement
from rookery.models.drawing.text import number_slanted, number_squares
from rookery.models.ground.rectangle import Rectangle


def draw_board(placement: Placement, unicode: bool = False, coordinates: bool = False) -> str:
    """A board in letters, or in chess symbols with room between them; its rows and columns may be numbered.

    Slanted columns are named at the end of each row. Other grounds have none: the names of their cells stand in the
    drawing.
    """
    board = placement.board
    drawing = format(placement, "unicode" if unicode else "text")
    if not coordinates or not isinstance(board, Rectangle):
        return drawing
    return number_squares(drawing, board.columns) if isinstance(board, Board) else number_slanted(drawing, board)


def add_caption(drawing: str, caption: str) -> str:
    """A drawing under a caption, its lines filled up to one length, so that it can be set beside others."""
    lines = [caption, *drawing.split("\n")]
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)
