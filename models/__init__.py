"""WHAT is asked: boards, pieces, problems, and the abstract model that they compile to."""

from rookery.models.board import Board, Square, Step
from rookery.models.errors import BadInput, RookeryError
from rookery.models.model import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.steps import Ride
from rookery.models.placement import Placement
from rookery.models.problem import Problem
from rookery.models.problems.armies import armies, peaceable_queens
from rookery.models.problems.cheapest import cheapest_domination
from rookery.models.problems.connected import connected_domination
from rookery.models.problems.domination import domination
from rookery.models.problems.k_fold import k_fold_domination
from rookery.models.problems.maximal import maximal_placement
from rookery.models.problems.placement import placement
from rookery.models.problems.queens import (
    blocked_queens,
    excluded_diagonals,
    random_blocked_queens,
    random_excluded_diagonals,
    superqueens,
    toroidal_queens,
)
from rookery.models.problems.restricted import border_domination, restricted_domination
from rookery.models.problems.sighted import queens_and_pawns, sighted_placement
from rookery.models.problems.unguarded import most_unguarded
from rookery.models.problems.upper import upper_domination
from rookery.models.problems.weighted import weighted_placement

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
    "armies",
    "blocked_queens",
    "border_domination",
    "cheapest_domination",
    "connected_domination",
    "domination",
    "excluded_diagonals",
    "k_fold_domination",
    "maximal_placement",
    "most_unguarded",
    "peaceable_queens",
    "placement",
    "queens_and_pawns",
    "random_blocked_queens",
    "random_excluded_diagonals",
    "restricted_domination",
    "sighted_placement",
    "superqueens",
    "toroidal_queens",
    "upper_domination",
    "weighted_placement",
]
