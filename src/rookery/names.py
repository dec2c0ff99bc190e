"""Every public name of the package, with where it comes from: `rookery` hands them on when one is first asked for."""

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
from rookery.backends.certifying import certify
from rookery.backends.explaining.check import Judgement, check
from rookery.backends.explaining.explain import explain
from rookery.backends.explaining.explanation import Explanation
from rookery.backends.formats import export, read_model
from rookery.backends.registry import general_backends as backends
from rookery.certificates import Certificate, verify
from rookery.compare.call import Comparison, compare
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
from rookery.models.graphs.graph import Graph
from rookery.models.graphs.hypergraph import Hypergraph
from rookery.models.graphs.opening import read_graph
from rookery.models.pieces.files import load_pieces
from rookery.models.pieces.standard import (
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
    UNICORN,
    WAZIR,
    ZEBRA,
)
from rookery.models.problems import catalogue
from rookery.models.problems.catalogue import *
from rookery.models.problems.registry import problems
from rookery.models.reading.drawn import Position
from rookery.models.reading.given import make_board as board
from rookery.models.shapes.catalogue import SHAPES, find_shape
from rookery.named_pieces import piece, read_board

if TYPE_CHECKING:
    from rookery.models.shapes.cuboid import Cuboid
    from rookery.models.shapes.cylinder import Cylinder
    from rookery.models.shapes.hexagonal import Hexagon, Rhombus, Triangle
    from rookery.models.shapes.klein import Klein
    from rookery.models.shapes.moebius import Moebius
else:

    def __getattr__(name: str) -> Any:
        """The class of a board of another shape, which is imported when it is first asked for."""
        for key, place in SHAPES.items():
            if place.endswith(f".{name}"):
                return globals().setdefault(name, find_shape(key))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# `backends` and `compare` are calls here, as the contract has it; the subpackages of these names are reached by
# `from rookery.backends import ...` and `from rookery.compare.verdict.disputes import ...`.

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
    "UNICORN",
    "WAZIR",
    "ZEBRA",
    "Answer",
    "AtLeast",
    "AtMost",
    "BadInput",
    "Board",
    "Certificate",
    "Comparison",
    "Cuboid",
    "Cylinder",
    "Exactly",
    "Explanation",
    "Graph",
    "Hexagon",
    "Hypergraph",
    "Judgement",
    "Klein",
    "Linear",
    "Maximize",
    "Minimize",
    "Model",
    "ModelAnswer",
    "Moebius",
    "Piece",
    "Placement",
    "Position",
    "Problem",
    "Question",
    "Rhombus",
    "Ride",
    "RookeryError",
    "Run",
    "Satisfy",
    "Square",
    "Step",
    "Triangle",
    "Unsupported",
    "WrongAnswer",
    "backends",
    "board",
    "certify",
    "check",
    "compare",
    "explain",
    "export",
    "first",
    "load_pieces",
    "piece",
    "problems",
    "read_board",
    "read_graph",
    "read_model",
    "solutions",
    "solve",
    "solve_model",
    "verify",
]
__all__ += catalogue.__all__
