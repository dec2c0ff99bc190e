"""Pieces as data: the steps that they leap and the steps that they ride."""

import operator
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Self

from rookery.core.errors import BadInput, show_value
from rookery.core.numbers import Step, is_pair, is_whole
from rookery.core.words import pluralize, shorten
from rookery.models.pieces.betza import DIAGONAL, ORTHOGONAL, Ride, around, parse

MAX_STEP = 1_000_000_000  # rows, columns or steps
MAX_SAID = 200  # characters of the rides in `repr`
STEPS = (
    "give leaps or rides as a list of steps (ROWS, COLUMNS), such as leaps=[(1, 2)], or Piece.from_betza('gnu', 'NC')"
)
KNIGHTLY = around(1, 2)
STAR_GLYPH = "★"
ALIASES = {"empress": "chancellor", "marshal": "chancellor", "princess": "archbishop", "cardinal": "archbishop"}


@dataclass(frozen=True, init=False, repr=False)
class Piece:
    """A piece of chess: a name, a one-letter symbol, and its attacks.

    `leaps` are the steps that it takes once, `rides` those that it repeats until the board ends (a plain step) or for a
    given reach (a `Ride`). Two pieces are equal when they have the same attacks, name and symbol. `plural` is its
    plural, by the rules of English if not given.

    Raises `BadInput` for a step (0, 0), a reach below 1, an empty name, a name, plural or glyph that cannot be printed
    on one line, a symbol that is not one letter, and neither leaps nor rides: `rides=()` makes a piece that attacks
    nothing, such as a pawn that only stands in the way.
    """

    name: str
    symbol: str
    rides: frozenset[Ride]
    betza: str | None = field(compare=False)
    glyph: str | None = field(compare=False)
    plural: str = field(compare=False)

    def __init__(
        self,
        name: str,
        symbol: str,
        leaps: Iterable[tuple[int, int]] | None = None,
        rides: Iterable[tuple[int, int] | Ride] | None = None,
        *,
        betza: str | None = None,
        glyph: str | None = None,
        plural: str | None = None,
    ) -> None:
        _check_name(name)
        if not isinstance(symbol, str) or len(symbol) != 1 or not symbol.isalpha():
            raise BadInput(f"piece {name}: the symbol {show_value(symbol)} is not one letter")
        if plural is not None:
            _check_printable(plural, f"piece {name}: the plural {show_value(plural)}")
        if glyph is not None:
            _check_printable(glyph, f"piece {name}: the glyph {show_value(glyph)}")
        if leaps is None and rides is None:
            raise BadInput(f"piece {name} attacks nothing: {STEPS}; rides=() says that it shall attack nothing")
        leapt = (Ride(leap, 1) for leap in _list_steps(leaps, name))
        ridden = (ride if isinstance(ride, Ride) else Ride(ride) for ride in _list_steps(rides, name))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "symbol", symbol)
        object.__setattr__(self, "rides", frozenset(_take_ride(ride, name) for ride in (*leapt, *ridden)))
        object.__setattr__(self, "betza", betza)
        object.__setattr__(self, "glyph", glyph)
        object.__setattr__(self, "plural", plural or default_plural(name, betza))

    @classmethod
    def from_betza(
        cls, name: str, betza: str, symbol: str | None = None, glyph: str | None = None, plural: str | None = None
    ) -> Self:
        """Return a piece from its Betza notation: `Piece.from_betza("gnu", "NC", symbol="G")`.

        Raises `BadInput` for notation that is wrong or that Rookery does not model, with its place in the string.
        """
        if not isinstance(betza, str):
            raise BadInput(f"piece {name}: the Betza notation {show_value(betza)}; expected text such as 'NC'")
        rides = parse(betza)
        _check_name(name)
        return cls(name, symbol or name[:1].upper(), rides=rides, betza=betza, glyph=glyph, plural=plural)

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        """The name in sentences about a problem: the king of a star battle is a star."""
        return "star" if self.glyph == STAR_GLYPH else self.name

    def __repr__(self) -> str:
        rides = sorted((*step, reach or 0) for step, reach in self.rides)  # a set's own order differs from run to run
        attack = f"betza={self.betza!r}" if self.betza else shorten(f"{rides=}", MAX_SAID)
        return f"Piece({self.name!r}, {self.symbol!r}, {attack})"


def default_plural(name: str, betza: str | None) -> str:
    """Return the plural of a piece's name: `phoenixes`; pieces named by their notation are `pieces NC`."""
    return f"pieces {name}" if name == betza else pluralize(name)


def _check_name(name: Any) -> None:
    if not isinstance(name, str):
        raise BadInput(f"a piece named {show_value(name)}; expected text, such as Piece('gnu', 'G', leaps=[(1, 2)])")
    if not name:
        raise BadInput("a piece without a name; give it at least one letter")
    _check_printable(name, f"a piece named {show_value(name)}")


def _check_printable(text: Any, what: str) -> None:
    """Raise `BadInput` for what is no line that can be printed: a name is read as a part of sentences and files."""
    if not isinstance(text, str) or not text.isprintable():
        raise BadInput(f"{what}: it must be one line of signs that can be printed")


def _list_steps(steps: Any, name: str) -> Iterable[Any]:
    if isinstance(steps, str) or not isinstance(steps, Iterable | None) or is_pair(steps):
        raise BadInput(f"piece {name}: the steps {show_value(steps)}; {STEPS}")
    return () if steps is None else steps


def _take_ride(ride: Ride, name: str) -> Ride:
    if not is_pair(ride.step):
        raise BadInput(f"piece {name}: the step {show_value(ride.step)}; {STEPS}")
    if ride.reach is not None and not (is_whole(ride.reach) and ride.reach >= 1):
        many = f"a reach of {show_value(ride.reach)}"
        raise BadInput(f"piece {name}: {many}; expected a whole number of at least 1, or None for no end")
    step, reach = Step(*map(operator.index, ride.step)), None if ride.reach is None else operator.index(ride.reach)
    if step == (0, 0):
        raise BadInput(f"piece {name}: the step 0,0 leads nowhere")
    if max(*map(abs, step), reach or 0) > MAX_STEP:
        raise BadInput(f"piece {name}: a step or a reach is too long; use at most {MAX_STEP:,}")
    return Ride(step, reach)


QUEEN = Piece("queen", "Q", rides=ORTHOGONAL | DIAGONAL, betza="Q", glyph="♕")
ROOK = Piece("rook", "R", rides=ORTHOGONAL, betza="R", glyph="♖")
BISHOP = Piece("bishop", "B", rides=DIAGONAL, betza="B", glyph="♗")
KNIGHT = Piece("knight", "N", leaps=KNIGHTLY, betza="N", glyph="♘")
KING = Piece("king", "K", leaps=ORTHOGONAL | DIAGONAL, betza="K", glyph="♔")
AMAZON = Piece("amazon", "A", leaps=KNIGHTLY, rides=ORTHOGONAL | DIAGONAL, betza="QN", glyph="🩎")
CHANCELLOR = Piece("chancellor", "C", leaps=KNIGHTLY, rides=ORTHOGONAL, betza="RN", glyph="🩏")
ARCHBISHOP = Piece("archbishop", "H", leaps=KNIGHTLY, rides=DIAGONAL, betza="BN", glyph="🩐")
WAZIR = Piece("wazir", "W", leaps=ORTHOGONAL, betza="W")
FERZ = Piece("ferz", "F", leaps=DIAGONAL, betza="F")
DABBABA = Piece("dabbaba", "D", leaps=around(0, 2), betza="D")
ALFIL = Piece("alfil", "E", leaps=around(2, 2), betza="A")
CAMEL = Piece("camel", "L", leaps=around(1, 3), betza="C")
ZEBRA = Piece("zebra", "Z", leaps=around(2, 3), betza="Z")
NIGHTRIDER = Piece("nightrider", "I", rides=KNIGHTLY, betza="NN")

STANDARD = (
    QUEEN, ROOK, BISHOP, KNIGHT, KING, AMAZON, CHANCELLOR, ARCHBISHOP, WAZIR, FERZ, DABBABA, ALFIL, CAMEL, ZEBRA,
    NIGHTRIDER,
)  # fmt: skip
# The piece of a graph has no steps: it attacks along edges.
GUARD = Piece("guard", "G", rides=())
STAR = Piece("star", "S", rides=(), glyph=STAR_GLYPH)  # attacks nothing
OWN_PIECES = (*STANDARD, GUARD, STAR)
