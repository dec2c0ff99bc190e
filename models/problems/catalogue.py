"""Our own problem functions, in the order in which commands and reports list their families."""

from rookery.models.problems.armies import armies, peaceable_queens
from rookery.models.problems.cheapest import cheapest_domination
from rookery.models.problems.connected import connected_domination
from rookery.models.problems.domination import domination
from rookery.models.problems.hitting import hitting_set
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
    "placement",
    "domination",
    "sighted_placement",
    "queens_and_pawns",
    "maximal_placement",
    "weighted_placement",
    "connected_domination",
    "upper_domination",
    "k_fold_domination",
    "border_domination",
    "restricted_domination",
    "cheapest_domination",
    "most_unguarded",
    "hitting_set",
    "armies",
    "peaceable_queens",
    "superqueens",
    "toroidal_queens",
    "blocked_queens",
    "excluded_diagonals",
    "random_blocked_queens",
    "random_excluded_diagonals",
]
