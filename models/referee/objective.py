"""The objective of a placement, counted anew by the rules of chess alone, without the model and its variables.

An aim of your own is a subclass of `Aim`, and a function that counts it, under `@objective.register`.
"""

from collections import Counter
from functools import singledispatch

from rookery.models.errors import BadInput
from rookery.models.ground.protocol import Ground
from rookery.models.referee.rules import Aim, ArmySize, LeftAlone, Number, Value
from rookery.models.referee.walking import Pieces, count_guards


@singledispatch
def objective(aim: Aim, pieces: Pieces, board: Ground) -> int:
    """What a placement is worth by the aim of its problem."""
    raise BadInput(f"aim {aim!r}: nothing counts it; register a function, @objective.register")


@objective.register
def _count_pieces(aim: Number, pieces: Pieces, board: Ground) -> int:
    counted = (place for place, piece in pieces.items() if aim.pieces is None or piece in aim.pieces)
    return sum(map(board.weigh, counted))


@objective.register
def _add_values(aim: Value, pieces: Pieces, board: Ground) -> int:
    worth = dict(aim.values)
    return sum(worth.get(piece, 0) * board.weigh(place) for place, piece in pieces.items())


@objective.register
def _count_left_alone(aim: LeftAlone, pieces: Pieces, board: Ground) -> int:
    occupied = set(pieces)
    return sum(not attacked and square not in occupied for square, attacked in count_guards(pieces, board))


@objective.register
def _measure_armies(aim: ArmySize, pieces: Pieces, board: Ground) -> int:
    sizes = Counter(pieces.values())
    return min(sizes.values(), default=0) if aim.army is None else sizes[aim.army]
