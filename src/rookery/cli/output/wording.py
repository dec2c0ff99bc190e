"""Boards in letters, as the commands show them."""

from rookery.core.words import legible
from rookery.models import Board, Placement, Problem
from rookery.models.boards.ground import Rectangle
from rookery.models.drawing.grounds import draw_text
from rookery.models.drawing.text import number_slanted, number_squares
from rookery.models.problems.stating import list_details
from rookery.models.reading.drawn import MARK


def draw_board(placement: Placement, unicode: bool = False, coordinates: bool = False) -> str:
    """A board in letters, or in chess symbols with room between them; its rows and columns may be numbered.

    Slanted columns are named at the end of each row. Other grounds have no numbers: the names of their cells are in the
    drawing.
    """
    board = placement.board
    drawing = format(placement, "unicode" if unicode else "text")
    if not coordinates or not isinstance(board, Rectangle):
        return drawing
    return number_squares(drawing, board.columns) if isinstance(board, Board) else number_slanted(drawing, board)


def draw_claimed(problem: Problem, placement: Placement | None) -> str:
    """A placement, or the fixed pieces without one, with an x on forbidden squares, and the given squares in words.

    Empty if nothing is shown, and nothing is given.
    """
    details = list_details(problem)
    if placement is None and not details:
        return ""
    standing = problem.fixed if placement is None else placement
    crosses = dict.fromkeys(sorted(problem.forbidden, key=problem.board.index), MARK)
    drawing = draw_text(problem.board, {**crosses, **standing})
    return "\n\n".join(filter(None, (drawing, f"given: {legible('; '.join(details))}" if details else "")))


def add_caption(drawing: str, caption: str) -> str:
    """A drawing under a caption, its lines padded to one length, so that it can stand side by side with others."""
    lines = [caption, *drawing.split("\n")]
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)
