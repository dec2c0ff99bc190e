"""`--hint` and `--hint-file`: a placement to start from."""

from collections.abc import Sequence

from rookery.cli.options.text_file import naming_file, read_text, shown_as
from rookery.models import BadInput, Placement, Problem
from rookery.models.boards.ground import Rectangle
from rookery.models.pieces.sources import PieceSources
from rookery.models.reading import typed
from rookery.models.reading.drawn import read_drawn


def read_hint(squares: Sequence[str], file: str | None, problem: Problem, sources: PieceSources) -> Placement | None:
    """The placement of some squares or of a drawing; None where neither is given.

    Raises `BadInput` for what means nothing, and for a drawing of another board.
    """
    if file is None:
        found = typed.read_fixed(squares, problem.pieces, sources.piece, problem.board, "hint")
        return Placement(problem.board, dict(found)) if squares else None
    if squares:
        raise BadInput("--hint and --hint-file exclude each other; give one of them")
    with naming_file(file):
        drawn = read_drawn(read_text(file)).position(problem.pieces)
    board = problem.board
    if not isinstance(board, Rectangle) or (drawn.board.rows, drawn.board.columns) != (board.rows, board.columns):
        raise BadInput(f"{shown_as(file)} draws a board of {drawn.board}; the hint is for one of {problem.board}")
    return Placement(problem.board, dict(drawn.fixed.items()))
