"""The objective of a placement, counted anew by the rules of chess alone, without the model and its variables."""

from collections import Counter
from typing import assert_never

from rookery.models.board import Board
from rookery.models.referee.rules import Aim, ArmySize, LeftAlone, Number, Value
from rookery.models.referee.walking import Pieces, reach


def objective(aim: Aim, pieces: Pieces, board: Board) -> int:
    """What a placement is worth by the aim of its problem."""
    match aim:
        case Number(counted):
            return sum(counted is None or piece in counted for piece in pieces.values())
        case Value(values):
            worth = dict(values)
            return sum(worth.get(piece, 0) for piece in pieces.values())
        case LeftAlone():
            guarded = {target for square, piece in pieces.items() for target in reach(piece, square, board)}
            return sum(square not in guarded and square not in pieces for square in board)
        case ArmySize():
            return min(Counter(pieces.values()).values(), default=0)
        case _:
            assert_never(aim)
