"""The data of the page: pieces with their steps, families with their options, boards, backends.

The page marks attacked squares from this data alone, before Python is loaded.
"""

import re
from collections.abc import Iterable, Mapping
from inspect import Parameter
from typing import Any, Literal, get_args, get_origin

from rookery.models import BadInput, Piece
from rookery.models.drawing.svg import FEW_FONTS_FROM, FIGURES
from rookery.models.pieces.piece import STANDARD, STAR
from rookery.models.problems.family import Family
from rookery.models.problems.registry import families
from rookery.models.reading.given import ArmiesLike, BoardLike, CostsLike, PieceLike, PiecesLike, RegionsLike

SEVERAL: Mapping[Any, str] = {PieceLike: "never", PiecesLike: "perhaps", ArmiesLike: "always"}
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
    """Return the data; `side` is the largest side of a board, `backends` are those that answer here."""
    pieces = {piece.name: piece for piece in (*STANDARD, STAR)}
    return {
        "side": side,
        "pieces": [*map(describe_piece, pieces.values())],
        "shapes": [list(shape) for shape in SHAPES],
        "families": [describe_family(family) for family in families().values() if _is_offered(family)],
        "backends": [[name, BACKENDS.get(name, name)] for name in backends],
    }


def _is_offered(family: Family) -> bool:
    """Return whether a family takes a board and pieces."""
    kinds = {each.annotation for each in family.parameters.values()}
    return bool(kinds & {BoardLike, RegionsLike} and kinds & SEVERAL.keys())


def describe_piece(piece: Piece) -> dict[str, Any]:
    """Return a piece as the page draws it: its outline or letter, and its steps, each with how often it is repeated."""
    figure = FIGURES.get(piece.glyph or "")
    sign = piece.glyph if piece.glyph and piece.glyph < FEW_FONTS_FROM else piece.symbol
    ways = [[step.rows, step.columns, reach or 0] for step, reach in sorted(piece.rides, key=str)]
    return {"name": piece.name, "plural": piece.plural, "sign": sign, "figure": figure, "ways": ways}


def describe_family(family: Family) -> dict[str, Any]:
    """Return a family as the page offers it: its words, how many pieces it takes, and its options."""
    kinds = {each.annotation: each for each in family.parameters.values()}
    piece = next(kinds[kind] for kind in SEVERAL if kind in kinds)
    return {
        "name": family.name,
        "title": re.split("[:(;]", family.summary)[0].strip().rstrip("."),
        "summary": family.summary,
        "pieces": piece.name,
        "several": SEVERAL[piece.annotation],
        "least": 2 if piece.annotation == ArmiesLike else 1,
        "piece": piece.default if isinstance(piece.default, str) else "queen",
        "each": "count" if piece.annotation == PiecesLike else "",
        "counted": piece.annotation == PiecesLike and _needs_counts(family),
        "regions": RegionsLike in kinds,
        "without": {name: True for name in ("fixed", "forbidden") if name not in family.parameters},
        "options": list(filter(None, (_describe_option(each, family.help) for each in family.parameters.values()))),
    }


def _needs_counts(family: Family) -> bool:
    """Return whether a family refuses pieces without a number."""
    try:
        family.function("queen", "4")
    except BadInput:
        return True
    return False


def _describe_option(parameter: Parameter, help: Mapping[str, str]) -> dict[str, Any] | None:
    """Return a parameter of a family as an input of the page; None for boards, pieces and squares."""
    kind, is_required = parameter.annotation, parameter.default is Parameter.empty
    told = {"name": parameter.name, "help": help.get(parameter.name, ""), "required": is_required}
    told["default"] = None if is_required or parameter.default == () else parameter.default
    if get_origin(kind) is Literal:
        return told | {"kind": "choice", "values": list(get_args(kind))}
    if kind is bool:
        return told | {"kind": "flag"}
    if kind in (int, int | None):
        return told | {"kind": "number"}
    return told | {"kind": "numbers"} if kind == CostsLike else None
