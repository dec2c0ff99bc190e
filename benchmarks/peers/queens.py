"""Recognise n queens, for which most libraries have a better model than sums of Booleans."""

from rookery import placement
from rookery.models import Board, Model
from rookery.models.pieces.piece import QUEEN


def find_queens(model: Model) -> int | None:
    """Return n if a model asks for n queens on an n x n board, None for any other model."""
    n = round(model.variables**0.5)
    return n if n * n == model.variables and model == placement(QUEEN, Board(n), n).model else None
