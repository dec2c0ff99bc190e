"""The questions: boards, pieces, problems, and the abstract model that they compile to."""

from typing import TYPE_CHECKING, Any

from rookery.core.errors import BadInput, RookeryError
from rookery.models.boards.board import Board, Square, Step
from rookery.models.model.model import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import Piece
from rookery.models.problem.placement import Placement
from rookery.models.problem.problem import Problem
from rookery.models.problems import catalogue

if TYPE_CHECKING:
    from rookery.models.problems.catalogue import *
else:

    def __getattr__(name: str) -> Any:
        """A problem function, whose module is imported when it is first asked for."""
        if name in catalogue.__all__:
            return globals().setdefault(name, getattr(catalogue, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


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
__all__ += catalogue.__all__
