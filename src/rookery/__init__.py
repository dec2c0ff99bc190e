"""Rookery: place chess pieces and guard boards with them; one declaration, four solvers, every answer refereed.

>>> import rookery as rk
>>> print(rk.solve(rk.placement(rk.QUEEN, rk.Board(4), count=4)).solutions[0])
.Q..
...Q
Q...
..Q.
"""

from rookery.backends import Answer, Question, Run, Unsupported, WrongAnswer, solutions, solve
from rookery.backends.registry import backends
from rookery.compare.face import Comparison, compare
from rookery.models import (
    AtLeast,
    AtMost,
    BadInput,
    Board,
    Exactly,
    Linear,
    Maximize,
    Minimize,
    Model,
    Piece,
    Placement,
    Problem,
    Ride,
    RookeryError,
    Satisfy,
    Square,
    Step,
    domination,
    placement,
)
from rookery.models.piece_file import load_pieces
from rookery.models.pieces import (
    ALFIL,
    AMAZON,
    ARCHBISHOP,
    BISHOP,
    CAMEL,
    CHANCELLOR,
    DABBABA,
    FERZ,
    KING,
    KNIGHT,
    NIGHTRIDER,
    QUEEN,
    ROOK,
    WAZIR,
    ZEBRA,
    piece,
)
from rookery.models.position import Position, read_board

# `backends` and `compare` are calls here, as the contract has it; the subpackages of these names are reached by
# `from rookery.backends import ...` and `from rookery.compare.verdict import ...`.

__all__ = [
    "ALFIL",
    "AMAZON",
    "ARCHBISHOP",
    "BISHOP",
    "CAMEL",
    "CHANCELLOR",
    "DABBABA",
    "FERZ",
    "KING",
    "KNIGHT",
    "NIGHTRIDER",
    "QUEEN",
    "ROOK",
    "WAZIR",
    "ZEBRA",
    "Answer",
    "AtLeast",
    "AtMost",
    "BadInput",
    "Board",
    "Comparison",
    "Exactly",
    "Linear",
    "Maximize",
    "Minimize",
    "Model",
    "Piece",
    "Placement",
    "Position",
    "Problem",
    "Question",
    "Ride",
    "RookeryError",
    "Run",
    "Satisfy",
    "Square",
    "Step",
    "Unsupported",
    "WrongAnswer",
    "backends",
    "compare",
    "domination",
    "load_pieces",
    "piece",
    "placement",
    "read_board",
    "solutions",
    "solve",
]
