"""The demands and the aim of a problem in chess words; the referee judges placements by these and nothing else.

Each rule in words is a clause of a sentence, without a capital letter and a full stop. A user's rule is described by
the first sentence of its docstring, or by a function under `@describe_rule.register`.
"""

from dataclasses import dataclass
from functools import singledispatch
from typing import ClassVar, Literal

from rookery.core.words import amount
from rookery.models.boards.base import Cell
from rookery.models.pieces.piece import Piece

Kind = Literal["plain", "independent", "total", "perfect"]
KINDS: tuple[Kind, ...] = ("plain", "independent", "total", "perfect")


class Rule:
    """A demand of a problem; `referee.faults` has a check for each type of rule.

    `each_square`: it demands something of every square, so that it has one constraint per square, in their order.
    """

    __slots__ = ()
    each_square: ClassVar[bool] = False

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other, where there are so many types of pieces."""
        return False


@dataclass(frozen=True, slots=True)
class PlainRule(Rule):
    """A demand that is the same wherever it is made: two of one type are equal."""


class Aim:
    """The quantity of a goal; `objective.objective` counts each type of aim."""

    __slots__ = ()

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other, where there are so many types of pieces."""
        return False


@dataclass(frozen=True, slots=True)
class Holds(Rule):
    """Exactly `count` of a piece stand on the board; None leaves the number open."""

    piece: Piece
    count: int | None = None


class Peaceful(PlainRule):
    """No piece attacks another."""

    __slots__ = ()


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

    square: Cell
    piece: Piece


@dataclass(frozen=True, slots=True)
class Forbidden(Rule):
    """No piece stands on a given square."""

    square: Cell


@dataclass(frozen=True, slots=True)
class Sighted(Rule):
    """No piece attacks another in its line of sight, which ends at the first occupied square.

    `blockers` only stand in the way: they do not attack, and they may be attacked.
    """

    blockers: frozenset[Piece] = frozenset()

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other: without blockers, peace in sight is peace."""
        return bool(self.blockers)


class Maximal(PlainRule):
    """No further piece, of those that the problem places, can be added on an empty square without an attack."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SightGuarded(Rule):
    """Each square is occupied, or attacked in a line of sight, which ends at the first occupied square.

    `total`: attacked, occupied or not.
    """

    total: bool = False
    each_square: ClassVar[bool] = True

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other: one of the same type continues the same ride."""
        return types > 1


@dataclass(frozen=True, slots=True)
class TimesGuarded(Rule):
    """Each empty square is attacked by at least `times` pieces.

    `closed`: each square is guarded `times` times; the piece on an occupied square counts.
    """

    times: int
    closed: bool = False
    each_square: ClassVar[bool] = True


class Truce(PlainRule):
    """No piece attacks one of another name: each name is an army."""

    __slots__ = ()


class EqualNumbers(PlainRule):
    """There are as many of each piece as of each other."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PartHolds(Rule):
    """Exactly `count` pieces stand in a row or column, by its number, or in a region, by its sign."""

    part: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Number(Aim):
    """The number of pieces on the board; if some are named, only of these."""

    pieces: frozenset[Piece] | None = None


@dataclass(frozen=True, slots=True)
class Value(Aim):
    """The total value, or cost, of the pieces; a piece without a value counts 0."""

    values: tuple[tuple[Piece, int], ...]


@dataclass(frozen=True, slots=True)
class Covered(Aim):
    """The weight of the squares that are occupied or attacked; `sighted`: a ride ends at the first occupied square."""

    sighted: bool = False

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other: one of the same type continues the same ride."""
        return self.sighted and types > 1


@dataclass(frozen=True, slots=True)
class ArmySize(Aim):
    """The size of each of equal armies."""


@singledispatch
def describe_rule(rule: Rule) -> str:
    """A rule in words."""
    said = (type(rule).__doc__ or repr(rule)).strip().splitlines()[0].rstrip(".")
    return said[:1].lower() + said[1:]


@describe_rule.register
def _say_number(rule: Holds) -> str:
    if rule.count is None:
        return f"{rule.piece}s stand on the board"
    return f"{amount(str(rule.count), str(rule.piece))} {'stands' if rule.count == 1 else 'stand'} on the board"


@describe_rule.register
def _say_part(rule: PartHolds) -> str:
    return f"{rule.part} {rule.name} holds exactly {amount(rule.count, 'piece')}"


@describe_rule.register
def _say_fixed(rule: Fixed) -> str:
    return f"a {rule.piece} is fixed on {rule.square}"


@describe_rule.register
def _say_forbidden(rule: Forbidden) -> str:
    return f"{rule.square} is forbidden"


@describe_rule.register
def _say_guarded(rule: Guarded) -> str:
    if rule.total:
        return "each square is attacked, occupied or not"
    return "each square is guarded exactly once" if rule.once else "each square is guarded: occupied or attacked"


@describe_rule.register
def _say_guarded_in_sight(rule: SightGuarded) -> str:
    either = (
        "attacked in a line of sight, occupied or not," if rule.total else "occupied, or attacked in a line of sight,"
    )
    return f"each square is {either} which ends at the first occupied square"


@describe_rule.register
def _say_guards(rule: TimesGuarded) -> str:
    if rule.closed:
        return f"each square is guarded {rule.times} times, an occupied one by its own piece among them"
    return f"each empty square is attacked by at least {amount(str(rule.times), 'piece')}"


@describe_rule.register
def _say_sighted(rule: Sighted) -> str:
    return "no piece attacks another in its line of sight"
