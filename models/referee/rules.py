"""Rules and aims of problems in chess words; the second referee judges placements by them alone.

A rule finds the faults of a placement, whose attacks are walked again, without the model and its variables. The rules
share no code with the declarations and the backends, apart from boards and pieces.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from rookery.core.words import amount, with_article
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.piece import Piece
from rookery.models.referee.walking import Walked, reach

Kind = Literal["plain", "independent", "total", "perfect"]
KINDS: tuple[Kind, ...] = ("plain", "independent", "total", "perfect")


class Fault(str):
    """A fault of a placement, in a sentence; `squares` are the squares concerned, to be marked on a board."""

    squares: tuple[Cell, ...]

    def __new__(cls, sentence: str, *squares: Cell) -> Self:
        """Make the fault from a sentence about some squares."""
        fault = super().__new__(cls, sentence)
        fault.squares = squares
        return fault


class Rule(ABC):
    """A demand of a problem in chess words.

    A rule of your own is a frozen dataclass with `faults`. Its `phrase` is a clause without a capital letter and a full
    stop: by default the first sentence of its docstring.

    `each_square`: the rule demands something of every square, and has one constraint per square, in their order.
    """

    __slots__ = ()
    each_square: ClassVar[bool] = False

    @abstractmethod
    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield what is wrong with a placement by this rule."""

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other, where there are so many types of pieces."""
        return False

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause, with the names that the board has for squares."""
        sentence = (type(self).__doc__ or repr(self)).strip().splitlines()[0].rstrip(".")
        return sentence[:1].lower() + sentence[1:]


class Aim(ABC):
    """The quantity of a goal in chess words; an aim of your own is a frozen dataclass with `count`."""

    __slots__ = ()

    @abstractmethod
    def count(self, walked: Walked) -> int:
        """Return the objective of a placement."""

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other, where there are so many types of pieces."""
        return False


def find_faults(rules: Iterable[Rule], walked: Walked) -> Iterator[Fault]:
    """Yield the faults of a placement, those of pieces that no rule `Holds` first; none if it satisfies all rules."""
    rules = tuple(rules)
    yield from find_strangers((rule.piece for rule in rules if isinstance(rule, Holds)), walked)
    for rule in rules:
        yield from rule.faults(walked)


def find_strangers(pieces: Iterable[Piece], walked: Walked) -> Iterator[Fault]:
    """Yield a fault for each piece on the board that is none of `pieces`."""
    known = {*pieces}
    for square, piece in walked.pieces.items():
        if piece not in known:
            yield Fault(f"the {piece} on {walked.board.label(square)} is not a piece of this problem", square)


@dataclass(frozen=True, slots=True)
class Holds(Rule):
    """Exactly `count` of a piece stand on the board; None leaves the number open."""

    piece: Piece
    count: int | None = None

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield a fault if the number differs."""
        there = sum(piece == self.piece for piece in walked.pieces.values())
        if self.count is not None and there != self.count:
            yield Fault(f"{amount(there, self.piece, self.piece.plural)} on the board, {self.count} required")

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        if self.count is None:
            return f"{self.piece.plural} stand on the board"
        stand = "stands" if self.count == 1 else "stand"
        return f"{amount(self.count, self.piece, self.piece.plural)} {stand} on the board"


@dataclass(frozen=True, slots=True)
class PartHolds(Rule):
    """Exactly `count` pieces stand in a row or column, by its number, or in a region, by its sign."""

    part: str
    name: str
    count: int

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield a fault with the pieces in this part if their number differs."""
        there = [square for square in walked.pieces if self._part_of(square, walked) == self.name]
        if len(there) != self.count:
            holds = f"{self.label(walked.board)} holds {amount(len(there), 'piece')}"
            yield Fault(f"{holds}, {self.count} required", *there)

    def _part_of(self, square: Cell, walked: Walked) -> str:
        if self.part == "region":
            assert isinstance(walked.board, RegionBoard)
            return str(walked.board.drawing[square.row][square.column])
        return str(square.row if self.part == "row" else square.column)

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        return f"{self.label(board)} holds exactly {amount(self.count, 'piece')}"

    def label(self, board: AbstractBoard) -> str:
        """Return the part as the board names it: `row 8`, `column a`, `region C`."""
        if self.part == "region" or not isinstance(board, Board):
            return f"{self.part} {self.name}"
        return board.label_line(self.part, int(self.name))


@dataclass(frozen=True, slots=True)
class Fixed(Rule):
    """A piece stands on a given square."""

    square: Cell
    piece: Piece

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield a fault if the piece is not on its square."""
        if walked.pieces.get(self.square) != self.piece:
            yield Fault(f"no {self.piece.called} on {walked.board.label(self.square)}, where one is fixed", self.square)

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        return f"{with_article(self.piece.called)} is fixed on {board.label(self.square)}"


@dataclass(frozen=True, slots=True)
class Forbidden(Rule):
    """No piece stands on a given square."""

    square: Cell

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield a fault if a piece is on the square."""
        if self.square in walked.pieces:
            where = walked.board.label(self.square)
            yield Fault(
                f"{with_article(walked.pieces[self.square].called)} on {where}, which is forbidden", self.square
            )

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        return f"{board.label(self.square)} is forbidden"


@dataclass(frozen=True, slots=True)
class Barred(Rule):
    """No piece of one type stands on a given square."""

    square: Cell
    piece: Piece

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield a fault if such a piece is on the square."""
        if walked.pieces.get(self.square) == self.piece:
            where = walked.board.label(self.square)
            yield Fault(f"{with_article(self.piece)} on {where}, which is forbidden for it", self.square)

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        return f"{board.label(self.square)} is forbidden for {with_article(self.piece)}"


@dataclass(frozen=True, slots=True)
class Peaceful(Rule):
    """No piece attacks another."""

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield each attack on a piece."""
        yield from _attacks(walked, walked.meetings())


@dataclass(frozen=True, slots=True)
class Sighted(Rule):
    """No piece attacks another in its line of sight, which ends at the first occupied square.

    `blockers` only stand in the way: they do not attack, and they may be attacked.
    """

    blockers: frozenset[Piece] = frozenset()

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield each attack in sight between two pieces that are no blockers."""
        met = walked.meetings(sighted=True)
        armed = [pair for pair in met if self.blockers.isdisjoint({walked.pieces[cell] for cell in pair})]
        yield from _attacks(walked, armed, " in sight")

    def minds_sight(self, types: int) -> bool:
        """Return whether there are blockers: without them, peace in sight is peace."""
        return bool(self.blockers)

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        return "no piece attacks another in its line of sight"


@dataclass(frozen=True, slots=True)
class Truce(Rule):
    """No piece attacks one of another name: each name is an army."""

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield each attack on a piece of another army."""
        pieces = walked.pieces
        yield from _attacks(walked, [pair for pair in walked.meetings() if pieces[pair[0]] != pieces[pair[1]]])


def _attacks(walked: Walked, meetings: Iterable[tuple[Cell, Cell]], how: str = "") -> Iterator[Fault]:
    """Yield a fault for each attack; two pieces that attack each other are one fault."""
    met = dict.fromkeys(meetings)
    for start, target in met:
        first, second = (f"the {walked.pieces[cell].called} on {walked.board.label(cell)}" for cell in (start, target))
        if (target, start) not in met:
            yield Fault(f"{first} attacks {second}{how}", start, target)
        elif walked.board.index(start) < walked.board.index(target):
            yield Fault(f"{first} and {second} attack each other{how}", start, target)


@dataclass(frozen=True, slots=True)
class Maximal(Rule):
    """No further piece, of those that the problem places, can be added on an empty square without an attack.

    `pieces` are those that the problem places, and `forbidden` squares stay empty, as those `barred` do for a piece.
    """

    pieces: tuple[Piece, ...]
    forbidden: frozenset[Cell] = frozenset()
    barred: frozenset[tuple[Cell, Piece]] = frozenset()

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield each piece that could be added on a square."""
        for square, attackers in walked.guards():
            if not attackers and square not in walked.pieces and square not in self.forbidden:
                for piece in self.pieces:
                    hits = reach(piece, square, walked.board)
                    if (square, piece) not in self.barred and walked.pieces.keys().isdisjoint(hits):
                        yield Fault(f"{with_article(piece)} could be added on {walked.board.label(square)}", square)


@dataclass(frozen=True, slots=True)
class EqualNumbers(Rule):
    """There are as many of each of `pieces` as of each other."""

    pieces: tuple[Piece, ...]

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield a fault if two numbers differ."""
        numbers = dict.fromkeys(self.pieces, 0) | Counter(walked.pieces.values())
        if len({*numbers.values()}) > 1:
            counts = (amount(number, piece, piece.plural) for piece, number in numbers.items())
            yield Fault(f"unequal numbers: {', '.join(counts)}")

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        return "there are as many of each piece as of each other"


@dataclass(frozen=True, slots=True)
class Guarded(Rule):
    """Each square is guarded: occupied or attacked.

    `total`: attacked, occupied or not. `once`: by exactly one piece, an occupied square being guarded by its own.
    `sighted`: a line of attack ends at the first occupied square.
    """

    total: bool = False
    once: bool = False
    sighted: bool = False
    each_square: ClassVar[bool] = True

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield each square that is not guarded, or too often."""
        missing = f"is not {'attacked' if self.total else 'guarded'}{' in sight' if self.sighted else ''}"
        for square, attackers in walked.guards(self.sighted):
            found = attackers if self.total else attackers + (square in walked.pieces)
            if not found or (self.once and found > 1):
                fault = f"is guarded {found} times" if found else missing
                yield Fault(f"{walked.board.noun} {walked.board.label(square)} {fault}", square)

    def minds_sight(self, types: int) -> bool:
        """Return whether there are several types: a piece of the same type continues the same ride."""
        return self.sighted and types > 1

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        if self.sighted:
            sight = "attacked in a line of sight"
            how = f"{sight}, occupied or not," if self.total else f"occupied, or {sight},"
            return f"each square is {how} which ends at the first occupied square"
        if self.total:
            return "each square is attacked, occupied or not"
        return "each square is guarded exactly once" if self.once else "each square is guarded: occupied or attacked"


@dataclass(frozen=True, slots=True)
class TimesGuarded(Rule):
    """Each empty square is attacked by at least `times` pieces.

    `closed`: each square is guarded `times` times; the piece on an occupied square counts.
    """

    times: int
    closed: bool = False
    each_square: ClassVar[bool] = True

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield each square that is guarded too seldom."""
        for square, attackers in walked.guards():
            found = attackers + (square in walked.pieces)
            if found < self.times and (self.closed or square not in walked.pieces):
                times = amount(found, "time")
                yield Fault(
                    f"{walked.board.noun} {walked.board.label(square)} is guarded {times}, {self.times} required",
                    square,
                )

    def phrase(self, board: AbstractBoard) -> str:
        """Return the rule as a clause."""
        if self.closed:
            return f"each square is guarded {amount(self.times, 'time')}, an occupied one by its own piece among them"
        return f"each empty square is attacked by at least {amount(self.times, 'piece')}"


@dataclass(frozen=True, slots=True)
class Number(Aim):
    """The number of pieces on the board, by the weights of their squares; if some are named, only of these."""

    pieces: frozenset[Piece] | None = None

    def count(self, walked: Walked) -> int:
        """Return the weight of the squares of the counted pieces."""
        counted = (s for s, piece in walked.pieces.items() if self.pieces is None or piece in self.pieces)
        return sum(map(walked.board.weigh, counted))


@dataclass(frozen=True, slots=True)
class Value(Aim):
    """The total value, or cost, of the pieces, by the weights of their squares; a piece without a value counts 0."""

    values: tuple[tuple[Piece, int], ...]

    def count(self, walked: Walked) -> int:
        """Return the sum of the values."""
        values = dict(self.values)
        return sum(values.get(piece, 0) * walked.board.weigh(square) for square, piece in walked.pieces.items())


@dataclass(frozen=True, slots=True)
class Covered(Aim):
    """The weight of the squares that are attacked, if `sighted` in a line of sight, or occupied, unless `total`."""

    sighted: bool = False
    total: bool = False

    def count(self, walked: Walked) -> int:
        """Return the weight of the covered squares."""
        guards = walked.guards(self.sighted)
        covered = (square for square, attackers in guards if attackers or (square in walked.pieces and not self.total))
        return sum(map(walked.board.weigh, covered))

    def minds_sight(self, types: int) -> bool:
        """Return whether sight counts and there are several types: one type continues its own rides."""
        return self.sighted and types > 1


@dataclass(frozen=True, slots=True)
class ArmySize(Aim):
    """The size of each of equal armies."""

    def count(self, walked: Walked) -> int:
        """Return the size of the smallest army on the board."""
        return min(Counter(walked.pieces.values()).values(), default=0)
