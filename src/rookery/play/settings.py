"""The data of the page to play on: pieces and how they go, families and what they take, boards, backends.

The page marks attacked squares from this data alone, before Python is there: each piece comes with its steps and the
number of times that they are repeated.
"""

import re
from collections.abc import Iterable
from typing import Any

from rookery.models import Piece
from rookery.models.drawing.svg import FEW_FONTS_FROM, FIGURES, FOOT
from rookery.models.pieces.piece import STANDARD, STAR
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Choice, Flag, SquareList, Whole
from rookery.models.problems.registry import FAMILIES

# The shapes of boards, by what follows the size in their names; with what a person calls one.
SHAPES = (
    ("", "chess board"),
    ("torus", "torus"),
    ("cylinder", "cylinder"),
)
BACKENDS = {
    "auto": "the one that suits the question",
    "backtracking": "Rookery's own search",
    "cpsat": "constraint programming (CP-SAT)",
    "sat": "a SAT solver (CaDiCaL)",
    "mip": "integer programming",
    "python-constraint": "python-constraint",
    "textbook": "plain backtracking, as taught",
}


def list_settings(side: int, backends: Iterable[str]) -> dict[str, Any]:
    """All that the page knows beforehand; `side` is the largest board, `backends` those that can be asked there."""
    pieces = {piece.name: piece for piece in (*STANDARD, STAR)}
    return {
        "side": side,
        "pieces": [*map(describe_piece, pieces.values())],
        "foot": FOOT,
        "shapes": [list(shape) for shape in SHAPES],
        "families": [describe_family(family) for family in FAMILIES.values()],
        "backends": [[name, BACKENDS.get(name, name)] for name in backends],
    }


def describe_piece(piece: Piece) -> dict[str, Any]:
    """A piece as the page draws and moves it: its outline or letter, and its steps with how often each is repeated."""
    figure = FIGURES.get(piece.glyph or "")
    sign = piece.glyph if piece.glyph and piece.glyph < FEW_FONTS_FROM else piece.symbol
    ways = [[step.rows, step.columns, reach or 0] for step, reach in sorted(piece.rides, key=str)]
    return {"name": piece.name, "plural": piece.plural, "sign": sign, "figure": figure, "ways": ways}


def describe_family(family: Family) -> dict[str, Any]:
    """A family as the page offers it: its words, what comes with a piece, how many pieces, and its options."""
    places = family.places
    assert places is not None
    return {
        "name": family.name,
        "title": re.split("[:(;]", family.summary)[0].strip().rstrip("."),
        "summary": family.summary,
        "each": family.each,
        "several": places.several.value,
        "least": places.least,
        "piece": places.default or "queen",
        "counted": places.counted,
        "without": dict(family.without),
        "options": [describe_option(each) for each in family.parameters if not isinstance(each, SquareList)],
    }


def describe_option(parameter: Any) -> dict[str, Any]:
    """A parameter of a family as an input of the page."""
    told = {"name": parameter.name, "help": parameter.help, "default": parameter.default}
    match parameter:
        case Choice():
            return told | {"kind": "choice", "values": list(parameter.values)}
        case Flag():
            return told | {"kind": "flag"}
        case Whole():
            return told | {"kind": "number", "least": parameter.least, "required": parameter.required}
    raise TypeError(f"no input of the page can say the parameter {parameter!r}")
