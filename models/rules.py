"""What a problem demands, in chess words; the referee checks a placement against these and nothing else."""

from dataclasses import dataclass
from typing import Literal

from rookery.models.board import Square
from rookery.models.piece import Piece

Kind = Literal["plain", "independent", "total", "perfect"]
KINDS: tuple[Kind, ...] = ("plain", "independent", "total", "perfect")


@dataclass(frozen=True, slots=True)
class Holds:
    """Exactly `count` of a piece stand on the board; None leaves the number open."""

    piece: Piece
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Peaceful:
    """No piece attacks another."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """Each square is guarded: occupied or attacked.

    `total`: attacked, occupied or not. `once`: by exactly one piece, an occupied square being guarded by its own.
    """

    total: bool = False
    once: bool = False


@dataclass(frozen=True, slots=True)
class Fixed:
    """A piece stands on a given square."""

    square: Square
    piece: Piece


@dataclass(frozen=True, slots=True)
class Forbidden:
    """No piece stands on a given square."""

    square: Square


Rule = Holds | Peaceful | Guarded | Fixed | Forbidden
