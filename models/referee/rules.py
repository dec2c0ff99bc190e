"""What a problem demands and aims at, in chess words; the referee judges placements by these and nothing else."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rookery.models.ground.protocol import Place
from rookery.models.pieces.piece import Piece

Kind = Literal["plain", "independent", "total", "perfect"]
KINDS: tuple[Kind, ...] = ("plain", "independent", "total", "perfect")


class Rule:
    """What a problem demands; `referee.faults` has a check for each type of rule.

    `each_square`: it demands something of every square, so that its constraints are one a square, in their order.
    """

    __slots__ = ()
    each_square: ClassVar[bool] = False


class Aim:
    """What a goal counts; `objective.objective` counts each type of aim."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Holds(Rule):
    """Exactly `count` of a piece stand on the board; None leaves the number open."""

    piece: Piece
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Peaceful(Rule):
    """No piece attacks another."""


@dataclass(frozen=True, slots=True)
class Guarded(Rule):
    """Each square is guarded: occupied or attacked.

    `total`: attacked, occupied or not. `once`: by exactly one piece, an occupied square being guarded by its own.
    """

    total: bool = False
    once: bool = False
    each_square: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Fixed(Rule):
    """A piece stands on a given square."""

    square: Place
    piece: Piece


@dataclass(frozen=True, slots=True)
class Forbidden(Rule):
    """No piece stands on a given square."""

    square: Place


@dataclass(frozen=True, slots=True)
class Sighted(Rule):
    """No piece attacks another in its line of sight, which ends at the first occupied square.

    `blockers` only stand in the way: they do not attack, and they may be attacked.
    """

    blockers: frozenset[Piece] = frozenset()


@dataclass(frozen=True, slots=True)
class Maximal(Rule):
    """No further piece, of those that the problem places, can be added in peace on an empty square."""


@dataclass(frozen=True, slots=True)
class SightGuarded(Rule):
    """Each square is occupied, or attacked in a line of sight, which ends at the first occupied square."""

    each_square: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TimesGuarded(Rule):
    """Each empty square is attacked by at least `times` pieces.

    `closed`: each square is guarded that many times, an occupied one by its own piece among them.
    """

    times: int
    closed: bool = False
    each_square: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Minimal(Rule):
    """Without any one of its pieces the placement leaves a square neither occupied nor attacked."""


@dataclass(frozen=True, slots=True)
class Connected(Rule):
    """From each piece one gets to each other over pieces that attack, or are attacked by, the next."""


@dataclass(frozen=True, slots=True)
class Hitting(Rule):
    """A piece stands in each set of the ground; without such sets, on one of two squares that attack each other."""


@dataclass(frozen=True, slots=True)
class Truce(Rule):
    """No piece attacks one of another name: each name is an army."""


@dataclass(frozen=True, slots=True)
class EqualNumbers(Rule):
    """There are as many of each piece as of each other."""


@dataclass(frozen=True, slots=True)
class Number(Aim):
    """How many pieces stand on the board; where some are named, only those."""

    pieces: frozenset[Piece] | None = None


@dataclass(frozen=True, slots=True)
class Value(Aim):
    """What the pieces are worth, or cost, together; others are worth nothing."""

    values: tuple[tuple[Piece, int], ...]


@dataclass(frozen=True, slots=True)
class LeftAlone(Aim):
    """How many squares are neither occupied nor attacked."""


@dataclass(frozen=True, slots=True)
class ArmySize(Aim):
    """How many pieces each of equal armies has; where one is named, how many that one has."""

    army: Piece | None = None
