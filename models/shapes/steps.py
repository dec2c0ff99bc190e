"""The sorts of steps that pieces are made of, so that boards of other shapes can say what each sort is there."""

from itertools import permutations, product
from typing import NamedTuple

from rookery.models.base.pairs import Step
from rookery.models.errors import BadInput
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.steps import Ride, around

Sort = tuple[int, int]  # (0, 1) of the rook and the king, (1, 1) of the bishop, (1, 2) of the knight
Heading = tuple[int, ...]


class Course(NamedTuple):
    """A heading that a piece follows, at most `reach` steps far; 0 is without end."""

    heading: Heading
    reach: int


def sort_steps(piece: Piece, where: str) -> set[tuple[Sort, int]]:
    """The sorts of steps of a piece, each with how often it is repeated, 0 for without end.

    Raises `BadInput` for a piece that does not step alike in all directions: other boards have other directions.
    """
    found = {(_sort(step), reach) for step, reach in piece.rides}
    if not piece.rides >= {Ride(step, reach) for sort, reach in found for step in around(*sort)}:
        raise BadInput(f"{where} has no {piece}: only pieces that step alike in all directions are known there")
    return {(sort, reach or 0) for sort, reach in found}


def _sort(step: Step) -> Sort:
    low, high = sorted((abs(step.rows), abs(step.columns)))
    return low, high


def reverse(heading: Heading) -> Heading:
    """The opposite heading."""
    return tuple(-each for each in heading)


def spread(step: Heading) -> frozenset[Heading]:
    """A step with its coordinates in any order, each forwards or backwards."""
    signs = list(product((1, -1), repeat=len(step)))
    return frozenset(_sign(order, sign) for order in permutations(step) for sign in signs)


def _sign(step: Heading, signs: Heading) -> Heading:
    return tuple(each * sign for each, sign in zip(step, signs, strict=True))
