"""The questions: boards, pieces, problems, and the abstract model that they compile to."""

from rookery.core.errors import BadInput, RookeryError
from rookery.models.boards.board import Board, Square, Step
from rookery.models.model.model import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import Piece
from rookery.models.problem.placement import Placement
from rookery.models.problem.problem import Problem

__all__ = [
    "AtLeast",
    "AtMost",
    "BadInput",
    "Board",
    "Exactly",
    "Linear",
    "Maximize",
    "Minimize",
    "Model",
    "Piece",
    "Placement",
    "Problem",
    "Ride",
    "RookeryError",
    "Satisfy",
    "Square",
    "Step",
]
