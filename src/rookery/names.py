"""Every public name of the package, with where it comes from: `rookery` hands them on when one is first asked for."""

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
    WAZIR,
    ZEBRA,
)
from rookery.models.problems import catalogue
from rookery.models.problems.catalogue import *
from rookery.models.problems.registry import problems
from rookery.models.reading.drawn import Position
from rookery.models.reading.given import make_board as board
from rookery.named_pieces import piece, read_board

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
    "WAZIR",
    "ZEBRA",
    "Answer",
    "AtLeast",
    "AtMost",
    "BadInput",
    "Board",
    "Certificate",
    "Comparison",
    "Exactly",
    "Explanation",
    "Graph",
    "Hypergraph",
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
    "Ride",
    "RookeryError",
    "Run",
    "Satisfy",
    "Square",
    "Step",
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
