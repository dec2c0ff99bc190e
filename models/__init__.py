"""WHAT is asked: boards, pieces, problems, and the abstract model that they compile to."""

from rookery.models.board import Board, Square, Step
from rookery.models.errors import BadInput, RookeryError
from rookery.models.model import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.piece import Piece, Ride
from rookery.models.placements import Placement
from rookery.models.problem import Problem
from rookery.models.problems.dominating import domination
from rookery.models.problems.placing import placement

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
    "domination",
    "placement",
]
