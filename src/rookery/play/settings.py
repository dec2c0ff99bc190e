"""The data of the page to play on: pieces and how they go, families and what they take, boards, backends.

The page marks attacked squares from this data alone, before Python is there: each piece comes with its courses, steps
with the number of times that they are repeated, on squares, on hexagons and in three dimensions.
"""

import re
from collections.abc import Iterable
from typing import Any

from rookery.models import BadInput, Piece
from rookery.models.boards.catalogue import find_shape
from rookery.models.boards.lattice import Lattice
from rookery.models.drawing.svg import FEW_FONTS_FROM, FIGURES, FOOT
from rookery.models.pieces.piece import STANDARD, STAR, UNICORN
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Choice, Flag, SquareNumbers, Whole
from rookery.models.problems.registry import FAMILIES

# The shapes of boards, by what follows the size in their names; with what a person calls one.
SHAPES = (
    ("", "chess board"),
    ("torus", "torus"),
    ("cylinder", "cylinder"),
    ("klein", "Klein bottle"),
    ("moebius", "Moebius strip"),
    ("hex", "hexagon of hexagons"),
    ("triangle", "triangle of hexagons"),
    ("rhombus", "rhombus of hexagons"),
    ("levels", "three dimensions"),
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
LATTICES = {"hexagons": "hex:2", "space": "2x2x2"}


def list_settings(side: int, backends: Iterable[str]) -> dict[str, Any]:
    """All that the page knows beforehand; `side` is the largest board, `backends` those that can be asked there."""
    pieces = {piece.name: piece for piece in (*STANDARD, UNICORN, STAR)}
    return {
        "side": side,
        "pieces": [*map(describe_piece, pieces.values())],
        "foot": FOOT,
        "shapes": [list(shape) for shape in SHAPES],
        "families": [describe_family(family) for family in FAMILIES.values()],
        "backends": [[name, BACKENDS.get(name, name)] for name in backends],
    }


def describe_piece(piece: Piece) -> dict[str, Any]:
    """A piece as the page draws and moves it: its outline or letter, and its courses on each kind of board."""
    figure = FIGURES.get(piece.glyph or "")
    sign = piece.glyph if piece.glyph and piece.glyph < FEW_FONTS_FROM else piece.symbol
    ways = {"squares": [[step.rows, step.columns, reach or 0] for step, reach in sorted(piece.rides, key=str)]}
    ways |= {kind: _list_courses(piece, kind) for kind in LATTICES}
    return {"name": piece.name, "plural": piece.plural, "sign": sign, "figure": figure, "ways": ways}


def _list_courses(piece: Piece, kind: str) -> list[list[int]]:
    """The steps of a piece on a kind of board, each with how often it is repeated; none if there is no such piece."""
    shape = find_shape("hex" if kind == "hexagons" else "cuboid").parse(LATTICES[kind])
    assert isinstance(shape, Lattice)
    try:
        return [[*course.heading, course.reach] for course in shape.courses(piece)]
    except BadInput:
        return []


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
        "options": [describe_option(each) for each in family.parameters if not isinstance(each, SquareNumbers)],
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
    return told | {"kind": "squares", "default": []}
