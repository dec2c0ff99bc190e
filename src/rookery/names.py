"""Every public name of the package, with where it comes from: `rookery` hands them on when one is first asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rookery.backends import (
    Answer,
    ModelAnswer,
    Question,
    Run,
    Unsupported,
    WrongAnswer,
    first,
    solutions,
    solve,
    solve_model,
)
from rookery.backends.evidence.certifying import certify
from rookery.backends.evidence.explaining.check import Judgement, check
from rookery.backends.evidence.explaining.conflicts import Conflicts, Repair, conflicts, repair
from rookery.backends.evidence.explaining.deduction import hint, walk_through
from rookery.backends.evidence.explaining.explain import Explanation, explain
from rookery.backends.evidence.explaining.hints import Hint, WalkThrough
from rookery.backends.evidence.explaining.unique import Uniqueness, is_unique
from rookery.backends.evidence.explaining.what_if import WhatIf, what_if
from rookery.backends.formats import export, read_model
from rookery.backends.registry import general_backends as backends
from rookery.backends.running.improving import Improvement, improving
from rookery.certificates import Certificate, verify
from rookery.core.errors import check_calls
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
)
from rookery.models.boards.cylinder import Cylinder
from rookery.models.boards.graph import Graph, read_graph
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.files import load_pieces
from rookery.models.pieces.piece import (
    ALFIL,
    AMAZON,
    ARCHBISHOP,
    BISHOP,
    CAMEL,
    CHANCELLOR,
    DABBABA,
    FERZ,
    GUARD,
    KING,
    KNIGHT,
    NIGHTRIDER,
    QUEEN,
    ROOK,
    WAZIR,
    ZEBRA,
)
from rookery.models.pieces.sources import piece
from rookery.models.problems.armies import armies
from rookery.models.problems.coverage import coverage
from rookery.models.problems.domination import domination
from rookery.models.problems.guards import guards
from rookery.models.problems.k_fold import k_fold
from rookery.models.problems.n_queens import n_queens
from rookery.models.problems.placement import placement
from rookery.models.problems.regions import regions
from rookery.models.problems.registry import declare, list_families
from rookery.models.problems.sighted import sighted
from rookery.models.reading.drawn import Position, read_board
from rookery.models.reading.given import make_board as board

if TYPE_CHECKING:
    from rookery.compare.call import Comparison, compare
else:

    def __getattr__(name: str) -> Any:
        """A comparison or a problem function, imported when it is first asked for."""
        if name in ("Comparison", "compare"):
            call = import_module("rookery.compare.call")
            check_calls(call.Comparison, "Comparison")
            return globals().setdefault(name, getattr(call, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


for _each in list(globals().values()):  # an answer or a placement is met without its class having been asked for
    if isinstance(_each, type):
        check_calls(_each, _each.__name__)

# `backends` and `compare` are functions here; as attributes of `rookery` they are the packages, which can be called.

__all__ = [
    "ALFIL",
    "AMAZON",
    "ARCHBISHOP",
    "BISHOP",
    "CAMEL",
    "CHANCELLOR",
    "DABBABA",
    "FERZ",
    "GUARD",
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
    "Certificate",
    "Comparison",
    "Conflicts",
    "Cylinder",
    "Exactly",
    "Explanation",
    "Graph",
    "Hint",
    "Improvement",
    "Judgement",
    "Linear",
    "Maximize",
    "Minimize",
    "Model",
    "ModelAnswer",
    "Piece",
    "Placement",
    "Position",
    "Problem",
    "Question",
    "RegionBoard",
    "Repair",
    "Ride",
    "RookeryError",
    "Run",
    "Satisfy",
    "Square",
    "Step",
    "Uniqueness",
    "Unsupported",
    "WalkThrough",
    "WhatIf",
    "WrongAnswer",
    "armies",
    "backends",
    "board",
    "certify",
    "check",
    "compare",
    "conflicts",
    "coverage",
    "declare",
    "domination",
    "explain",
    "export",
    "first",
    "guards",
    "hint",
    "improving",
    "is_unique",
    "k_fold",
    "list_families",
    "load_pieces",
    "n_queens",
    "piece",
    "placement",
    "read_board",
    "read_graph",
    "read_model",
    "regions",
    "repair",
    "sighted",
    "solutions",
    "solve",
    "solve_model",
    "verify",
    "walk_through",
    "what_if",
]
