"""Our own problem functions and families, each in a module that is imported when it is first asked for.

They stand in the order in which commands and reports list them. Type checkers read the stub next to this file.
"""

from importlib import import_module
from typing import Any

# The module of each problem function, and the family that it declares; None if it hands on a problem of another one.
PLACES = {
    "placement": ("placement", "placement"),
    "domination": ("domination", "domination"),
    "sighted_placement": ("sighted", "sighted"),
    "queens_and_pawns": ("sighted", None),
    "maximal_placement": ("maximal", "maximal"),
    "weighted_placement": ("weighted", "weighted"),
    "connected_domination": ("connected", "connected"),
    "upper_domination": ("upper", "upper"),
    "k_fold_domination": ("k_fold", "k-fold"),
    "border_domination": ("restricted", "border"),
    "restricted_domination": ("restricted", "restricted"),
    "guards": ("guards", "guards"),
    "cheapest_domination": ("guards", "cheapest"),
    "coverage": ("coverage", "coverage"),
    "most_unguarded": ("coverage", "unguarded"),
    "hitting_set": ("hitting", "hitting-set"),
    "regions": ("regions", "regions"),
    "mutual_attack": ("mutual", "mutual"),
    "colouring": ("colouring", "colouring"),
    "armies": ("armies", "armies"),
    "peaceable_queens": ("armies", None),
    "superqueens": ("queens", "superqueens"),
    "toroidal_queens": ("queens", "toroidal-queens"),
    "blocked_queens": ("queens", None),
    "excluded_diagonals": ("queens", None),
    "random_blocked_queens": ("queens", "blocked-queens"),
    "random_excluded_diagonals": ("queens", "excluded-diagonals"),
}
__all__ = list(PLACES)
HERE = __name__.rpartition(".")[0]
# The place of the function that declares each family
FAMILIES = {family: f"{HERE}.{module}.{name}" for name, (module, family) in PLACES.items() if family is not None}


def __getattr__(name: str) -> Any:
    """The problem function of a name, whose module is imported now."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    return globals().setdefault(name, getattr(import_module(f"{HERE}.{PLACES[name][0]}"), name))
