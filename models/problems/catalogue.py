"""Our own problem functions and families, each in a module that is imported when it is first asked for.

They stand in the order in which commands and reports list them. Type checkers read the stub next to this file.
"""

from importlib import import_module
from typing import Any

# The module of each problem function, and the family that it declares.
PLACES = {
    "placement": ("placement", "placement"),
    "domination": ("domination", "domination"),
    "sighted_placement": ("sighted", "sighted"),
    "k_fold_domination": ("k_fold", "k-fold"),
    "guards": ("guards", "guards"),
    "cheapest_domination": ("guards", "cheapest"),
    "coverage": ("coverage", "coverage"),
    "regions": ("regions", "regions"),
    "armies": ("armies", "armies"),
    "random_blocked_queens": ("queens", "blocked-queens"),
    "random_excluded_diagonals": ("queens", "excluded-diagonals"),
}
__all__ = list(PLACES)
HERE = __name__.rpartition(".")[0]
# The place of the function that declares each family
FAMILIES = {family: f"{HERE}.{module}.{name}" for name, (module, family) in PLACES.items()}


def __getattr__(name: str) -> Any:
    """The problem function of a name, whose module is imported now."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    return globals().setdefault(name, getattr(import_module(f"{HERE}.{PLACES[name][0]}"), name))
